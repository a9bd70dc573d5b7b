/** Counts hits in fixed windows, shared by all nodes (D-G7). */
export interface RateCounter {
  /**
   * Counts one hit. The window begins with its first hit and lasts `windowMs` by the store's clock.
   * @returns the hits in this window, this one included, and the milliseconds until it ends
   */
  hit(key: string, windowMs: number): Promise<{ readonly count: number; readonly resetMs: number }>

  /** Undoes one hit, never below zero, without moving the window; nothing when the window is over. */
  refund(key: string): Promise<void>

  /** Forgets the window: the next hit begins another. */
  clear(key: string): Promise<void>
}
