import {
  mayOfferPasskey,
  PASSKEY_OFFER_PAUSE_SECONDS,
  SILENT_PASSKEY_PAUSE_SECONDS,
} from '../../../policies/passkey-offer.ts'
import { decideRecentSignIn } from '../../../policies/recent-sign-in.ts'
import { asksSecondStep, secondFactorsOf } from '../../domain/accounts/factors/second-factors.ts'
import type { InteractionServices } from './open-interaction.ts'

export type OfferServices = Pick<InteractionServices, 'users' | 'passkeys' | 'storage' | 'login' | 'seconds'>

const OFFERED = 'passkey-offer'

/** Whether the user can add a passkey now. Check again when adding it, because the user's factors may have changed. */
export async function mayAddPasskey(
  { users, passkeys: ceremonies, login, seconds }: OfferServices,
  sub: string,
  acr: string,
): Promise<boolean> {
  const enabled = ceremonies !== undefined && login.offerPasskey !== false
  if (!enabled) return false
  const factors = await secondFactorsOf(users, sub)
  const now = seconds()
  const signIn = decideRecentSignIn({ acr, signedInAt: now, hasFactor: asksSecondStep(factors), now })
  return mayOfferPasskey({ enabled, browser: 'can', passkeys: factors.passkeys.length, signIn })
}

/** Whether to offer the user a passkey now. Also records the offer, so that no other node repeats it too soon. */
export async function offersPasskey(
  services: OfferServices,
  sub: string,
  acr: string,
  browser: 'can' | 'cannot',
): Promise<boolean> {
  if (browser === 'cannot' || !(await mayAddPasskey(services, sub, acr))) return false
  const pause = services.login.offerPasskey === 'silent' ? SILENT_PASSKEY_PAUSE_SECONDS : PASSKEY_OFFER_PAUSE_SECONDS
  const claim = await services.storage.records.claim(OFFERED, sub, '', pause * 1000)
  return claim === 'claimed'
}
