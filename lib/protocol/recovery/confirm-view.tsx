/** Pages that emails link to and that require only one click. */
import type { VNode } from 'preact'
import { type AccountView, Card, Identity } from '../../web/ui/components/card.tsx'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'

export interface LinkPageProps {
  readonly form: FormTarget
  readonly account: AccountView
}

/** Verifies an email address: the email links here, and the form completes the verification. */
export function RecoveryAddress({
  form,
  account,
  address,
  view,
}: LinkPageProps & { readonly address: string } & HasView): VNode {
  const t = view.t.recovery.address
  const lead = rich(t.lead, { address: <bdi>{address}</bdi> })
  return (
    <Card view={view} mark={{ icon: 'mail', tone: 'info' }} title={t.title} lead={lead}>
      <Identity account={account} />
      <Form target={form}>
        <div class="sso-actions">
          <Button>{t.submit}</Button>
        </div>
      </Form>
    </Card>
  )
}

/** "This wasn't me": lists what submitting the form will end. */
export function RecoveryNotMe({ form, account, view }: LinkPageProps & HasView): VNode {
  const t = view.t.recovery.notMe
  return (
    <Card view={view} mark={{ icon: 'shield', tone: 'warn' }} title={t.title} lead={t.lead} focusHeading>
      <Identity account={account} />
      <Effects effects={t.effects} />
      <p class="sso-fine">{t.kept}</p>
      <Form target={form}>
        <div class="sso-actions">
          <Button look="danger">{t.submit}</Button>
        </div>
      </Form>
    </Card>
  )
}
