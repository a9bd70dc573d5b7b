/** Verifies an email address: the email links here, and the form completes the verification. */
import type { VNode } from 'preact'
import { type AccountView, Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface RecoveryAddressProps {
  readonly form: FormTarget
  readonly account: AccountView
  readonly address: string
}

export function RecoveryAddress({ form, account, address, view }: RecoveryAddressProps & Viewed): VNode {
  const t = view.t.recovery.address
  return (
    <Card
      view={view}
      mark={{ icon: 'mail', tone: 'info' }}
      title={t.title}
      lead={rich(t.lead, { address: <bdi>{address}</bdi> })}
    >
      <Identity account={account} />
      <Form target={form}>
        <div class="sso-actions">
          <Button>{t.submit}</Button>
        </div>
      </Form>
    </Card>
  )
}
