import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

/**
 * Converts every command failure to StoreUnavailable, with the step and the reason. The driver's error is dropped,
 * because it contains the arguments of the command (keys, records, passwords).
 * @param connection its last error since it was ready, and its hosts and ports
 */
export function unavailable(
  step: string,
  error: unknown,
  effect: 'none' | 'possible',
  connection: { readonly lastError: unknown; readonly place: string },
): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  // The error of an unsent command has no reason; the connection has it.
  const cause = wasNotSent(error) ? (connection.lastError ?? error) : error
  return new StoreUnavailable(`${step}: ${reasonOf(cause)}`, effect === 'possible' && !wasNotDone(error), {
    reason: codeOf(cause),
    place: connection.place,
  })
}

/** Why a command or a connection failed, without any value. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return `redis answered ${replyCode(message)}`
  if (message === 'Command timed out') return 'redis did not answer in time'
  return typeof code === 'string' ? `no connection to redis (${code})` : 'no connection to redis'
}

/** The same as an error code. */
export function codeOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return replyCode(message) === 'an error' ? 'ERR' : replyCode(message)
  if (message === 'Command timed out') return 'ETIMEDOUT'
  return typeof code === 'string' ? code : 'DISCONNECTED'
}

/** With several servers, the driver keeps the last reason in `lastNodeError`. */
export function causeOf(error: unknown): unknown {
  return (error as { readonly lastNodeError?: unknown } | undefined)?.lastNodeError ?? error
}

/** The server refuses the credentials; a retry does not help. */
export const isRefusal = (error: unknown): boolean =>
  isReply(error) && ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(replyCode((error as Error).message))

/** A master that has become a replica: the connection must be re-established to the current master. */
export function isDemotion(error: Error): boolean {
  return replyCode(error.message) === 'READONLY'
}

/** Redis is out of memory for writes. */
export const isNoRoom = (error: unknown): boolean => isReply(error) && replyCode((error as Error).message) === 'OOM'

/** A command had no effect if it got an error reply or was never sent. */
function wasNotDone(error: unknown): boolean {
  return isReply(error) || wasNotSent(error)
}

const wasNotSent = (error: unknown): boolean =>
  /^(Stream|Cluster) isn't (writeable|ready)/.test((error as Error).message)

// By name, not by class: the host's client can come from another copy of the driver.
function isReply(error: unknown): boolean {
  return (error as Error).name === 'ReplyError'
}

/** The first word of an error reply. Redis 6 wraps errors inside scripts: `... @user_script: 5: -OOM command`. */
function replyCode(message: string): string {
  return /@user_script: ?\d+: ?-([A-Z]+) /.exec(message)?.[1] ?? /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'an error'
}
