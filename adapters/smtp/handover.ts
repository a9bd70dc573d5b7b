import type { Handover, MailFact } from '../../lib/ports/mailer.ts'
import { answer, type Hidden, serverAnswer } from './answer.ts'
import ERROR_WORDS from './error-words.json' with { type: 'json' }

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

const ERRORS: Readonly<Record<string, string>> = ERROR_WORDS.connection
const CERTIFICATE_ERRORS: Readonly<Record<string, string>> = ERROR_WORDS.certificate
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
