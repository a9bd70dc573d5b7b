import type { FindingCode } from '../../policies/findings.ts'
import type { AuditLog } from './audit-log.ts'
import type { BoundedLog } from './bounded-log.ts'
import type { ClientStore } from './clients.ts'
import type { StoreCopies } from './copies.ts'
import type { DeliveryStore } from './deliveries.ts'
import type { DocumentStore } from './documents.ts'
import type { EphemeralStore } from './ephemeral.ts'
import type { FamilyStore } from './families.ts'
import type { RateCounter } from './rate-counter.ts'
import type { SessionStore } from './sessions.ts'
import type { SubjectStore } from './subjects.ts'
import type { TokenStateReader } from './token-state.ts'

/** What a store says of itself that falls short. `policies/findings.ts` has the codes. */
export interface StoreFact {
  readonly code: FindingCode
  /** One line, with the values that were found; no secret. */
  readonly what: string
}

/**
 * All that the service needs from a store, cut by capability. An adapter is one object of this shape.
 *
 * Every method resolves only when the store has the change, and throws `StoreUnavailable` when it cannot confirm that within
 * a few seconds. Adapters report facts; they know nothing of tokens, users or rules.
 */
export interface Storage {
  readonly families: FamilyStore
  readonly tokenState: TokenStateReader
  readonly subjects: SubjectStore
  readonly clients: ClientStore
  readonly sessions: SessionStore
  /** Ephemeral key-value store. */
  readonly records: EphemeralStore
  /** Document store. */
  readonly documents: DocumentStore
  readonly rates: RateCounter
  readonly deliveries: DeliveryStore
  readonly audit: AuditLog
  /** Logs of what anonymous requests leave behind. */
  readonly bounded: BoundedLog
  /** The store as a whole, for `portico backup` and `portico restore`; without it they are refused. */
  readonly copies?: StoreCopies
  /** Name for logs and the settings page: "embedded (file)", "redis (cluster)". */
  readonly name: string
  /**
   * Folder of the store's files, where the root secret that was made for localhost may be kept beside them; `:memory:` where all
   * ends with the process. Absent where the store is elsewhere.
   */
  readonly dataFolder?: string
  /**
   * Connects if necessary and checks whether the store's settings allow its guarantees. Resolves with what falls short
   * (eviction policy, persistence); throws StoreUnavailable when the store cannot be reached.
   */
  open(): Promise<readonly StoreFact[]>
  /**
   * What `portico doctor` asks besides, after `open`, also where that has failed: room, replicas, permissions, and why a store
   * cannot be used. Changes nothing, and does not throw.
   */
  inspect?(): Promise<readonly StoreFact[]>
  /** Resolves when the store answers; throws StoreUnavailable otherwise. Never longer than two seconds. */
  ping(): Promise<void>
  /**
   * The clock by which the store expires records, in milliseconds since the epoch. Absent where that is the clock of this
   * process.
   */
  time?(): Promise<number>
  close(): Promise<void>
}
