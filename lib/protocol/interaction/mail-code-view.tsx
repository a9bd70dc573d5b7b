/** Asks for an emailed code after the password. Has a single field, so that the code can be pasted or autofilled. */
import type { VNode } from 'preact'
import { Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Field, Form, type FormIssue } from '../../web/ui/components/form.tsx'
import { ONE_TIME_CODE } from '../../web/ui/components/second-factor.tsx'
import { Countdown, Link } from '../../web/ui/components/text.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'
import type { AccountPageProps } from './button-stages-view.tsx'
import { WaysOut } from './ways-out-view.tsx'

export type MailCodeIssue =
  | { readonly kind: 'missing' | 'wrong' | 'expired' }
  | { readonly kind: 'throttled'; readonly retryAfterSeconds: number }

export interface MailCodeProps extends AccountPageProps {
  /** Lifetime of a code in minutes. */
  readonly minutes: number
  /** URL of the sign-in page for another account. */
  readonly otherHref: string
  /** Whether another email was sent; undefined if the user did not request one. */
  readonly again?: 'sent' | 'too-many' | undefined
  readonly issue?: MailCodeIssue | undefined
}

export function MailCode(
  { form, client, account, minutes, otherHref, again, issue }: MailCodeProps,
  { view }: HasView,
): VNode {
  const t = view.t.mailCode
  return (
    <Card client={client} issue={issue && formIssueOf(issue, view)} title={t.title} lead={t.lead({ minutes })}>
      {again === undefined ? null : <p role="status">{again === 'sent' ? t.sent : t.tooMany}</p>}
      <Identity account={account} action={<Link href={otherHref}>{view.t.signIn.notYou}</Link>} />
      <Form target={form}>
        <Field
          id="mail_code"
          name="mail_code"
          label={t.code}
          error={issue === undefined || issue.kind === 'throttled' ? undefined : t[issue.kind]}
          input={{ ...ONE_TIME_CODE, autofocus: issue?.kind !== 'throttled' }}
        />
        <div class="sso-actions">
          <Button>{t.submit}</Button>
          <Button look="secondary" name="action" value="again">
            {t.again}
          </Button>
        </div>
        <p class="sso-fine">{t.spam}</p>
      </Form>
      <WaysOut form={form} client={client} />
    </Card>
  )
}

function formIssueOf(issue: MailCodeIssue, view: View): FormIssue {
  return issue.kind === 'throttled'
    ? { text: rich(view.t.common.tooManyTries, { when: <Countdown seconds={issue.retryAfterSeconds} /> }) }
    : { field: 'mail_code', text: view.t.mailCode[issue.kind] }
}
