/**
 * Offers a passkey after a password sign-in, if the sign-in page's script found that the browser can create one. The
 * user can create one or continue without it. Recovery codes created with a first passkey are shown only once.
 */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { CodesOnce } from '../../web/ui/components/copy-field.tsx'
import { Button, Form } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { HasView } from '../../web/ui/view.ts'
import type { StagePageProps } from './button-stages-view.tsx'

export type PasskeyOfferIssue = 'refused' | 'taken'

export interface PasskeyOfferProps extends StagePageProps {
  /** URL from which the script fetches the options for creating a passkey. */
  readonly optionsHref: string
  readonly issue?: PasskeyOfferIssue | undefined
}

export function PasskeyOffer({ form, client, optionsHref, issue }: PasskeyOfferProps, { view }: HasView): VNode {
  const { offer, security } = view.t.factors
  const { newPasskey } = security
  return (
    <Card client={client} issue={issue && { text: newPasskey[issue] }} title={offer.title} lead={offer.lead}>
      <Effects effects={offer.effects} />
      <Form target={form}>
        <div class="sso-actions">
          <PasskeyButton
            ceremony="create"
            look="primary"
            optionsHref={optionsHref}
            label={newPasskey.create}
            explained
          />
          <Button look="secondary" name="action" value="continue">
            {offer.later}
          </Button>
        </div>
        <p class="sso-fine">{offer.laterHint}</p>
      </Form>
    </Card>
  )
}

/** The script lets the browser create a passkey without a question, and goes on. Without it, the button goes on. */
export function PasskeySilent(
  { form, client, optionsHref }: Omit<PasskeyOfferProps, 'issue'>,
  { view }: HasView,
): VNode {
  const { offer } = view.t.factors
  return (
    <Card client={client} title={offer.signedIn}>
      <Form target={form}>
        <input type="hidden" name="passkey" value="" data-sso-silent={optionsHref} />
        <div class="sso-actions">
          <Button name="action" value="continue">
            {rich(offer.onward, { client: <bdi>{client.name}</bdi> })}
          </Button>
        </div>
      </Form>
      <script type="module" src={view.asset('silent-passkey.js')} />
    </Card>
  )
}

export interface PasskeyCreatedProps extends StagePageProps {
  /** Recovery codes created with the user's first passkey. They cannot be shown again. */
  readonly codes?: readonly string[] | undefined
}

export function PasskeyCreated({ form, client, codes }: PasskeyCreatedProps, { view }: HasView): VNode {
  const { offer } = view.t.factors
  return (
    <Card client={client} title={offer.created} lead={codes === undefined ? offer.createdLead : offer.codesLead}>
      <CodesOnce codes={codes} />
      <Form target={form}>
        <div class="sso-actions">
          <Button name="action" value="continue">
            {rich(offer.onward, { client: <bdi>{client.name}</bdi> })}
          </Button>
        </div>
      </Form>
    </Card>
  )
}
