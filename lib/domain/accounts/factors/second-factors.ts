/**
 * A directory's second factors. Each repository is optional and enables the related screens; the embedded directory
 * provides all three. Portico does the passkey cryptography, and the directory stores the passkeys. Methods that change
 * something return the outcome as a string. Of several concurrent calls, even on different nodes, exactly one succeeds.
 */
import { secondStepOf } from '../../../../policies/sign-in-methods.ts'

type Answer<T> = T | Promise<T>

/** A WebAuthn credential; contains no secrets. */
export interface Passkey {
  /** Credential ID, base64url. */
  readonly id: string
  /** COSE key, base64url. */
  readonly publicKey: string
  /** Signature counter; 0 if the authenticator does not keep one. */
  readonly counter: number
  /** Ways to reach the authenticator, such as `usb` (WebAuthn s5.8.4). */
  readonly transports: readonly string[]
  /** Display name, which the user can change. */
  readonly name: string
  /** Whether the passkey can be synced to other devices; fixed at creation. */
  readonly device: 'synced' | 'single'
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Time of the last use, in milliseconds since the epoch; absent until then. */
  readonly usedAt?: number
  /**
   * Set if the browser created it without asking (`login.offerPasskey: "silent"`). A repository must store this. The
   * password stays sufficient, because the user may not have the passkey in other browsers.
   */
  readonly silent?: true
}

/** A completed use of a passkey. */
export interface PasskeyUse {
  /** Signature counter from the authenticator (WebAuthn s6.1.1). */
  readonly counter: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** Stores the users' passkeys. */
export interface PasskeyRepository {
  /** Returns the user's passkeys; empty if there are none. */
  list(sub: string): Answer<readonly Passkey[]>
  /** The user handle that authenticators store. It is random, unrelated to the user name, and never changes. */
  handleOf(sub: string): Answer<string>
  /** Subject of the passkey's owner. @param id credential ID, base64url */
  holderOf(id: string): Answer<string | undefined>
  /** `taken`: a user already has this credential. */
  add(sub: string, passkey: Passkey): Answer<'added' | 'taken' | 'too-many'>
  /** Stores the counter and time of a use. `behind`: the counter did not increase, so the passkey was likely copied. */
  noteUse(sub: string, id: string, use: PasskeyUse): Answer<'noted' | 'behind' | 'missing'>
  /** Changes the display name. `missing`: the user has no such passkey. */
  rename(sub: string, id: string, name: string): Answer<'renamed' | 'missing'>
  /** Removes a passkey. `last-way-in`: not removed, because the user has no other way to sign in. */
  remove(sub: string, id: string): Answer<'removed' | 'missing' | 'last-way-in'>
}

/** A user's authenticator app, without its secret. */
export interface TotpState {
  /** Milliseconds since the epoch. */
  readonly addedAt: number
  /** Time of the last accepted code, in milliseconds since the epoch; absent until then. */
  readonly usedAt?: number
}

/** Codes from an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). */
export interface TotpRepository {
  /** Returns undefined if the user has no authenticator app. */
  stateOf(sub: string): Answer<TotpState | undefined>
  /** Replaces the secret. @param usedStep time step of the code that confirmed the secret and cannot be used again */
  put(sub: string, secret: Uint8Array, usedStep: number): Answer<'kept'>
  /** Consumes a code. */
  accept(sub: string, code: string): Answer<'accepted' | 'used' | 'wrong'>
  /** Removes the secret. `missing`: the user has no authenticator app. */
  remove(sub: string): Answer<'removed' | 'missing'>
}

/** A user's recovery codes, without the codes. */
export interface RecoveryCodesState {
  /** Number of unused codes. */
  readonly left: number
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

/** Single-use codes that replace a second factor. */
export interface RecoveryCodeRepository {
  /** Returns undefined if the user has no recovery codes. */
  stateOf(sub: string): Answer<RecoveryCodesState | undefined>
  /** Replaces all codes. Only the result contains the new codes; the store holds just their hashes. */
  renew(sub: string): Answer<readonly string[]>
  /** Consumes a code. */
  accept(sub: string, code: string): Answer<'accepted' | 'wrong'>
}

/** Second factors. An absent repository disables the factor. */
export interface SecondFactorRepositories {
  /** Passkeys (WebAuthn). */
  readonly passkeys?: PasskeyRepository
  /** Authenticator apps (RFC 6238). */
  readonly totp?: TotpRepository
  /** Recovery codes. */
  readonly recoveryCodes?: RecoveryCodeRepository
}

/** A repository whose calls are time-limited and whose failures become denials. */
export type Bounded<Repository> = {
  readonly [Name in keyof Repository]: Repository[Name] extends (...sent: infer Sent) => infer Reply
    ? (...sent: Sent) => Promise<Awaited<Reply>>
    : never
}

/** The factors that a user can use for the second step of a sign-in. */
export interface SecondFactorsOf {
  readonly passkeys: readonly Passkey[]
  readonly totp: TotpState | undefined
}

export interface FactorRepositories {
  readonly passkeys: Bounded<PasskeyRepository> | undefined
  readonly totp: Bounded<TotpRepository> | undefined
}

export async function secondFactorsOf(users: FactorRepositories, sub: string): Promise<SecondFactorsOf> {
  const [passkeys = [], totp] = await Promise.all([users.passkeys?.list(sub), users.totp?.stateOf(sub)])
  return { passkeys, totp }
}

/** The passkeys that a sign-in with the password requires as a second step. */
export const askedPasskeys = (passkeys: readonly Passkey[]): readonly Passkey[] =>
  passkeys.filter(({ silent }) => silent !== true)

/** Values that change when a factor is added, replaced, or removed. */
export const namesOfFactors = ({ passkeys, totp }: SecondFactorsOf): readonly (string | number | null)[] => [
  totp?.addedAt ?? null,
  ...askedPasskeys(passkeys)
    .map(({ id }) => id)
    .sort(),
]

export function asksSecondStep({ passkeys, totp }: SecondFactorsOf): boolean {
  return (
    secondStepOf({ passkeys: askedPasskeys(passkeys).length, authenticator: totp === undefined ? 'off' : 'on' }) ===
    'asked'
  )
}
