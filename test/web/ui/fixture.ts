/** One page in one state, and what many of them show. */
import type { AdminFrame } from '../../../lib/apps/admin/shell/frame-view.tsx'
import type { PortalFrame } from '../../../lib/apps/portal/frame-view.tsx'
import { renderPage } from '../../../lib/web/pages/render.ts'
import type { PageKind } from '../../../lib/web/ui/csp.ts'
import type { Screen, View } from '../../../lib/web/ui/view.ts'

export interface Fixture {
  readonly name: string
  readonly kind: PageKind
  /** The same for all states of a page. */
  readonly screen: unknown
  readonly page: (view: View) => string
}

/** The icon of an app, and the name under which it is served. */
export const ICON_FILE = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path fill="#1a1d23" d="M2 2h5v5h-5z"/></svg>',
)
export const ICON = `${'0a'.repeat(16)}.svg`
export const HOSTILE = `<script>alert(1)</script>"' onload=x <b>\u202Eevil`
export const LONG = 'Quarterly Reconciliation and Intercompany Settlement Workbench (Staging)'
export const NOW = new Date('2026-11-21T15:04:05Z')
/** In November 2026. */
export const at = (day: number, hour = 9): Date => new Date(Date.UTC(2026, 10, day, hour))
export const hidden = { csrf: 'token-1' }
/** What a new password of Ana is checked against. */
export const LIMITS = { minLength: 15, words: ['ana', 'ana@example.com', 'Portico'] }
export const ana = { name: 'Ana Souza', detail: 'ana@example.com' }
/** The response of an app whose access rule denies the user. */
export const NO_ROLE = {
  error: 'access_denied',
  error_description: 'the user does not have access to this client',
  request_id: 'req_7Yq2',
  error_ref: 'access_rule',
}
export const hostile = { name: HOSTILE, detail: HOSTILE }

export const FRAME: AdminFrame = {
  root: '/admin',
  sections: [
    'overview',
    'clients',
    'users',
    'roles',
    'sessions',
    'activity',
    'deliveries',
    'keys',
    'appearance',
    'settings',
  ],
  account: ana,
  other: { app: 'account', href: 'https://sso.example.com/portal/' },
  signOut: { action: '/admin/sign-out', hidden },
  query: '',
  mayLook: true,
  mayChange: true,
}
/** Of a viewer, where the host keeps the users and there is no portal. */
export const VIEWER_FRAME: AdminFrame = {
  ...FRAME,
  other: undefined,
  sections: ['overview', 'clients', 'sessions', 'activity', 'deliveries', 'keys', 'settings'],
  mayChange: false,
}
/** Of a helper. */
export const HELPDESK_FRAME: AdminFrame = { ...FRAME, sections: ['users'], mayLook: false, mayChange: false }
export const PORTAL_FRAME: PortalFrame = {
  root: '/portal',
  sections: ['home', 'profile', 'security', 'devices', 'apps'],
  account: ana,
  other: { app: 'administration', href: '/admin/' },
  signOut: { action: '/portal/sign-out', hidden },
}

export const fixtureOf = <Props extends object>(
  name: string,
  screen: Screen<Props>,
  props: Props,
  kind: PageKind = 'panel',
): Fixture => ({ name, kind, screen, page: (view) => renderPage(screen, props, view) })

/** The content of a page in a fixture: of what all pages have, only the differences. */
type Given<Props, Known> = Omit<Props, keyof Known> & Partial<Pick<Props, keyof Known & keyof Props>>

/** Pages whose names begin alike, with what all of them have. */
export function pagesOf<Known extends object>(prefix: string, known: Known, kind: PageKind = 'panel') {
  const page = <Props extends Known>(name: string, screen: Screen<Props>, props: Given<Props, Known>): Fixture =>
    fixtureOf(prefix + name, screen, { ...known, ...props } as unknown as Props, kind)
  /** The states of one page by name: what all of them have, then what sets each apart. */
  const states =
    <const Same extends object>(same: Same) =>
    <Props extends Known>(
      screen: Screen<Props>,
      apart: Same extends Partial<Given<Props, Known>>
        ? Readonly<Record<string, Omit<Given<Props, Known>, keyof Same> & Partial<Given<Props, Known>>>>
        : never,
    ): readonly Fixture[] =>
      Object.entries(apart as Readonly<Record<string, object>>).map(([name, more]) =>
        page(name, screen, { ...same, ...more } as unknown as Given<Props, Known>),
      )
  return { page, states }
}

export const operations = pagesOf('operations-', { frame: FRAME })
