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

/** A finding about the store. `policies/findings.ts` defines the codes. */
export interface StoreFact {
  readonly code: FindingCode
  /** One line with the actual values; no secret. */
  readonly what: string
}

/**
 * Everything that Portico needs from a store, grouped by capability. An adapter is one object of this shape.
 *
 * Every method resolves only when the store has the change. It throws `StoreUnavailable` when the store does not
 * confirm within a few seconds. Adapters report facts and contain no rules about tokens or users.
 */
export interface Storage {
  readonly families: FamilyStore
  readonly tokenState: TokenStateReader
  readonly subjects: SubjectStore
  readonly clients: ClientStore
  readonly sessions: SessionStore
  readonly records: EphemeralStore
  readonly documents: DocumentStore
  readonly rates: RateCounter
  readonly deliveries: DeliveryStore
  readonly audit: AuditLog
  /** Logs of data from anonymous requests. */
  readonly bounded: BoundedLog
  /** The whole store, for `portico backup` and `portico restore`, which fail without it. */
  readonly copies?: StoreCopies
  /** Name for logs and the settings page: "embedded (file)", "redis (cluster)". */
  readonly name: string
  /** Folder of the store's files and a root secret generated for localhost; `:memory:` in memory; absent if remote. */
  readonly dataFolder?: string
  /**
   * Connects if necessary and checks whether the store's settings allow its guarantees (eviction policy, persistence).
   * @returns the findings
   * @throws StoreUnavailable when the store is unreachable
   */
  open(): Promise<readonly StoreFact[]>
  /**
   * Additional checks of `portico doctor`, after `open`, even when that failed: free space, replicas, permissions,
   * and why a store is unusable. Changes nothing and does not throw.
   */
  inspect?(): Promise<readonly StoreFact[]>
  /** Resolves when the store responds; otherwise throws StoreUnavailable. Takes at most two seconds. */
  ping(): Promise<void>
  /** The clock by which the store expires records, in milliseconds since the epoch. Absent: this process's clock. */
  time?(): Promise<number>
  close(): Promise<void>
}
