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
  readonly transports: readonly string[]
  readonly name: string
  /** Whether the passkey can be synced to other devices; fixed at creation. */
  readonly device: 'synced' | 'single'
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly usedAt?: number
}

export interface PasskeyUse {
  readonly counter: number
  /** Milliseconds since the epoch. */
  readonly at: number
}

export interface PasskeyRepository {
  list(sub: string): Answer<readonly Passkey[]>
  /** The user handle that authenticators store. It is random, unrelated to the user name, and never changes. */
  handleOf(sub: string): Answer<string>
  /** Subject of the passkey's owner. @param id credential ID, base64url */
  holderOf(id: string): Answer<string | undefined>
  /** `taken`: a user already has this credential. */
  add(sub: string, passkey: Passkey): Answer<'added' | 'taken' | 'too-many'>
  /** Stores the counter and time of a use. `behind`: the counter did not increase, so the passkey was likely copied. */
  noteUse(sub: string, id: string, use: PasskeyUse): Answer<'noted' | 'behind' | 'missing'>
  rename(sub: string, id: string, name: string): Answer<'renamed' | 'missing'>
  remove(sub: string, id: string): Answer<'removed' | 'missing' | 'last-way-in'>
}

export interface TotpState {
  /** Milliseconds since the epoch. */
  readonly addedAt: number
  readonly usedAt?: number
}

/** Codes from an authenticator app (RFC 6238: SHA-1, six digits, 30 seconds). */
export interface TotpRepository {
  stateOf(sub: string): Answer<TotpState | undefined>
  /** Replaces the secret. @param usedStep time step of the code that confirmed the secret and cannot be used again */
  put(sub: string, secret: Uint8Array, usedStep: number): Answer<'kept'>
  /** Consumes a code. */
  accept(sub: string, code: string): Answer<'accepted' | 'used' | 'wrong'>
  remove(sub: string): Answer<'removed' | 'missing'>
}

export interface RecoveryCodesState {
  readonly left: number
  /** Milliseconds since the epoch. */
  readonly madeAt: number
}

export interface RecoveryCodeRepository {
  stateOf(sub: string): Answer<RecoveryCodesState | undefined>
  /** Replaces all codes. Only the result contains the new codes; the store holds just their hashes. */
  renew(sub: string): Answer<readonly string[]>
  /** Consumes a code. */
  accept(sub: string, code: string): Answer<'accepted' | 'wrong'>
}

export interface SecondFactorRepositories {
  readonly passkeys?: PasskeyRepository
  readonly totp?: TotpRepository
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

/** Values that change when a factor is added, replaced, or removed. */
export const namesOfFactors = ({ passkeys, totp }: SecondFactorsOf): readonly (string | number | null)[] => [
  totp?.addedAt ?? null,
  ...passkeys.map(({ id }) => id).sort(),
]

export function asksSecondStep({ passkeys, totp }: SecondFactorsOf): boolean {
  return secondStepOf({ passkeys: passkeys.length, authenticator: totp === undefined ? 'off' : 'on' }) === 'asked'
}
