/** Counts hits in fixed windows, shared by all nodes (D-G7). */
export interface RateCounter {
  /**
   * Counts one hit. The window starts with its first hit and lasts `windowMs` by the store's clock.
   * @returns the number of hits in this window, including this one, and the milliseconds until it ends
   */
  hit(key: string, windowMs: number): Promise<{ readonly count: number; readonly resetMs: number }>

  /** Undoes one hit without moving the window. Never goes below zero, and does nothing if the window has ended. */
  refund(key: string): Promise<void>

  /** Removes the window; the next hit starts a new one. */
  clear(key: string): Promise<void>
}
