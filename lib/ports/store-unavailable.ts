/**
 * The one error an adapter throws on purpose: the store did not answer, or did not confirm the step.
 * It becomes 503 `temporarily_unavailable`, never a verdict about a token (D-G10, D-T7).
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /** One word of whoever refused: `ECONNREFUSED`, `WRONGPASS`, `FULL`. Anybody may read it. */
  readonly reason: string | undefined
  /** Host and port, or path, without credentials: for the log and for whoever starts the service. */
  readonly place: string | undefined
  /** Time alone does not fix it (a wrong password, a folder that may not be written): it ends the start. */
  readonly isPermanent: boolean
  /**
   * @param message what was tried, without keys or values
   * @param outcomeUnknown true when the step may have been done although no answer came
   */
  constructor(
    message: string,
    readonly outcomeUnknown = false,
    { reason, place, isPermanent = false, ...options }: StoreFault = {},
  ) {
    super(message, options)
    this.reason = reason
    this.place = place
    this.isPermanent = isPermanent
  }
}

export interface StoreFault extends ErrorOptions {
  readonly reason?: string
  readonly place?: string
  readonly isPermanent?: boolean
}
