/** The user signed in meanwhile in another tab, and can continue or choose another account. */
import type { VNode } from 'preact'
import { type AccountView, Card, type ClientView, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export interface SignedInProps {
  readonly form: FormTarget
  readonly client: ClientView
  readonly account: AccountView
}

export function SignedIn({ form, client, account, view }: SignedInProps & Viewed): VNode {
  const { t } = view
  return (
    <Card
      view={view}
      client={client}
      lead={t.signIn.alreadyLead}
      title={t.signIn.alreadyTitle({ name: isolate(account.name) })}
      heading={rich(t.signIn.alreadyTitle, { name: <bdi>{account.name}</bdi> })}
    >
      <Identity account={account} />
      <Form target={form}>
        <div class="sso-actions">
          <Button name="action" value="continue">
            {rich(t.signIn.goOn, { client: <bdi>{client.name}</bdi> })}
          </Button>
          <Button look="secondary" name="action" value="other">
            {t.common.otherAccount}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
