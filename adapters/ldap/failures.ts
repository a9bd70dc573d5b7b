/** Describes server errors without user names, because the descriptions are logged. */
import names from './result-codes.json' with { type: 'json' }

/** Result codes (RFC 4511 appendix A) that indicate a problem with the server, not with the request. */
const OF_THE_SERVER = [51, 52]
const CODES = {
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
}
const NAMES: Readonly<Record<number, string>> = names

interface ErrorFields {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

const fieldsOf = (error: unknown): ErrorFields => (typeof error === 'object' && error !== null ? error : {})
const ofSignal = ({ name }: ErrorFields): boolean => name === 'TimeoutError' || name === 'AbortError'

/** Whether the error is a timeout, from a signal or from the driver. */
export function isLate(error: unknown): boolean {
  const fields = fieldsOf(error)
  return ofSignal(fields) || (typeof fields.message === 'string' && /timed? ?out/i.test(fields.message))
}

/** The server's result code; undefined if the error did not come from the server. */
export function resultCode(error: unknown): number | undefined {
  const fields = fieldsOf(error)
  // Errors from signals also have numeric codes, but those are not result codes.
  return typeof fields.code === 'number' && !ofSignal(fields) ? fields.code : undefined
}

/** Errors for which trying a different server would not help. */
const OF_ITS_OWN = ['EntryError', 'NoResponseError']

/** Whether the server is unavailable, slow, or unusable. If so, the request can be sent to a different server. */
export function isOfServer(error: unknown): boolean {
  const code = resultCode(error)
  return code === undefined ? !OF_ITS_OWN.includes(String(fieldsOf(error).name)) : OF_THE_SERVER.includes(code)
}

/** Whether the server checked the password and rejected it, or the entry has no password. */
export const isWrongPassword = (error: unknown): boolean =>
  resultCode(error) === CODES.invalidCredentials || resultCode(error) === CODES.inappropriateAuthentication

/** A short reason for an error. Omits messages from servers and the driver: they can contain user names. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = fieldsOf(error)
  if ((name === 'LdapFailure' || OF_ITS_OWN.includes(String(name))) && typeof message === 'string') return message
  if (isLate(error)) return 'no response in time'
  if (typeof code === 'number') return `${NAMES[code] ?? 'result code'} (${code})`
  if (typeof code === 'string') return code
  return /socket|connection/i.test(String(message)) ? 'the connection was closed' : 'unexpected answer'
}

/** Creates an error that keeps the cause's result code. The error message contains no user name. */
export function failure(message: string, cause?: unknown): Error {
  const error = new Error(cause === undefined ? message : `${message}: ${reasonOf(cause)}`)
  const code = resultCode(cause)
  return Object.assign(error, { name: 'LdapFailure' }, code === undefined ? {} : { code })
}

/** Creates the error for a server that did not respond after a password was sent. */
export const noResponseError = (cause: unknown): Error =>
  Object.assign(new Error(`${reasonOf(cause)} to a password`), { name: 'NoResponseError' })
export const isNoResponseError = (error: unknown): boolean => fieldsOf(error).name === 'NoResponseError'

/** Creates the error for an unusable entry. A different server would return the same entry. */
export const entryError = (message: string): Error => Object.assign(new Error(message), { name: 'EntryError' })
