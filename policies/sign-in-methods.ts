/**
 * The ways to authenticate other than the password: when a sign-in has a second step, what may be removed, and what is
 * removed along with it. Recovery codes are a substitute for a second factor and useless without one. The last sign-in
 * method cannot be removed: an account without a password must keep a passkey.
 *
 * Spec      second step of a sign-in, "Passkeys and two-step sign-in" in the portal
 * RFC       none
 * Deny      last-way-in: the page shows why, and nothing is changed
 * Enforced  lib/domain/accounts/factors/embedded-factors.ts, lib/domain/accounts/factors/passkeys.ts,
 *           lib/domain/accounts/factors/second-factors.ts, lib/apps/portal/security.ts
 * Tests     test/policies/sign-in-methods.test.ts, test/flows/portal-security.test.ts
 */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 64

export interface SignInMethods {
  /** `set` also applies to users who sign in through a connector instead of with a password. */
  readonly password: 'set' | 'none'
  readonly passkeys: number
  readonly authenticator: 'on' | 'off'
}

type SecondFactors = Pick<SignInMethods, 'passkeys' | 'authenticator'>

/** Whether a second step follows the password. Recovery codes alone do not require a second step. */
export function secondStepOf({ passkeys, authenticator }: SecondFactors): 'asked' | 'none' {
  return passkeys > 0 || authenticator === 'on' ? 'asked' : 'none'
}

export type Removal = 'passkey' | 'authenticator'
export type RemovalDecision =
  | { readonly outcome: 'remove'; readonly recoveryCodes: 'keep' | 'drop' }
  | { readonly outcome: 'last-way-in' }

export function decideRemoval(methods: SignInMethods, removal: Removal): RemovalDecision {
  const passkeys = methods.passkeys - (removal === 'passkey' ? 1 : 0)
  const authenticator = removal === 'authenticator' ? 'off' : methods.authenticator
  if (methods.password === 'none' && removal === 'passkey' && passkeys < 1) return { outcome: 'last-way-in' }
  return { outcome: 'remove', recoveryCodes: secondStepOf({ passkeys, authenticator }) === 'asked' ? 'keep' : 'drop' }
}

/** A passkey's name, on one line; undefined if it is empty or too long. */
export function passkeyName(typed: string): string | undefined {
  const name = typed
    .normalize('NFC')
    .replace(/\p{C}+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return name === '' || [...name].length > PASSKEY_NAME_MAX_LENGTH ? undefined : name
}
