/** What fixtures of the panel's pages stand in. */
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import type { Screen } from '../../../lib/web/ui/view.ts'
import { type Fixture, fixtureOf } from './fixture.ts'

export const HOSTILE = `<script>alert(1)</script>"' onload=x <b>\u202Eevil`

export const PANEL_FRAME: AdminFrame = {
  root: '/admin',
  sections: ['overview', 'clients', 'users', 'roles', 'sessions', 'activity', 'deliveries', 'keys', 'settings'],
  account: { name: 'Ana Souza', detail: 'ana@example.com' },
  other: { app: 'account', href: 'https://sso.example.com/portal/' },
  signOut: { action: '/admin/sign-out', hidden: { csrf: 'token-1' } },
  query: '',
  mayChange: true,
}

export const operationsPage = <Props extends object>(name: string, screen: Screen<Props>, props: Props): Fixture =>
  fixtureOf(`operations-${name}`, screen, props)
