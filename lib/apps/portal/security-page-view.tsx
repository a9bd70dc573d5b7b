/** The frame of a page about one way to sign in: within the security section, with the way back to all of them. */
import type { VNode } from 'preact'
import type { Viewed } from '../../web/ui/view.ts'
import { type PortalFrame, PortalPage, type PortalPageProps } from './frame-view.tsx'

export const SecurityPage = (
  props: Pick<PortalPageProps, 'frame' | 'title' | 'lead' | 'wrong' | 'children'> & Viewed,
): VNode => (
  <PortalPage
    {...props}
    section="security"
    crumbs={[{ label: props.view.t.portal.sections.security, href: securityHref(props.frame) }]}
  />
)

/** Of the page with all ways to sign in. */
export const securityHref = ({ root }: PortalFrame): string => `${root}/security`
