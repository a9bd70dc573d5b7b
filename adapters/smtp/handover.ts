import type { Handover, MailFact } from '../../lib/ports/mailer.ts'
import { answer, type Hidden, serverAnswer } from './answer.ts'

/** Fields of the errors that nodemailer throws. */
interface DriverError {
  /** The driver's code, such as EENVELOPE or ESOCKET. */
  readonly code?: string
  /** Node's error code, if the driver replaced it with its own. */
  readonly originalCode?: string
  /** The SMTP step that the response belongs to. */
  readonly command?: string
  readonly response?: string
  readonly responseCode?: number
}

const ERRORS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ENOTFOUND: 'the host name is unknown',
  EAI_AGAIN: 'the name server did not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  ETIMEDOUT: 'no answer in time',
  ECONNRESET: 'the connection was closed',
  EPIPE: 'the connection was closed',
  ECONNECTION: 'the connection was closed',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS on this port',
}

const UNTRUSTED = 'its issuer is not trusted'
const CERTIFICATE_ERRORS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  DEPTH_ZERO_SELF_SIGNED_CERT: UNTRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT: UNTRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: UNTRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: UNTRUSTED,
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host name',
  HOSTNAME_MISMATCH: 'it is for another host name',
}
/** Other certificate errors in Node (see "X509 certificate error codes" in its TLS documentation). */
const OF_CERTIFICATES = /^(?:CERT_|UNABLE_TO_|ERROR_IN_CERT|CRL_|INVALID_|PATH_LENGTH_|DEPTH_ZERO_)/

const isOfCertificate = (reason: string): boolean => reason in CERTIFICATE_ERRORS || OF_CERTIFICATES.test(reason)
const OF_TLS = /^(?:ERR_SSL_|ERR_TLS_|EPROTO$)/

/** Steps whose responses are about the email. At other steps, responses are about settings or a temporary state. */
const OF_THE_EMAIL = ['MAIL FROM', 'RCPT TO', 'DATA']
/** Codes that are about authentication (RFC 4954 s6), not about the email. */
const OF_THE_SIGN_IN = [530, 534, 535, 538]
const BAD_SEQUENCE = 503

/** The outcome of a failed attempt. It is `refused` only if the server permanently rejected this email. */
export function failedHandover(error: unknown, hidden: Hidden): Handover {
  const driverError = (error ?? {}) as DriverError
  const { command = '', responseCode = 0, response = '' } = driverError
  const said = serverAnswer(response, hidden)
  if (driverError.code === 'EAUTH' || OF_THE_SIGN_IN.includes(responseCode))
    return deferred(`sign-in to the mail server was refused: ${said || 'no answer to read'}`)
  if (command === 'STARTTLS' && said !== '') return deferred('the server does not offer STARTTLS')
  if (said === '') return deferred(inWords(driverError))
  const isFinal = OF_THE_EMAIL.includes(command) && responseCode >= 500 && responseCode !== BAD_SEQUENCE
  return isFinal ? { outcome: 'refused', answer: answer(said) } : deferred(said)
}

/** Describes a failed connection test, which sends no email. */
export function mailFact(error: unknown, hidden: Hidden): MailFact {
  const { code = '', originalCode = code, command, responseCode = 0 } = (error ?? {}) as DriverError
  const what = failedHandover(error, hidden).answer
  if (code === 'EAUTH' || OF_THE_SIGN_IN.includes(responseCode)) return { code: 'mail-credentials', what }
  const isTls = command === 'STARTTLS' || code === 'ETLS' || OF_TLS.test(originalCode) || isOfCertificate(originalCode)
  return { code: isTls ? 'mail-tls' : 'mail-unreachable', what }
}

export function deferred(text: string): Handover {
  return { outcome: 'deferred', answer: answer(text) }
}

function inWords({ code = '', originalCode }: DriverError): string {
  const reason = originalCode ?? code
  const words = ERRORS[reason]
  if (words !== undefined) return words
  if (isOfCertificate(reason))
    return `the certificate is not valid: ${CERTIFICATE_ERRORS[reason] ?? reason.toLowerCase().replaceAll('_', ' ')}`
  if (OF_TLS.test(reason)) return `no agreement on TLS (${reason})`
  const ofDriver = ERRORS[code]
  if (ofDriver !== undefined) return ofDriver
  return /^[A-Z][A-Z0-9_]{2,50}$/.test(reason)
    ? `the email was not handed over (${reason})`
    : 'the email was not handed over'
}
