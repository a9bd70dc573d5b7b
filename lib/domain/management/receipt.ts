import { type NotEnded, RECEIPT_TYPE } from '../../../policies/offboarding.ts'
import { decodeJwt, verifySignature } from '../keys/jws.ts'
import { type PublicKey, publicKeyOf } from '../keys/key-document.ts'

/** IDs of what was ended; passwords and recovery codes are only counted. */
export interface EndedList {
  readonly count: number
  readonly ids?: readonly string[]
}

/** An app that the user was signed in to, and its response to the logout notification. */
export interface NotifiedApp {
  readonly client_id: string
  readonly sid: string
  /** `none`: the app has no back-channel logout URI, or is disabled. */
  readonly notification: 'delivered' | 'failed' | 'pending' | 'none'
  /** HTTP status of the last attempt. */
  readonly status?: number
  /** Why the last attempt got no response. */
  readonly error?: string
  /** Time of the last attempt, as an ISO date. */
  readonly at?: string
}

/** What a receipt states. It contains no secret. */
export interface ReceiptClaims {
  readonly iss: string
  readonly jti: string
  /** Seconds since the epoch. */
  readonly iat: number
  readonly sub: string
  readonly username: string
  /** ISO date. */
  readonly offboarded_at: string
  /** Subject of the administrator, or `command line`. */
  readonly offboarded_by: string
  readonly offboarded_by_username?: string
  /** Whether all notifications have ended. If not, a later receipt contains more. */
  readonly final: boolean
  readonly ended: Readonly<Record<string, EndedList | 'all'>>
  readonly not_ended: readonly NotEnded[]
  readonly apps: readonly NotifiedApp[]
  /** Positions in the audit log, and its last entry as `portico audit verify --head` reads it. */
  readonly audit: { readonly first: number; readonly last: number; readonly head: string }
}

export type ReceiptVerdict =
  | { readonly outcome: 'valid' | 'compromised'; readonly kid: string; readonly claims: ReceiptClaims }
  /** `altered`: the signature is not that of this text. */
  | { readonly outcome: 'no-receipt' | 'unknown-key' | 'altered' }

/** `revoked`: an attacker may have signed with the key. */
export type VerifyingKey = PublicKey & { readonly revoked?: unknown }

/** Verifies a receipt without the store. */
export function verifyReceipt(text: string, keys: readonly VerifyingKey[]): ReceiptVerdict {
  const jwt = decodeJwt(text)
  if (jwt === undefined || jwt.header.typ !== RECEIPT_TYPE) return { outcome: 'no-receipt' }
  const key = keys.find(({ kid }) => kid === jwt.kid)
  if (key === undefined) return { outcome: 'unknown-key' }
  if (!verifySignature(jwt, publicKeyOf(key))) return { outcome: 'altered' }
  const claims = jwt.claims as unknown as ReceiptClaims
  return { outcome: key.revoked === undefined ? 'valid' : 'compromised', kid: jwt.kid, claims }
}
