/**
 * The frame of every page of the administration panel: its sections, search, account and flash message, around the page's
 * own content. Pages say which section they belong to; texts come from the catalogue, addresses from the frame.
 */
import type { IconName } from '../../../web/ui/components/icon.tsx'
import { type PanelFrame, PanelLayout, type PanelLayoutProps } from '../../../web/ui/components/panel-layout.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'

/** In the order of the menu. */
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
  /** What was searched for. */
  readonly query: string
  /** False for viewers: no form and no button that changes something is shown. */
  readonly mayChange: boolean
  /** Where users sign in again before they save what they type on this page; absent if they need not. */
  readonly confirmHref?: string | undefined
}

/** A page of the panel is a screen whose props contain the frame. */
export interface Framed {
  readonly frame: AdminFrame
}

export type AdminPageProps = Framed &
  PanelLayoutProps & {
    /** Absent on pages that belong to no section. */
    readonly section?: AdminSection
  }

export function AdminPage({ frame, section, view, children, ...rest }: AdminPageProps & Viewed): VNode {
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
