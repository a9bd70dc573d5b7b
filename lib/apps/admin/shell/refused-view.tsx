/** A page of the panel that is not there, or not for viewers: said inside the frame, so that every section stays in reach. */
import type { ErrorBody } from '../../../web/pages/error-page-view.tsx'
import { LinkRow } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Viewed, VNode } from '../../../web/ui/view.ts'
import { Missing } from '../../first-party/no-access-view.tsx'
import { AdminPage, type AdminSection, type Framed } from './frame-view.tsx'

export function PanelRefused({
  frame,
  reason,
  body,
  view,
}: { readonly reason: 'viewer' | 'missing'; readonly body: ErrorBody } & Framed & Viewed): VNode {
  const { refused, sections } = view.t.admin
  const { title, what, text } = refused[reason]
  return (
    <AdminPage frame={frame} view={view} title={title}>
      <Missing
        icon={reason === 'viewer' ? 'lock' : 'search'}
        title={what}
        text={text}
        home={{ label: sections.overview, href: `${frame.root}/` }}
        body={body}
      />
    </AdminPage>
  )
}

export interface ConfirmIdentityProps extends Framed {
  readonly section: AdminSection
  /** Of the form, which asks for the sign-in when it is opened. */
  readonly href: string
}

/** A form that was sent with a sign-in that is too old: nothing was done, the way on is a link. */
export function ConfirmIdentity({ frame, section, href, view }: ConfirmIdentityProps & Viewed): VNode {
  const { confirmIdentity } = view.t.admin
  return (
    <AdminPage frame={frame} section={section} view={view} title={confirmIdentity.title}>
      <Section id="why" title={confirmIdentity.title} lead={confirmIdentity.text}>
        <LinkRow look="primary" href={href}>
          {confirmIdentity.action}
        </LinkRow>
      </Section>
    </AdminPage>
  )
}
