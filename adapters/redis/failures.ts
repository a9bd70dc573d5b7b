import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

/**
 * Converts every command failure to StoreUnavailable, with the step and the reason. The driver's error is dropped,
 * because it contains the command's arguments (keys, records, passwords).
 * @param connection the connection's last error since it was ready, and its hosts and ports
 */
export function unavailable(
  step: string,
  error: unknown,
  effect: 'none' | 'possible',
  connection: { readonly lastError: unknown; readonly place: string },
): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  // The error for a lost connection contains no reason, but the connection's last error does.
  const cause =
    wasNotSent(error) || (error as Error).message === 'Connection is closed.' ? (connection.lastError ?? error) : error
  return new StoreUnavailable(`${step}: ${reasonOf(cause)}`, effect === 'possible' && !wasNotDone(error), {
    reason: codeOf(cause),
    place: connection.place,
    // Only the operator can grant a right.
    isPermanent: codeOf(cause) === 'NOPERM',
  })
}

/** Describes why a command or connection failed, without including any values. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return `redis answered ${replyCode(message)}${deniedIn(message)}`
  if (message === 'Command timed out') return 'redis did not respond in time'
  return typeof code === 'string' ? `no connection to redis (${code})` : 'no connection to redis'
}

/** The command that the user lacks a right for, or that it was a key. */
function deniedIn(message: string): string {
  const command = /\bpermissions? to run the '([\w|]{1,40})' command/.exec(message)?.[1]
  if (command !== undefined) return ` to ${command.toUpperCase()}`
  return /^NOPERM .*\bkeys?\b/i.test(message) ? ' for a key' : ''
}

/** The reason for a failure, as an error code. */
export function codeOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return replyCode(message) === 'an error' ? 'ERR' : replyCode(message)
  if (message === 'Command timed out') return 'ETIMEDOUT'
  return typeof code === 'string' ? code : 'DISCONNECTED'
}

/** Returns the underlying error. With several servers, the driver stores it in `lastNodeError`. */
export function causeOf(error: unknown): unknown {
  return (error as { readonly lastNodeError?: unknown } | undefined)?.lastNodeError ?? error
}

/** Whether the server rejected the credentials. Retrying will not help. */
export const isRefusal = (error: unknown): boolean =>
  isReply(error) && ['WRONGPASS', 'NOAUTH', 'NOPERM'].includes(replyCode((error as Error).message))

/** Whether the master has become a replica. If so, the client must reconnect to the current master. */
export function isDemotion(error: Error): boolean {
  return replyCode(error.message) === 'READONLY'
}

/** Whether Redis is out of memory for writes. */
export const isNoRoom = (error: unknown): boolean => isReply(error) && replyCode((error as Error).message) === 'OOM'

/** A command had no effect if it received an error reply or was never sent. */
function wasNotDone(error: unknown): boolean {
  return isReply(error) || wasNotSent(error)
}

const wasNotSent = (error: unknown): boolean =>
  /^(Stream|Cluster) isn't (writeable|ready)/.test((error as Error).message)

// Check the name, not the class, because the host's client can come from a different copy of the driver.
function isReply(error: unknown): boolean {
  return (error as Error).name === 'ReplyError'
}

/** The first word of an error reply. Redis 6 wraps errors from scripts: `... @user_script: 5: -OOM command`. */
function replyCode(message: string): string {
  return /@user_script: ?\d+: ?-([A-Z]+) /.exec(message)?.[1] ?? /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'an error'
}
