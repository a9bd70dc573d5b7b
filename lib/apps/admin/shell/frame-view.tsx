/** The frame around every panel page: sections, search, account, and flash message. */
import type { IconName } from '../../../web/ui/components/icon.tsx'
import {
  type PanelFrame,
  PanelLayout,
  type PanelLayoutProps,
  type PanelShell,
} from '../../../web/ui/components/panel-layout.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

/** Section icons, in menu order. */
const ICONS = {
  overview: 'chart',
  clients: 'app',
  users: 'user',
  roles: 'shield',
  sessions: 'device',
  activity: 'activity',
  deliveries: 'mail',
  keys: 'key',
  appearance: 'brush',
  settings: 'settings',
} as const satisfies Record<string, IconName>

export type AdminSection = keyof typeof ICONS
export const panelSections = Object.keys(ICONS) as readonly AdminSection[]

export interface AdminFrame extends PanelFrame<AdminSection> {
  readonly query: string
  /** False for helpers, who see only users and their failed sign-ins. */
  readonly mayLook: boolean
  /** False for viewers and helpers, whose pages contain no forms or buttons that change anything. */
  readonly mayChange: boolean
  /** URL of the sign-in that is required to save on this page; absent if the current sign-in is sufficient. */
  readonly confirmHref?: string | undefined
}

export interface Framed {
  readonly frame: AdminFrame
}

/** What components of the panel receive beside their props. */
export type InPanel = HasView & Framed

export interface AdminPageProps extends PanelLayoutProps {
  /** Absent on pages that belong to no section. */
  readonly section?: AdminSection
}

const badgeOf = ({ mayLook, mayChange }: AdminFrame, t: HasView['view']['t']['admin']): PanelShell<string>['badge'] =>
  mayChange
    ? undefined
    : mayLook
      ? { text: t.viewOnly, hint: t.viewOnlyHint }
      : { text: t.helpdesk, hint: t.helpdeskHint }

export function AdminPage({ section, children, ...rest }: AdminPageProps, { view, frame }: InPanel): VNode {
  const { admin } = view.t
  return (
    <PanelLayout
      {...rest}
      shell={{
        frame,
        section,
        labels: admin.sections,
        icons: ICONS,
        label: admin.label,
        badge: badgeOf(frame, admin),
        search: {
          action: `${frame.root}/search`,
          query: frame.query,
          secret: {
            hint: admin.search.secret,
            action: admin.search.inspect,
            inspectHref: frame.mayChange ? `${frame.root}/inspect` : undefined,
          },
        },
      }}
    >
      {frame.confirmHref === undefined ? null : (
        <p class="sso-hint">
          {admin.confirmIdentity.toSave} <Link href={frame.confirmHref}>{admin.confirmIdentity.action}</Link>
        </p>
      )}
      {children}
    </PanelLayout>
  )
}
