/** What went wrong with a server, in words that name nobody: the log has them. */

/** Result codes (RFC 4511 appendix A) that say something about the server and nothing about what was asked. */
const OF_THE_SERVER = [51, 52]
const CODES = {
  inappropriateAuthentication: 48,
  invalidCredentials: 49,
}
const NAMES: Readonly<Record<number, string>> = {
  1: 'operationsError',
  2: 'protocolError',
  3: 'timeLimitExceeded',
  4: 'sizeLimitExceeded',
  8: 'strongerAuthRequired',
  10: 'referral',
  11: 'adminLimitExceeded',
  12: 'unavailableCriticalExtension',
  13: 'confidentialityRequired',
  18: 'inappropriateMatching',
  32: 'noSuchObject',
  34: 'invalidDNSyntax',
  48: 'inappropriateAuthentication',
  49: 'invalidCredentials',
  50: 'insufficientAccessRights',
  51: 'busy',
  52: 'unavailable',
  53: 'unwillingToPerform',
}

interface Fault {
  readonly name?: unknown
  readonly code?: unknown
  readonly message?: unknown
}

const faultOf = (error: unknown): Fault => (typeof error === 'object' && error !== null ? error : {})
const ofSignal = ({ name }: Fault): boolean => name === 'TimeoutError' || name === 'AbortError'

/** The time was up: that of a signal, or the driver's. */
export function isLate(error: unknown): boolean {
  const fault = faultOf(error)
  return ofSignal(fault) || (typeof fault.message === 'string' && /timed? ?out/i.test(fault.message))
}

/** The result code that a server answered; undefined for anything else that went wrong. */
export function resultCode(error: unknown): number | undefined {
  const fault = faultOf(error)
  // Those of a signal have numbers of their own.
  return typeof fault.code === 'number' && !ofSignal(fault) ? fault.code : undefined
}

/** Faults of ours that another server would not fix. */
const OF_ITS_OWN = ['EntryFault', 'SentFault']

/** The server is away, slow, or of no use at present: another one may be asked the same. */
export function isOfServer(error: unknown): boolean {
  const code = resultCode(error)
  return code === undefined ? !OF_ITS_OWN.includes(String(faultOf(error).name)) : OF_THE_SERVER.includes(code)
}

/** A password was judged, and is wrong; also that of an entry that has none. */
export const isWrongPassword = (error: unknown): boolean =>
  resultCode(error) === CODES.invalidCredentials || resultCode(error) === CODES.inappropriateAuthentication

/** One or two words. Texts of servers and of the driver may have names in them, so they are left out. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = faultOf(error)
  if ((name === 'LdapFailure' || OF_ITS_OWN.includes(String(name))) && typeof message === 'string') return message
  if (isLate(error)) return 'no answer in time'
  if (typeof code === 'number') return `${NAMES[code] ?? 'result code'} (${code})`
  if (typeof code === 'string') return code
  return /socket|connection/i.test(String(message)) ? 'the connection was closed' : 'unexpected answer'
}

/** With a message of ours, which names nobody. The result code stays with it. */
export function failure(message: string, cause?: unknown): Error {
  const error = new Error(cause === undefined ? message : `${message}: ${reasonOf(cause)}`)
  const code = resultCode(cause)
  return Object.assign(error, { name: 'LdapFailure' }, code === undefined ? {} : { code })
}

/** A password was sent, and its server has not answered. */
export const sentFault = (cause: unknown): Error =>
  Object.assign(new Error(`${reasonOf(cause)} to a password`), { name: 'SentFault' })
export const isSentFault = (error: unknown): boolean => faultOf(error).name === 'SentFault'

/** The server answered, with an entry that is of no use: another server has the same one. */
export const entryFault = (message: string): Error => Object.assign(new Error(message), { name: 'EntryFault' })
