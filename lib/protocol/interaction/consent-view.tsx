/**
 * Consent page: shows the client, the requested scopes in plain words, and the redirect URI. Both buttons look alike
 * and neither receives focus, so users choose freely. Previously granted scopes are collapsed.
 */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { ConsentForm, type ConsentProps } from '../../web/ui/components/consent-form.tsx'
import { isolate, rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'

export function Consent(props: ConsentProps, { view }: HasView): VNode {
  const { client } = props
  const { t, product } = view
  return (
    <Card
      client={client}
      focusHeading
      title={t.consent.title({ client: isolate(client.name), product: product.name })}
      heading={rich(t.consent.title, { client: <bdi>{client.name}</bdi>, product: <bdi>{product.name}</bdi> })}
    >
      <ConsentForm {...props} />
    </Card>
  )
}
