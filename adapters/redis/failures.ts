import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'

/**
 * Every failure of a command becomes StoreUnavailable: it says what was tried and why it failed, without arguments. The
 * driver's own error is dropped, because it carries the arguments of the command (keys, records, passwords).
 */
export function unavailable(step: string, error: unknown, effect: 'none' | 'possible'): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  return new StoreUnavailable(`${step}: ${reasonOf(error)}`, effect === 'possible' && !wasNotDone(error))
}

/** Why a command or a connection failed, without any value. */
export function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException
  if (isReply(error)) return `redis answered ${replyCode(message)}`
  if (message === 'Command timed out') return 'redis did not answer in time'
  return typeof code === 'string' ? `no connection to redis (${code})` : 'no connection to redis'
}

/** A master that has become a replica: the connection must be re-established to the present master. */
export function isDemotion(error: Error): boolean {
  return replyCode(error.message) === 'READONLY'
}

/** There is no memory left for what is written. */
export const isNoRoom = (error: unknown): boolean => isReply(error) && replyCode((error as Error).message) === 'OOM'

/** An error reply means that the command had no effect; so does a command that was never sent. */
function wasNotDone(error: unknown): boolean {
  return isReply(error) || /^(Stream|Cluster) isn't (writeable|ready)/.test((error as Error).message)
}

// By name, not by class: a host that hands over its own client may have another copy of the driver.
function isReply(error: unknown): boolean {
  return (error as Error).name === 'ReplyError'
}

/** The first word of an error reply. Redis 6 wraps what a command in a script answered: `... @user_script: 5: -OOM command`. */
function replyCode(message: string): string {
  return /@user_script: ?\d+: ?-([A-Z]+) /.exec(message)?.[1] ?? /^[A-Z]+(?= |$)/.exec(message)?.[0] ?? 'an error'
}
