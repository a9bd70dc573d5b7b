/** Sets up an authenticator app: keeps the new secret until a code proves that the app holds it. */
import { randomBytes } from 'node:crypto'
import { SECRET_BYTES } from '../../../policies/authenticator-code.ts'
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { base32, checkCode, keyUri } from '../../domain/accounts/factors/totp.ts'
import type { User, Users } from '../../domain/accounts/user-directory.ts'
import type { Seal } from '../../domain/keys/seal.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'

/** Secrets that are not confirmed yet are kept encrypted, for as long as a sign-in counts as recent. */
const PENDING = 'authenticator-secret'
const PENDING_MS = 600_000
/** Recovery codes are kept encrypted for a second submission of the form that created them. */
const CODES = 'new-recovery-codes'
const CODES_MS = 60_000
/** Lower than any real time step, so every code counts as newer. */
const NEVER = -1

export type NewAuthenticatorIssue = 'missing' | 'wrong' | 'expired'

export interface NewAuthenticatorParts {
  readonly records: EphemeralStore
  readonly sealer: Seal
  readonly totp: NonNullable<Users['totp']>
  /** Name of the issuer in the app. */
  readonly productName: string
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export type NewAuthenticator = ReturnType<typeof newAuthenticator>

/** @param place the session or interaction that the secret belongs to; the same place gets the same secret again */
export function newAuthenticator({ records, sealer, totp, productName, now }: NewAuthenticatorParts, place: string) {
  const context = `${PENDING} ${place}`
  const pending = async (): Promise<Buffer | undefined> => {
    const sealed = await records.read(PENDING, place)
    return sealed === undefined ? undefined : sealer.open(sealed, 'authenticator', context)
  }
  const pendingOrNew = async (): Promise<Buffer> => {
    const secret = randomBytes(SECRET_BYTES)
    const sealed = await sealer.seal(secret, 'authenticator', context)
    const claim = await records.claim(PENDING, place, sealed, PENDING_MS)
    return claim === 'claimed' ? secret : ((await pending()) ?? pendingOrNew())
  }
  return {
    /** The secret as text and as the content of a QR code, which a reload does not change. */
    async shown(user: User) {
      const secret = await pendingOrNew()
      return { secret: base32(secret), uri: keyUri(secret, productName, displayUsername(user)) }
    },
    async keepCodes(codes: readonly string[]): Promise<void> {
      await records.put(
        CODES,
        place,
        await sealer.seal(codes.join(' '), 'authenticator', `${CODES} ${place}`),
        CODES_MS,
      )
    },
    /** The codes that this set-up created in the last minute. */
    async keptCodes(): Promise<readonly string[] | undefined> {
      const sealed = await records.read(CODES, place)
      if (sealed === undefined) return undefined
      return (await sealer.open(sealed, 'authenticator', `${CODES} ${place}`)).toString().split(' ')
    },
    /** Stores the secret if the code is right. */
    async confirm(sub: string, code = ''): Promise<'added' | NewAuthenticatorIssue> {
      const secret = await pending()
      if (secret === undefined) return 'expired'
      const typed = code.trim()
      if (typed === '') return 'missing'
      const decision = checkCode(secret, typed, NEVER, now() / 1000)
      if (decision.outcome !== 'accepted') return 'wrong'
      // If a secret is confirmed twice at the same time, only one confirmation succeeds.
      if ((await records.take(PENDING, place)) === undefined) return 'expired'
      await totp.put(sub, secret, decision.step)
      return 'added'
    },
  }
}
