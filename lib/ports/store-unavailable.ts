/**
 * The one error an adapter may throw on purpose: the store did not answer, or did not say whether it did the step.
 * It becomes 503 `temporarily_unavailable`, never a verdict about a token (decisions G10, T7).
 */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
  /**
   * @param message what was tried, without keys or values
   * @param outcomeUnknown true when the step may have been done although no answer came
   */
  constructor(
    message: string,
    readonly outcomeUnknown = false,
    options?: ErrorOptions,
  ) {
    super(message, options)
  }
}
