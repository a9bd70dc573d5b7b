/**
 * The frame of every page of the administration panel: its sections, search, account and news, around the page's own
 * content. Pages say which section they belong to; texts come from the catalogue, addresses from the frame.
 */
import type { VNode } from 'preact'
import type { Tone } from '../../../web/ui/components/badge.tsx'
import { Banner } from '../../../web/ui/components/banner.tsx'
import type { FormTarget } from '../../../web/ui/components/form.tsx'
import type { IconName } from '../../../web/ui/components/icon.tsx'
import type { AccountView } from '../../../web/ui/components/identity.tsx'
import { PanelLayout, type PanelLayoutProps } from '../../../web/ui/components/panel-layout.tsx'
import type { Viewed } from '../../../web/ui/view.ts'

export type AdminSection =
  | 'overview'
  | 'clients'
  | 'users'
  | 'roles'
  | 'sessions'
  | 'activity'
  | 'deliveries'
  | 'keys'
  | 'settings'

const ICONS: Record<AdminSection, IconName> = {
  overview: 'chart',
  clients: 'app',
  users: 'user',
  roles: 'shield',
  sessions: 'device',
  activity: 'activity',
  deliveries: 'mail',
  keys: 'key',
  settings: 'settings',
}

/** What was done, told on the page after it. */
export interface News {
  readonly tone: Tone
  readonly text: string
}

export interface AdminFrame {
  /** Path of the panel, without a final slash; empty at the root of a host. */
  readonly root: string
  /** The sections there are, in order. */
  readonly sections: readonly AdminSection[]
  readonly account: AccountView
  readonly signOut: FormTarget
  /** What was searched for. */
  readonly query: string
  /** False for viewers: no form and no button that changes something is shown. */
  readonly mayChange: boolean
  readonly news?: News | undefined
}

/** A page of the panel is a screen whose props contain the frame. */
export interface Framed {
  readonly frame: AdminFrame
}

export type AdminPageProps = Framed &
  Omit<PanelLayoutProps, 'shell'> & {
    /** Absent on pages that belong to no section. */
    readonly section?: AdminSection
  }

export function AdminPage({ frame, section, children, view, ...rest }: AdminPageProps & Viewed): VNode {
  const { admin } = view.t
  const { root, news } = frame
  return (
    <PanelLayout
      view={view}
      {...rest}
      shell={{
        homeHref: `${root}/`,
        label: admin.label,
        badge: frame.mayChange ? undefined : { text: admin.viewOnly, hint: admin.viewOnlyHint },
        account: frame.account,
        signOut: frame.signOut,
        search: { action: `${root}/search`, query: frame.query },
        sections: frame.sections.map((name) => ({
          label: admin.sections[name],
          icon: ICONS[name],
          href: name === 'overview' ? `${root}/` : `${root}/${name}`,
          current: name === section,
        })),
      }}
    >
      {news === undefined ? null : (
        <Banner tone={news.tone} focus>
          {news.text}
        </Banner>
      )}
      {children}
    </PanelLayout>
  )
}
