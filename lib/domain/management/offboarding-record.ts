import type { NotEnded } from '../../../policies/offboarding.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Consents } from '../accounts/consents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import type { HostUsers } from '../accounts/host-users.ts'
import type { TrustedDevices } from '../accounts/trusted-devices.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditHead } from '../audit/audit-verification.ts'
import { changeDocument, readDocument } from '../documents.ts'
import type { KeyRing } from '../keys/key-ring.ts'
import type { ReceiptKeys } from '../keys/receipt-keys.ts'
import type { EndedSessions, SessionEnding } from '../sessions/ending.ts'
import type { Actor } from './account-result.ts'

export type Noted = (ended: EndedSessions) => Promise<void>

export interface OffboardingParts {
  readonly storage: Storage
  readonly issuer: string
  readonly audit: Pick<AuditTrail, 'record' | 'head' | 'list'>
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly factors: Pick<FactorRecords, 'read'>
  readonly trusted: Pick<TrustedDevices, 'keys' | 'removeAll'>
  readonly ending: Pick<SessionEnding, 'endEverything'>
  /** The embedded directory, which notes the sessions that it ends. Undefined if the host has its own directory. */
  readonly embedded: ((noted?: Noted) => EmbeddedDirectory) | undefined
  /** The host's directory; undefined if it cannot be searched, or is not used. */
  readonly host: HostUsers | undefined
  readonly keys: ReceiptKeys
  /** The keys that sign tokens; undefined where they cannot sign. */
  readonly signing: Pick<KeyRing, 'current' | 'jwks'> | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** What a user holds, by part, as IDs without secrets. */
export type Held = Readonly<Record<string, readonly string[]>>

export interface EndedApp {
  readonly clientId: string
  readonly sid: string
  /** ID of the logout notification; absent if the app gets none. */
  readonly delivery?: string | undefined
}

/** The intention to offboard a user. It is stored before anything ends, and removed once the receipt is final. */
export interface Offboarding {
  /** ID of the receipt. */
  readonly id: string
  /** ID of the user's receipt before; if there is a newer one, another call was faster. */
  readonly replaces: string | undefined
  readonly username: string
  readonly actor: Actor
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Position of the audit log's last entry at the start; 0 if there was none. */
  readonly auditBefore: number
  /** Everything that was found so far. It is noted before it ends, so that a crash loses no part of it. */
  readonly held: Held
  /** By client and session. */
  readonly apps: Readonly<Record<string, EndedApp>>
  /** Present once everything has ended. */
  readonly ended?: { readonly at: number; readonly head: AuditHead; readonly notEnded: readonly NotEnded[] }
}

export const OFFBOARDINGS = 'offboardings'

/** A final receipt. It stays when its user is deleted. */
export interface StoredReceipt {
  readonly id: string
  readonly jws: string
}

export const RECEIPTS = 'receipts'

export const readReceipt = (documents: DocumentStore, sub: string) =>
  readDocument<StoredReceipt>(documents, RECEIPTS, sub)

export const readOffboarding = (documents: DocumentStore, sub: string) =>
  readDocument<Offboarding>(documents, OFFBOARDINGS, sub)

export async function changeOffboarding(
  documents: DocumentStore,
  sub: string,
  change: (record: Offboarding) => Offboarding | undefined,
): Promise<void> {
  await changeDocument<Offboarding>(documents, OFFBOARDINGS, sub, (record) => record && change(record))
}
