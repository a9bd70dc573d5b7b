/**
 * The only error that adapters throw deliberately: the store did not respond, or did not confirm the step. It becomes
 * 503 `temporarily_unavailable`, never a verdict about a token (D-G10, D-T7).
 */
export class StoreUnavailable extends Error {
  /** Identifies this error class without `instanceof`. */
  override readonly name = 'StoreUnavailable'
  /** The reason in one word, such as `ECONNREFUSED`, `WRONGPASS` or `FULL`. May be shown publicly. */
  readonly reason: string | undefined
  /** The store's host and port, or its path, without credentials. Shown only to operators. */
  readonly place: string | undefined
  /** True if waiting will not help (wrong password, read-only folder). Startup then fails. */
  readonly isPermanent: boolean
  /** @param message the attempted operation, without keys or values */
  constructor(
    message: string,
    /** True if the step may have been done even though no response arrived. */
    readonly outcomeUnknown = false,
    { reason, place, isPermanent = false, ...options }: StoreErrorDetails = {},
  ) {
    super(message, options)
    this.reason = reason
    this.place = place
    this.isPermanent = isPermanent
  }
}

export interface StoreErrorDetails extends ErrorOptions {
  readonly reason?: string
  readonly place?: string
  readonly isPermanent?: boolean
}
