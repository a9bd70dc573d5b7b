import { mayOfferPasskey, PASSKEY_OFFER_PAUSE_SECONDS } from '../../../policies/passkey-offer.ts'
import type { InteractionServices } from './open-interaction.ts'

export type OfferServices = Pick<InteractionServices, 'users' | 'passkeys' | 'records' | 'offersPasskey'>

const OFFERED = 'passkey-offer'

/** Whether the user is offered a passkey now. That they were is noted by the same step, so it is once, on all nodes. */
export async function offersPasskey(
  { users, passkeys, records, offersPasskey: isOffered }: OfferServices,
  sub: string,
  browser: 'can' | 'cannot',
): Promise<boolean> {
  const enabled = isOffered()
  if (passkeys === undefined || !mayOfferPasskey({ enabled, browser, passkeys: 0 })) return false
  const known = (await users.passkeys?.list(sub)) ?? []
  if (!mayOfferPasskey({ enabled, browser, passkeys: known.length })) return false
  return (await records.claim(OFFERED, sub, '', PASSKEY_OFFER_PAUSE_SECONDS * 1000)) === 'claimed'
}
