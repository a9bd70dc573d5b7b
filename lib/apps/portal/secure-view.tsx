/** "Wasn't you?": one step that takes the account back, a new password and everything else signed out. */
import type { VNode } from 'preact'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { Form, type FormTarget, SubmitRow } from '../../web/ui/components/form.tsx'
import { Section } from '../../web/ui/components/section.tsx'
import { isolate } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'
import { type InPortal, PortalPage } from './frame-view.tsx'
import { PasswordFields, type PasswordFieldsProps, passwordSummary } from './password-view.tsx'
import { securityHref } from './security-page-view.tsx'

export interface PortalSecureProps extends InPortal {
  readonly form: FormTarget
  /** Absent where the service does not keep the password: then it is changed elsewhere, and here the rest is ended. */
  readonly password?: PasswordFieldsProps | undefined
}

export function PortalSecure({ frame, form, password, view }: PortalSecureProps & Viewed): VNode {
  const t = view.t.portal.secure
  const title = password === undefined ? t.end : t.both
  const back = securityHref(frame)
  return (
    <PortalPage
      frame={frame}
      section="security"
      view={view}
      title={t.title}
      lead={t.lead}
      wrong={password?.fault !== undefined}
      crumbs={[{ label: view.t.portal.sections.security, href: back }]}
    >
      <Section id="secure" title={title} danger>
        {password === undefined ? (
          <p>{t.elsewhere({ company: isolate(view.product.name) })}</p>
        ) : (
          passwordSummary(password, view)
        )}
        <Effects effects={t.effects} />
        <Form target={form}>
          {password === undefined ? null : <PasswordFields {...password} view={view} />}
          <SubmitRow look="danger" cancelHref={back} view={view}>
            {title}
          </SubmitRow>
        </Form>
      </Section>
    </PortalPage>
  )
}
