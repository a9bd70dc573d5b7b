/** Shown inside the frame if a page does not exist or viewers cannot open it. The menu stays available. */
import type { ErrorBody } from '../../../web/http/errors.ts'
import { LinkRow } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { HasView, VNode } from '../../../web/ui/view.ts'
import { Missing } from '../../first-party/no-access-view.tsx'
import { AdminPage, type AdminSection, type Framed } from './frame-view.tsx'

export function PanelRefused(
  { frame, reason, body }: { readonly reason: 'viewer' | 'helpdesk' | 'missing'; readonly body: ErrorBody } & Framed,
  { view }: HasView,
): VNode {
  const { refused, sections } = view.t.admin
  const { title, what, text } = refused[reason]
  return (
    <AdminPage title={title}>
      <Missing
        icon={reason === 'missing' ? 'search' : 'lock'}
        title={what}
        text={text}
        home={{ label: sections[frame.sections[0] ?? 'overview'], href: `${frame.root}/` }}
        body={body}
      />
    </AdminPage>
  )
}

export interface ConfirmIdentityProps extends Framed {
  readonly section: AdminSection
  /** URL of the page that shows the form. Opening it starts the required sign-in. */
  readonly href: string
}

/** Shown when a form is submitted with a sign-in that is too old. Nothing was changed; a link leads to the sign-in. */
export function ConfirmIdentity({ section, href }: ConfirmIdentityProps, { view }: HasView): VNode {
  const { confirmIdentity } = view.t.admin
  return (
    <AdminPage section={section} title={confirmIdentity.title}>
      <Section id="why" title={confirmIdentity.title} lead={confirmIdentity.text}>
        <LinkRow look="primary" href={href}>
          {confirmIdentity.action}
        </LinkRow>
      </Section>
    </AdminPage>
  )
}
