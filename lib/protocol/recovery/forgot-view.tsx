/** Page for requesting a recovery email. It always looks the same, so as not to reveal whether an account exists. */
import type { VNode } from 'preact'
import { Card, ContactText } from '../../web/ui/components/card.tsx'
import { Button, ButtonLink, Field, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { Countdown } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'

export interface ForgotProps {
  readonly form: FormTarget
  /** URL of the sign-in page; undefined if there is none. */
  readonly backHref?: string | undefined
  readonly issue?:
    | { readonly kind: 'missing' }
    | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }
    | undefined
}

export function Forgot({ form, backHref, issue }: ForgotProps, { view }: HasView): VNode {
  const { recovery, signIn, common } = view.t
  const t = recovery.forgot
  const formIssue =
    issue?.kind === 'throttled'
      ? { text: rich(common.tooManyTries, { when: <Countdown seconds={issue.retryAfterSeconds} /> }) }
      : issue && { field: 'username', text: t.missing }
  return (
    <Card mark={{ icon: 'mail', tone: 'info' }} issue={formIssue} title={t.title} lead={t.lead}>
      <Form target={form}>
        <Field
          id="username"
          name="username"
          label={signIn.username}
          error={issue?.kind === 'missing' ? t.missing : undefined}
          input={{
            type: 'text',
            autocomplete: 'username',
            autocapitalize: 'none',
            spellcheck: false,
            dir: 'auto',
            required: true,
            autofocus: issue?.kind !== 'throttled',
          }}
        />
        <div class="sso-actions">
          <Button>{t.submit}</Button>
          <BackToSignIn href={backHref} />
        </div>
      </Form>
    </Card>
  )
}

export interface ForgotSentProps {
  readonly minutes: number
  readonly againHref: string
  readonly backHref?: string | undefined
}

export function ForgotSent({ minutes, againHref, backHref }: ForgotSentProps, { view }: HasView): VNode {
  const t = view.t.recovery.sent
  return (
    <Card mark={{ icon: 'mail', tone: 'ok' }} title={t.title} lead={t.lead} focusHeading>
      <div class="sso-prose">
        <p>{t.works({ minutes })}</p>
        <p>{t.spam}</p>
      </div>
      <div class="sso-actions">
        <ButtonLink href={againHref}>{t.again}</ButtonLink>
        <BackToSignIn href={backHref} />
      </div>
      <p class="sso-fine">
        <ContactText text={t.contact} otherwise={t.contactAdministrator} />
      </p>
    </Card>
  )
}

const BackToSignIn = ({ href }: { readonly href: string | undefined }, { view }: HasView): VNode | null =>
  href === undefined ? null : (
    <ButtonLink look="plain" href={href}>
      {view.t.errorPage.again}
    </ButtonLink>
  )
