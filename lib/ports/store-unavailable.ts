/**
 * The one error an adapter throws on purpose: the store did not answer, or did not confirm the step.
 * It becomes 503 `temporarily_unavailable`, never a verdict about a token (D-G10, D-T7).
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
