/** One attempt of a delivery. */
export interface DeliveryTry {
  readonly at: number
  readonly ms: number
  readonly status?: number
  readonly error?: string
  /** What a mail server answered. */
  readonly answer?: string
}

/** How far a delivery in the outbox is, and its ledger entry afterwards. Times in milliseconds since the epoch. */
interface InOutbox {
  readonly id: string
  readonly subject: string
  readonly state: 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
  /** Attempts so far. */
  readonly tries: number
  readonly createdAt: number
  /** When it may be tried next; for `leased`, when the lease ends and another worker may take it. */
  readonly dueAt: number
  readonly lastStatus?: number
  readonly lastError?: string
  readonly lastAnswer?: string
  readonly lastMs?: number
  readonly lastAt?: number
  /** The attempts so far, oldest first, as far as they are kept. */
  readonly history?: readonly DeliveryTry[]
}

/** A logout notification to a client. */
export interface LogoutNotice extends InOutbox {
  readonly channel: 'backchannel'
  readonly clientId: string
  /** The browser session that ends. */
  readonly session: string
  readonly sid: string
  readonly uri: string
  /** Opaque text: what must be true before the worker sends a `held` delivery (the session has really ended). */
  readonly condition: string
}

/** A letter to a user: what it is about, never what it says. Links, codes and texts are made when it is handed over. */
export interface QueuedLetter extends InOutbox {
  readonly channel: 'mail'
  readonly kind: string
  /** Language tag. */
  readonly locale: string
  /** Opaque text: what the letter is about, beside its kind and its user. */
  readonly about: string
}

export type Delivery = LogoutNotice | QueuedLetter

/**
 * Durable outbox. A delivery that was put survives a crash of the node that put it; an expired lease returns it to the queue.
 * Each is sent at least once, none is silently lost.
 */
export interface DeliveryStore {
  /** Puts deliveries; ids that exist stay as they are. */
  put(deliveries: readonly Delivery[]): Promise<void>

  /** Makes held deliveries due now. */
  release(ids: readonly string[], now: number): Promise<void>

  /**
   * Leases at most `limit` deliveries whose `dueAt` has come (held, due, or leased with an expired lease) until
   * `now + leaseMs`. Indivisible: two workers never hold one delivery. The state in the result is that before the lease.
   */
  lease(now: number, limit: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Leases these, whatever their due time, unless another worker holds them or they are finished. */
  leaseThese(ids: readonly string[], now: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Writes the outcome of an attempt. Finished ones (delivered, failed, dropped) stay in the ledger for `keepMs`. */
  settle(delivery: Delivery, keepMs: number): Promise<void>

  find(id: string): Promise<Delivery | undefined>

  /** The ledger, newest first, `limit` at most, those created before `before`. */
  list(before: number | undefined, limit: number): Promise<readonly Delivery[]>

  /** When the next delivery is due, if any. */
  nextDue(): Promise<number | undefined>

  /** Those that are not finished (held, due or leased), in the order of their due times, `limit` at most. */
  unfinished(limit: number): Promise<readonly Delivery[]>
}
