/** An attempt to replace a family's record. */
export interface Attempt {
  readonly id: string
  readonly expected: string
  readonly next: string
  /** Name of the attempt to roll back. If it is a node's name, any attempt by that node is rolled back. */
  readonly writer: string
}

/** The steps of a store. They throw StoreUnavailable. */
export interface ResolutionSteps {
  /**
   * Restores the former record if the attempt wrote the current one, and blocks the attempt if it arrives later.
   * @param leastSeconds minimum lifetime of the restored record
   */
  undo(attempt: Attempt, leastSeconds: number): Promise<unknown>
  /** The attempt that wrote the record, and its age; an empty name if no node can roll the record back. */
  readOrigin(id: string): Promise<readonly [attempt: string, ageSeconds: number]>
  /** Keeps the number below which all of the node's attempts are resolved, for `keepSeconds`. */
  publish(node: string, lowestOpen: number, keepSeconds: number): Promise<unknown>
  /** The number that the node has published; undefined if it is not kept any longer. */
  published(node: string): Promise<number | undefined>
  /** When (`performance.now()`) the oldest pending command was sent; Infinity if no command is pending. */
  pendingSince(): number
  /** Milliseconds since the connection was last restored; Infinity if it was never lost, 0 while it is down. */
  steadyMs(): number
}
