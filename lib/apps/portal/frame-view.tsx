/** The frame of every page of the user portal: its sections, account and flash message, around the page's own content. */
import type { VNode } from 'preact'
import type { Tone } from '../../web/ui/components/badge.tsx'
import { Banner } from '../../web/ui/components/banner.tsx'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import type { IconName } from '../../web/ui/components/icon.tsx'
import type { AccountView } from '../../web/ui/components/identity.tsx'
import { PanelLayout, type PanelLayoutProps } from '../../web/ui/components/panel-layout.tsx'
import type { Viewed } from '../../web/ui/view.ts'

export type PortalSection = 'home' | 'profile' | 'password' | 'security' | 'devices' | 'apps' | 'activity'

const ICONS: Record<PortalSection, IconName> = {
  home: 'app',
  profile: 'user',
  password: 'key',
  security: 'lock',
  devices: 'device',
  apps: 'shield',
  activity: 'activity',
}

export interface PortalFrame {
  /** Path of the portal, without a final slash. */
  readonly root: string
  readonly sections: readonly PortalSection[]
  readonly account: AccountView
  readonly signOut: FormTarget
  readonly news?: { readonly tone: Tone; readonly text: string } | undefined
}

/** A page of the portal is a screen whose props contain the frame. */
export interface InPortal {
  readonly frame: PortalFrame
}

export type PortalPageProps = InPortal &
  Omit<PanelLayoutProps, 'shell'> & { readonly section?: PortalSection | undefined }

export function PortalPage({ frame, section, children, view, ...rest }: PortalPageProps & Viewed): VNode {
  const { portal } = view.t
  const { root, news } = frame
  return (
    <PanelLayout
      view={view}
      {...rest}
      shell={{
        homeHref: `${root}/`,
        label: portal.label,
        account: frame.account,
        signOut: frame.signOut,
        sections: frame.sections.map((name) => ({
          label: portal.sections[name],
          icon: ICONS[name],
          href: name === 'home' ? `${root}/` : `${root}/${name}`,
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
