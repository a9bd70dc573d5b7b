/**
 * Offers a passkey after a password sign-in, if the sign-in page's script found that the browser can create one. The
 * user can create it or continue without. Recovery codes created with a first passkey are shown once.
 */
import type { VNode } from 'preact'
import { Card, type ClientView } from '../../web/ui/components/card.tsx'
import { Effects } from '../../web/ui/components/confirm.tsx'
import { CopyField } from '../../web/ui/components/copy-field.tsx'
import { Button, ErrorSummary, Form, type FormTarget } from '../../web/ui/components/form.tsx'
import { PasskeyButton } from '../../web/ui/components/passkey.tsx'
import { rich } from '../../web/ui/texts/format/words.ts'
import type { Viewed } from '../../web/ui/view.ts'

export type PasskeyOfferFault = 'refused' | 'taken'

export interface PasskeyOfferProps {
  readonly form: FormTarget
  readonly client: ClientView
  /** URL of the ceremony's options, for the script. */
  readonly optionsHref: string
  readonly fault?: PasskeyOfferFault | undefined
}

export function PasskeyOffer({ form, client, optionsHref, fault, view }: PasskeyOfferProps & Viewed): VNode {
  const { offer, security } = view.t.factors
  const { newPasskey } = security
  return (
    <Card view={view} client={client} wrong={fault !== undefined} title={offer.title} lead={offer.lead}>
      <ErrorSummary issues={fault === undefined ? [] : [{ text: newPasskey[fault] }]} view={view} />
      <Effects effects={offer.effects} />
      <Form target={form}>
        <div class="sso-actions">
          <PasskeyButton
            view={view}
            ceremony="create"
            look="primary"
            optionsHref={optionsHref}
            label={newPasskey.create}
            stopped={newPasskey.stopped}
            unsupported={newPasskey.unsupported}
            withoutScript={newPasskey.withoutScript}
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

export interface PasskeyCreatedProps {
  readonly form: FormTarget
  readonly client: ClientView
  /** Created with a first passkey; they cannot be shown again. */
  readonly codes?: readonly string[] | undefined
}

export function PasskeyCreated({ form, client, codes, view }: PasskeyCreatedProps & Viewed): VNode {
  const { offer, security } = view.t.factors
  const t = security.codes
  return (
    <Card
      view={view}
      client={client}
      title={offer.created}
      lead={codes === undefined ? offer.createdLead : offer.codesLead}
    >
      {codes === undefined ? null : (
        <div class="sso-once" data-sso-once={t.leaving}>
          <div class="sso-codes">
            <CopyField view={view} id="recovery-codes" label={t.label} value={codes.join('\n')} rows={codes.length} />
          </div>
          <p class="sso-strong">{t.warning}</p>
        </div>
      )}
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
