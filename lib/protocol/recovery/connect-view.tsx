/** Page for an invited user who signs in at an external provider. Shows the provider and the account. */
import type { VNode } from 'preact'
import { Card, Identity } from '../../web/ui/components/card.tsx'
import { Button, Form } from '../../web/ui/components/form.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { LinkPageProps } from './confirm-view.tsx'

export interface RecoveryConnectProps extends LinkPageProps {
  /** Name of the provider. */
  readonly provider: string
  /** `taken`: the identity belongs to another account. `failed`: the sign-in was not started on this page. */
  readonly issue: 'taken' | 'failed' | undefined
}

export function RecoveryConnect({ form, account, provider, issue }: RecoveryConnectProps, { view }: HasView): VNode {
  const { choose } = view.t.recovery
  const { identities } = view.t.factors.security
  const product = view.product.name
  const named = { provider: isolate(provider) }
  return (
    <Card
      mark={{ icon: 'lock', tone: 'info' }}
      issue={issue && { text: identities[issue](named) }}
      title={choose.welcome({ product: isolate(product) })}
      heading={rich(choose.welcome, { product: <bdi>{product}</bdi> })}
      lead={choose.connectLead(named)}
    >
      <Identity account={account} />
      <Form target={form}>
        <div class="sso-actions">
          <Button>{view.t.signIn.continueWith({ name: named.provider })}</Button>
        </div>
      </Form>
    </Card>
  )
}
