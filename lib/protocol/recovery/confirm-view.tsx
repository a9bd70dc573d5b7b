/** Pages for links in emails where the user only has to click a button. */
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

/** Page linked from a verification email. The address counts as verified once the user submits the form. */
export function RecoveryAddress(
  { form, account, address }: LinkPageProps & { readonly address: string },
  { view }: HasView,
): VNode {
  const t = view.t.recovery.address
  const lead = rich(t.lead, { address: <bdi>{address}</bdi> })
  return (
    <Card mark={{ icon: 'mail', tone: 'info' }} title={t.title} lead={lead}>
      <Identity account={account} />
      <Form target={form}>
        <div class="sso-actions">
          <Button>{t.submit}</Button>
        </div>
      </Form>
    </Card>
  )
}

/** "This wasn't me" page: lists what Portico will do once the user submits the form. */
export function RecoveryNotMe({ form, account }: LinkPageProps, { view }: HasView): VNode {
  const t = view.t.recovery.notMe
  return (
    <Card mark={{ icon: 'shield', tone: 'warn' }} title={t.title} lead={t.lead} focusHeading>
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
