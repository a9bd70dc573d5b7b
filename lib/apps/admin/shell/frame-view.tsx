/** The frame of every panel page: sections, search, account and flash message around the page's content. */
import type { IconName } from '../../../web/ui/components/icon.tsx'
import { type PanelFrame, PanelLayout, type PanelLayoutProps } from '../../../web/ui/components/panel-layout.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'

/** In menu order. */
const ICONS = {
  overview: 'chart',
  clients: 'app',
  users: 'user',
  roles: 'shield',
  sessions: 'device',
  activity: 'activity',
  deliveries: 'mail',
  keys: 'key',
  settings: 'settings',
} as const satisfies Record<string, IconName>

export type AdminSection = keyof typeof ICONS
export const panelSections = Object.keys(ICONS) as readonly AdminSection[]

export interface AdminFrame extends PanelFrame<AdminSection> {
  readonly query: string
  /** False for viewers: the page shows no form and no button that changes something. */
  readonly mayChange: boolean
  /** URL of the sign-in that saving on this page requires; absent if the current sign-in is enough. */
  readonly confirmHref?: string | undefined
}

export interface Framed {
  readonly frame: AdminFrame
}

export type AdminPageProps = Framed &
  PanelLayoutProps & {
    /** Absent on pages outside the sections. */
    readonly section?: AdminSection
  }

export function AdminPage({ frame, section, view, children, ...rest }: AdminPageProps & HasView): VNode {
  const { admin } = view.t
  return (
    <PanelLayout
      {...rest}
      view={view}
      shell={{
        frame,
        section,
        labels: admin.sections,
        icons: ICONS,
        label: admin.label,
        badge: frame.mayChange ? undefined : { text: admin.viewOnly, hint: admin.viewOnlyHint },
        search: { action: `${frame.root}/search`, query: frame.query },
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
