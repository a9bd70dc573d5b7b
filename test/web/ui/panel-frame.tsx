/** What fixtures of the panel's pages stand in. */
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import type { PageKind } from '../../../lib/web/ui/csp.ts'
import type { Screen, View } from '../../../lib/web/ui/view.ts'

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

export function operationsPage<Props extends object>(
  name: string,
  screen: Screen<Props>,
  props: Props,
): { readonly name: string; readonly kind: PageKind; readonly page: (view: View) => string } {
  return { name: `operations-${name}`, kind: 'panel', page: (view) => renderPage(screen, props, view) }
}
