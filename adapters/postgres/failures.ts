import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import SQLSTATES from './sqlstates.json' with { type: 'json' }

/** The server is a standby, or its transactions are read-only. */
export const READ_ONLY = '25006'
/** Classes and codes of errors after which waiting does not help: rights, credentials, names, and unknown features. */
const PERMANENT = /^(?:08P01|28|3D|3F|42)/
/** The server can have committed before it ended the connection. */
const ENDED = /^(?:57P|08)/
/** Errors of Node that mean: no connection was made. */
const NOT_SENT = /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|ENOENT|ECONNRESET|EPIPE)$/
/** The server has no TLS, or a certificate that Node does not accept. */
const UNTRUSTED = /^(?:TLS$|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/
/** The driver's error has no code. */
const WITHOUT_TLS = 'The server does not support SSL connections'

export const codeOf = (error: unknown): string | undefined => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown }
  if (message === WITHOUT_TLS) return 'TLS'
  return typeof code === 'string' && /^[\w-]{1,40}$/.test(code) ? code : undefined
}

/**
 * Whether a prepared statement is missing, or already there: a pooler leads each transaction to another session of the
 * server, or the host removed it.
 */
export const isUnprepared = (error: unknown): boolean => /^(?:26000|42P05)$/.test(codeOf(error) ?? '')

/** Whether the statement had no effect and can be repeated: also if the server aborted it for a concurrent one. */
export const isRepeatable = (error: unknown): boolean =>
  isUnprepared(error) || /^(?:40001|40P01)$/.test(codeOf(error) ?? '')

const severityOf = (error: unknown): unknown => (error as { readonly severity?: unknown } | undefined)?.severity
/** Whether the server reports the error. */
const isReply = (error: unknown): boolean => typeof severityOf(error) === 'string'

/** Whether the server has responded to the last statement: with a result, or an error that keeps the connection. */
export const hasResponded = (error: unknown): boolean =>
  error === undefined || (isReply(error) && severityOf(error) !== 'FATAL')

/**
 * Converts a failure to StoreUnavailable, with the step and the reason. The driver's message is dropped, because it can
 * contain values.
 * @param reached `sent`: the statement can have reached the server
 */
export function unavailable(
  step: string,
  error: unknown,
  reached: 'not-sent' | 'read' | 'sent',
  place: string,
): StoreUnavailable {
  if (error instanceof StoreUnavailable) return error
  const code = codeOf(error)
  const isAborted = isReply(error) && code !== undefined && !ENDED.test(code)
  return new StoreUnavailable(`${step}: ${reasonOf(error)}`, reached === 'sent' && !isAborted, {
    reason: code ?? 'ETIMEDOUT',
    place,
    isPermanent: (isReply(error) ? PERMANENT : UNTRUSTED).test(code ?? ''),
  })
}

/** Describes a failure without values. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error)
  const known = SQLSTATES[code as keyof typeof SQLSTATES] as string | undefined
  if (isReply(error)) return known === undefined ? `the server responds with ${code}` : `${known} (${code})`
  if (code !== undefined && NOT_SENT.test(code)) return `no connection to PostgreSQL (${code})`
  if (code === 'TLS') return SQLSTATES.TLS
  if (UNTRUSTED.test(code ?? '')) return `the server's certificate is not accepted (${code})`
  return /timeout|timed out/i.test(String((error as Error).message))
    ? 'PostgreSQL did not respond in time'
    : `no connection to PostgreSQL${code === undefined ? '' : ` (${code})`}`
}
