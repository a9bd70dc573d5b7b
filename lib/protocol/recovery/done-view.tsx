/** Shown after the user has completed a form that an email linked to. Any new recovery codes are shown only here. */
import type { VNode } from 'preact'
import { Card } from '../../web/ui/components/card.tsx'
import { CodesOnce } from '../../web/ui/components/copy-field.tsx'
import { ButtonLink } from '../../web/ui/components/form.tsx'
import { isolate } from '../../web/ui/texts/format/words.ts'
import type { HasView, View } from '../../web/ui/view.ts'

export type RecoveryDoneKind =
  | 'password'
  | 'passkey'
  | 'invitation'
  | 'connected'
  | 'address'
  | 'address-taken'
  | 'secured'

export interface RecoveryDoneProps {
  readonly done: RecoveryDoneKind
  /** The verified email address. */
  readonly address?: string | undefined
  /** Name of the external provider where the user signs in. */
  readonly provider?: string | undefined
  readonly codes?: readonly string[] | undefined
  /** URL of the next page; undefined if there is no portal. */
  readonly href: string | undefined
}

export function RecoveryDone(
  { done, address = '', provider = '', codes, href }: RecoveryDoneProps,
  { view }: HasView,
): VNode {
  const { title, lead, action } = wordsOf(done, { address, provider }, view)
  const isGood = done !== 'address-taken'
  return (
    <Card
      mark={isGood ? { icon: 'check', tone: 'ok' } : { icon: 'alert', tone: 'warn' }}
      title={title}
      lead={codes === undefined ? lead : view.t.factors.offer.codesLead}
      focusHeading
    >
      <CodesOnce codes={codes} />
      {href === undefined ? null : (
        <div class="sso-actions">
          <ButtonLink look="primary" href={href}>
            {action}
          </ButtonLink>
        </div>
      )}
    </Card>
  )
}

function wordsOf(
  done: RecoveryDoneKind,
  { address, provider }: { readonly address: string; readonly provider: string },
  { t: { recovery } }: View,
): { readonly title: string; readonly lead: string; readonly action: string } {
  const t = recovery.done
  switch (done) {
    case 'password':
      return { title: t.password, lead: t.passwordLead, action: t.signIn }
    case 'passkey':
      return { title: t.passkey, lead: t.passkeyLead, action: t.signIn }
    case 'invitation':
      return { title: t.invitation, lead: t.invitationLead, action: t.signIn }
    case 'connected':
      return { title: t.invitation, lead: t.connectedLead({ provider: isolate(provider) }), action: t.signIn }
    case 'address':
      return {
        title: recovery.address.done,
        lead: recovery.address.doneLead({ address: isolate(address) }),
        action: recovery.address.account,
      }
    case 'address-taken':
      return { title: recovery.address.taken, lead: recovery.address.takenLead, action: recovery.address.account }
    case 'secured':
      return { title: recovery.notMe.done, lead: recovery.notMe.doneLead, action: recovery.notMe.next }
  }
}
