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

/** A finding about the store. The codes are defined in `policies/findings.ts`. */
export interface StoreFact {
  /** Code of the finding, such as `store-disk-low`. */
  readonly code: FindingCode
  /** A single line with the actual values, without secrets. */
  readonly what: string
}

/**
 * Everything that Portico needs from a store, grouped by capability. An adapter is a single object with this shape.
 *
 * Methods resolve only once the store has made the change. They throw `StoreUnavailable` if the store does not confirm
 * the change within a few seconds. Adapters report facts and contain no rules about tokens or users.
 */
export interface Storage {
  /** Codes and refresh tokens. */
  readonly families: FamilyStore
  /** Combined reads for token checks. */
  readonly tokenState: TokenStateReader
  /** Revocation state of users. */
  readonly subjects: SubjectStore
  /** Registered clients. */
  readonly clients: ClientStore
  /** Browser sessions. */
  readonly sessions: SessionStore
  /** Short-lived values, such as pending sign-ins. */
  readonly records: EphemeralStore
  /** Durable documents, such as accounts and signing keys. */
  readonly documents: DocumentStore
  /** Counters for rate limits. */
  readonly rates: RateCounter
  /** Outbox of logout notifications and emails. */
  readonly deliveries: DeliveryStore
  /** The audit log. */
  readonly audit: AuditLog
  /** Logs of data from anonymous requests. */
  readonly bounded: BoundedLog
  /** Reads and writes the whole store. If absent, `portico backup` and `portico restore` do not work. */
  readonly copies?: StoreCopies
  /** Name shown in logs and on the settings page, such as "embedded (file)" or "redis (cluster)". */
  readonly name: string
  /**
   * Folder for the store's files and for a root secret generated on localhost. `:memory:` for an in-memory store;
   * absent for a remote one.
   */
  readonly dataFolder?: string
  /**
   * Connects if necessary and checks whether the store's settings support its guarantees (eviction, persistence).
   * @returns the findings
   * @throws StoreUnavailable if the store is unreachable
   */
  open(): Promise<readonly StoreFact[]>
  /**
   * Additional checks for `portico doctor`, run after `open` even if it failed: free space, replicas, permissions, and
   * why a store is unusable. Changes nothing and never throws.
   */
  inspect?(): Promise<readonly StoreFact[]>
  /** Resolves if the store responds; otherwise throws StoreUnavailable. Takes at most two seconds. */
  ping(): Promise<void>
  /** The time on the clock that expires records, in milliseconds since the epoch. Defaults to this process's clock. */
  time?(): Promise<number>
  /** Closes connections and files. */
  close(): Promise<void>
}
