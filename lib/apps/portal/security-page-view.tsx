/** The frame of a page about one way to sign in: within the security section, with the way back to all of them. */
import type { VNode } from 'preact'
import { ButtonLink } from '../../web/ui/components/button.tsx'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage, type PortalPageProps } from './frame-view.tsx'

export const SecurityPage = (
  props: Pick<PortalPageProps, 'frame' | 'title' | 'wrong' | 'children'> & Viewed,
): VNode => (
  <PortalPage
    {...props}
    section="security"
    crumbs={[{ label: props.view.t.portal.sections.security, href: `${props.frame.root}/security` }]}
  />
)

/** Back to all ways to sign in, with nothing changed. */
export const KeepButton = ({ frame, view }: InPortal & Viewed): VNode => (
  <ButtonLink look="secondary" href={`${frame.root}/security`}>
    {view.t.panel.keep}
  </ButtonLink>
)
