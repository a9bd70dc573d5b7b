/** The frame of every page of the user portal: its sections, account and flash message, around the page's own content. */
import type { VNode } from 'preact'
import type { IconName } from '../../web/ui/components/icon.tsx'
import { type PanelFrame, PanelLayout, type PanelLayoutProps } from '../../web/ui/components/panel-layout.tsx'
import type { Viewed } from '../../web/ui/view.ts'

export type PortalSection = 'home' | 'profile' | 'security' | 'devices' | 'apps'

const ICONS: Record<PortalSection, IconName> = {
  home: 'home',
  profile: 'user',
  security: 'shield',
  devices: 'device',
  apps: 'app',
}

export type PortalFrame = PanelFrame<PortalSection>

/** A page of the portal is a screen whose props contain the frame. */
export interface InPortal {
  readonly frame: PortalFrame
}

export type PortalPageProps = InPortal & PanelLayoutProps & { readonly section?: PortalSection | undefined }

export function PortalPage({ frame, section, view, ...rest }: PortalPageProps & Viewed): VNode {
  const { portal } = view.t
  const shell = { frame, section, labels: portal.sections, icons: ICONS, label: portal.label }
  return <PanelLayout {...rest} view={view} shell={shell} />
}
