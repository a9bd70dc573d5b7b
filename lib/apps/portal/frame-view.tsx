import type { ErrorBody } from '../../web/http/errors.ts'
import { Confirm, type ConfirmProps } from '../../web/ui/components/confirm.tsx'
import type { IconName } from '../../web/ui/components/icon.tsx'
import { type PanelFrame, PanelLayout, type PanelLayoutProps } from '../../web/ui/components/panel-layout.tsx'
import type { HasView, VNode } from '../../web/ui/view.ts'
import { Missing } from '../first-party/no-access-view.tsx'

/** Section icons, in menu order. */
const ICONS = {
  home: 'home',
  profile: 'user',
  security: 'shield',
  devices: 'device',
  apps: 'app',
} as const satisfies Record<string, IconName>

export type PortalSection = keyof typeof ICONS
export const portalSections = Object.keys(ICONS) as readonly PortalSection[]

export type PortalFrame = PanelFrame<PortalSection>

/** The props of every portal page contain the frame. */
export interface Framed {
  readonly frame: PortalFrame
}

/** What components of the portal receive beside their props. */
export type InPortal = HasView & Framed

export interface PortalPageProps extends PanelLayoutProps {
  readonly section?: PortalSection | undefined
}

export function PortalPage({ section, ...rest }: PortalPageProps, { view, frame }: InPortal): VNode {
  const { portal } = view.t
  const shell = { frame, section, labels: portal.sections, icons: ICONS, label: portal.label }
  return <PanelLayout {...rest} shell={shell} />
}

export const SecurityPage = (props: PortalPageProps, { view: { t }, frame }: InPortal): VNode => (
  <PortalPage
    {...props}
    section="security"
    crumbs={[{ label: t.portal.sections.security, href: securityHref(frame) }]}
  />
)

type QuestionProps = Omit<ConfirmProps, 'cancelHref'> & { readonly title: string }

/** Asks for confirmation before a change in a section. @param label label of the section's page */
export function PortalQuestion(
  { section, label, title, ...confirm }: QuestionProps & { section: PortalSection; label: string },
  { frame }: InPortal,
): VNode {
  const back = { label, href: `${frame.root}/${section}` }
  return (
    <PortalPage section={section} title={title} crumbs={[back]}>
      <Confirm {...confirm} cancelHref={back.href} />
    </PortalPage>
  )
}

/** Asks for confirmation before a change to a sign-in method. */
export const SecurityQuestion = (props: QuestionProps, { view: { t } }: HasView): VNode => (
  <PortalQuestion {...props} section="security" label={t.portal.sections.security} />
)

/** URL of the page that lists all sign-in methods. */
export const securityHref = ({ root }: PortalFrame): string => `${root}/security`

export function PortalMissing({ frame, body }: { readonly body: ErrorBody } & Framed, { view }: HasView): VNode {
  const { missing, sections } = view.t.portal
  return (
    <PortalPage title={missing.title}>
      <Missing
        icon="search"
        title={missing.what}
        text={missing.text}
        home={{ label: sections.home, href: `${frame.root}/` }}
        body={body}
      />
    </PortalPage>
  )
}
