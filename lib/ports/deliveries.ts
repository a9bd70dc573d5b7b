export interface DeliveryTry {
  readonly at: number
  readonly ms: number
  readonly status?: number
  readonly error?: string
  /** The mail server's response. */
  readonly answer?: string
}

/** State of a delivery in the outbox and later in the ledger. Times are in milliseconds since the epoch. */
interface InOutbox {
  readonly id: string
  readonly subject: string
  readonly state: 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
  /** Number of attempts so far. */
  readonly tries: number
  readonly createdAt: number
  /** Time of the next attempt. For `leased`: end of the lease, after which another worker can take the delivery. */
  readonly dueAt: number
  readonly lastStatus?: number
  readonly lastError?: string
  readonly lastAnswer?: string
  readonly lastMs?: number
  readonly lastAt?: number
  /** Attempts that are still on record, oldest first. */
  readonly history?: readonly DeliveryTry[]
}

/** A logout notification to a client. */
export interface LogoutNotice extends InOutbox {
  readonly channel: 'backchannel'
  readonly clientId: string
  readonly session: string
  readonly sid: string
  readonly uri: string
  /** Opaque text. Describes how to check that the session has actually ended, before a `held` delivery is sent. */
  readonly condition: string
}

/** An email to a user, without its content. Links, codes, and wording are generated when the email is sent. */
export interface QueuedEmail extends InOutbox {
  readonly channel: 'mail'
  readonly kind: string
  /** Language tag. */
  readonly locale: string
  /** Opaque text with details of the email other than its kind and user. */
  readonly about: string
}

export type Delivery = LogoutNotice | QueuedEmail

/** A durable, at-least-once outbox. Deliveries survive a node crash and return to the queue when a lease expires. */
export interface DeliveryStore {
  /** Adds deliveries; those whose ID already exists are left unchanged. */
  put(deliveries: readonly Delivery[]): Promise<void>

  /** Makes held deliveries due immediately. */
  release(ids: readonly string[], now: number): Promise<void>

  /**
   * Leases up to `limit` deliveries whose `dueAt` has passed (held, due, or with an expired lease) until `now +
   * leaseMs`. Atomic: two workers never lease the same delivery. The result contains the state before the lease.
   */
  lease(now: number, limit: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Leases these deliveries regardless of `dueAt`, except those leased by another worker or finished. */
  leaseThese(ids: readonly string[], now: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Records an attempt's outcome. Finished deliveries (delivered, failed, dropped) stay in the ledger for `keepMs`. */
  complete(delivery: Delivery, keepMs: number): Promise<void>

  find(id: string): Promise<Delivery | undefined>

  /** Up to `limit` ledger entries created before `before`, newest first. */
  list(before: number | undefined, limit: number): Promise<readonly Delivery[]>

  /** When the next delivery is due. */
  nextDue(): Promise<number | undefined>

  /** Up to `limit` unfinished deliveries (held, due, or leased), ordered by due time. */
  unfinished(limit: number): Promise<readonly Delivery[]>
}
