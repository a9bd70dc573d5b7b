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
  /** Unique ID. A second delivery with the same ID is not added. */
  readonly id: string
  /** `sub` of the user; empty for a test email, random for a test notification. */
  readonly subject: string
  /** `held`: not released yet; `due`: waits for an attempt; `leased`: a worker has it. The others are final. */
  readonly state: 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
  /** Number of attempts so far. */
  readonly tries: number
  /** When the delivery was added, in milliseconds since the epoch. */
  readonly createdAt: number
  /** Time of the next attempt. For `leased`: end of the lease, after which another worker can take the delivery. */
  readonly dueAt: number
  /** HTTP status of the last attempt; absent for emails, and if no response arrived. */
  readonly lastStatus?: number
  /** Why the last attempt got no response, or why the delivery was dropped. */
  readonly lastError?: string
  /** The mail server's response to the last attempt; absent for notifications. */
  readonly lastAnswer?: string
  /** Duration of the last attempt, in milliseconds. */
  readonly lastMs?: number
  /** When the last attempt began, or the delivery was dropped, in milliseconds since the epoch. */
  readonly lastAt?: number
  /** Attempts that are still on record, oldest first. */
  readonly history?: readonly DeliveryTry[]
}

/** A logout notification to a client. */
export interface LogoutNotice extends InOutbox {
  /** Distinguishes notifications from emails. */
  readonly channel: 'backchannel'
  /** ID of the client to notify. */
  readonly clientId: string
  /** `uid` of the browser session. */
  readonly session: string
  /** The client's session ID, sent in the logout token (Back-Channel Logout s2.4). */
  readonly sid: string
  /** The client's back-channel logout URI when the notification was created. */
  readonly uri: string
  /** Opaque text. Describes how to check that the session has actually ended, before a `held` delivery is sent. */
  readonly condition: string
}

/** An email to a user, without its content. Links, codes, and wording are generated when the email is sent. */
export interface QueuedEmail extends InOutbox {
  /** Distinguishes emails from notifications. */
  readonly channel: 'mail'
  /** Kind of email, such as `recovery`. */
  readonly kind: string
  /** Language tag. */
  readonly locale: string
  /** Opaque text with details of the email other than its kind and user. */
  readonly about: string
}

/** An entry of the outbox; `channel` selects its type. */
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

  /** Returns an unfinished delivery or a ledger entry; undefined if there is none. */
  find(id: string): Promise<Delivery | undefined>

  /** Up to `limit` ledger entries created before `before`, newest first. */
  list(before: number | undefined, limit: number): Promise<readonly Delivery[]>

  /** When the next delivery is due. */
  nextDue(): Promise<number | undefined>

  /** Up to `limit` unfinished deliveries (held, due, or leased), ordered by due time. */
  unfinished(limit: number): Promise<readonly Delivery[]>
}
