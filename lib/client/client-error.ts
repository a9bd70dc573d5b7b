/** Why a request is refused: a status, an error code of OAuth, and a message for developers and users. */
export class ClientError extends Error {
  override readonly name = 'ClientError'
  /** Koa then shows the message. */
  readonly expose = true
  constructor(
    readonly status: 400 | 401 | 403 | 502 | 503,
    /** Such as `invalid_token`, `insufficient_scope`, `access_denied`, `login_required`, `temporarily_unavailable`. */
    readonly error: string,
    message: string,
    cause?: unknown,
    /** Identifies the request in the provider's log, if the provider returned an ID. */
    readonly requestId?: string,
  ) {
    super(message, { cause })
  }
}

/** @throws TypeError for an issue of the options */
export function assertNone(issue: string | undefined): void {
  if (issue !== undefined) throw new TypeError(issue)
}

export const unavailable = (message: string, cause?: unknown): ClientError =>
  new ClientError(503, 'temporarily_unavailable', message, cause)
