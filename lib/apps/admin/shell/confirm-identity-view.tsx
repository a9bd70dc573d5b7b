/** Where a disruptive form was sent with a sign-in that is too old by now: nothing was done; the way on is a link. */
import type { VNode } from 'preact'
import { ButtonLink } from '../../../web/ui/components/form.tsx'
import { Section } from '../../../web/ui/components/section.tsx'
import type { Viewed } from '../../../web/ui/view.ts'
import { AdminPage, type AdminSection, type Framed } from './frame-view.tsx'

export interface ConfirmIdentityProps extends Framed {
  readonly section: AdminSection
  /** Of the form, which asks for the sign-in when it is opened. */
  readonly href: string
}

export function ConfirmIdentity({ frame, section, href, view }: ConfirmIdentityProps & Viewed): VNode {
  const { confirmIdentity } = view.t.admin
  return (
    <AdminPage frame={frame} section={section} view={view} title={confirmIdentity.title}>
      <Section id="why" title={confirmIdentity.title} lead={confirmIdentity.text}>
        <div class="sso-row">
          <ButtonLink href={href}>{confirmIdentity.action}</ButtonLink>
        </div>
      </Section>
    </AdminPage>
  )
}
