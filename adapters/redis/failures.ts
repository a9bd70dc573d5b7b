import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

/**
 * Every failure of a command becomes StoreUnavailable: it says what was tried and why it failed, without arguments. The
 * driver's own error is dropped, because it carries the arguments of the command (keys, records, passwords).
 * @param connection the last that was heard of it since it was ready, and its hosts and ports
 */
export function unavailable(
  step: string,
  error: unknown,
  effect: 'none' | 'possible',
  connection: { readonly lastError: unknown; readonly place: string },
): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  // A command that could not be sent knows no reason; the connection does.
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

/** The same in one word. */
export function codeOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return replyCode(message) === 'an error' ? 'ERR' : replyCode(message)
  if (message === 'Command timed out') return 'ETIMEDOUT'
  return typeof code === 'string' ? code : 'DISCONNECTED'
}

/** Of several servers the driver says that none could be reached, and keeps the reason of the last. */
export function causeOf(error: unknown): unknown {
  return (error as { readonly lastNodeError?: unknown } | undefined)?.lastNodeError ?? error
}

/** The server does not let us in, and will not at the next try. */
export const isRefusal = (error: unknown): boolean =>
  isReply(error) && ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(replyCode((error as Error).message))

/** A master that has become a replica: the connection must be re-established to the present master. */
export function isDemotion(error: Error): boolean {
  return replyCode(error.message) === 'READONLY'
}

/** There is no memory left for what is written. */
export const isNoRoom = (error: unknown): boolean => isReply(error) && replyCode((error as Error).message) === 'OOM'

/** An error reply means that the command had no effect; so does a command that was never sent. */
function wasNotDone(error: unknown): boolean {
  return isReply(error) || wasNotSent(error)
}

const wasNotSent = (error: unknown): boolean =>
  /^(Stream|Cluster) isn't (writeable|ready)/.test((error as Error).message)

// By name, not by class: a host that hands over its own client may have another copy of the driver.
function isReply(error: unknown): boolean {
  return (error as Error).name === 'ReplyError'
}

/** The first word of an error reply. Redis 6 wraps what a command in a script answered: `... @user_script: 5: -OOM command`. */
function replyCode(message: string): string {
  return /@user_script: ?\d+: ?-([A-Z]+) /.exec(message)?.[1] ?? /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'an error'
}
