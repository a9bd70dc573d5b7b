/** One try of a delivery. */
export interface DeliveryTry {
  readonly at: number
  readonly ms: number
  readonly status?: number
  readonly error?: string
}

/** A logout notification on its way, and its ledger entry afterwards. Times in milliseconds since the epoch. */
export interface Delivery {
  readonly id: string
  readonly clientId: string
  readonly subject: string
  /** The browser session that ends. */
  readonly session: string
  readonly sid: string
  readonly channel: 'backchannel' | 'frontchannel'
  readonly uri: string
  readonly state: 'held' | 'due' | 'leased' | 'delivered' | 'failed' | 'dropped'
  /** Tries so far. */
  readonly tries: number
  readonly createdAt: number
  /** When it may be tried next; for `leased`, when the lease ends and another worker may take it. */
  readonly dueAt: number
  readonly lastStatus?: number
  readonly lastError?: string
  readonly lastMs?: number
  readonly lastAt?: number
  /** The tries so far, oldest first, as far as they are kept. */
  readonly history?: readonly DeliveryTry[]
  /** Opaque text: what the worker must find true before it sends a `held` delivery (the session has really ended). */
  readonly condition: string
}

/**
 * Durable outbox. A delivery once put survives the death of the node that put it; a lease that runs out returns it.
 * At least once, never silently lost.
 */
export interface DeliveryStore {
  /** Puts deliveries; ids that exist stay as they are. */
  put(deliveries: readonly Delivery[]): Promise<void>

  /** Makes held deliveries due now. */
  release(ids: readonly string[], now: number): Promise<void>

  /**
   * Leases at most `limit` deliveries whose `dueAt` has come (held, due, or leased with the lease run out) until
   * `now + leaseMs`. Indivisible: two workers never hold one delivery. The state of each is as it was before the lease.
   */
  lease(now: number, limit: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Leases these, whatever their due time, unless another worker holds them or they are finished. */
  leaseThese(ids: readonly string[], now: number, leaseMs: number): Promise<readonly Delivery[]>

  /** Writes the outcome of a try. Finished ones (delivered, failed, dropped) stay in the ledger for `keepMs`. */
  settle(delivery: Delivery, keepMs: number): Promise<void>

  find(id: string): Promise<Delivery | undefined>

  /** The ledger, newest first, `limit` at most, those created before `before`. */
  list(before: number | undefined, limit: number): Promise<readonly Delivery[]>

  /** When the next delivery is due, if any. */
  nextDue(): Promise<number | undefined>
}
