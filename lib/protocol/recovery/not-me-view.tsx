/** "This wasn't me": lists what the form ends, before it is submitted. */
import type { VNode } from 'preact'
import { type AccountView, Card, Identity } from '../../web/ui/components/card.tsx'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import type { Viewed } from '../../web/ui/view.ts'

export interface RecoveryNotMeProps {
  readonly form: FormTarget
  readonly account: AccountView
}

export function RecoveryNotMe({ form, account, view }: RecoveryNotMeProps & Viewed): VNode {
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
