/** How an app took a notification, in words: a status, or why there was none. */
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'

type Texts = Messages['operations']['deliveries']
type Reason = keyof Texts['reasons']

/** What Node.js and OpenSSL call it; the reasons of our own have their words under the names that they are kept by. */
const CODES: Readonly<Record<string, Reason>> = {
  ENOTFOUND: 'host not found',
  EAI_AGAIN: 'look-up failed',
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed',
  EPIPE: 'connection closed',
  ETIMEDOUT: 'timeout',
  EHOSTUNREACH: 'host unreachable',
  ENETUNREACH: 'host unreachable',
  EHOSTDOWN: 'host unreachable',
  EPROTO: 'no tls',
  CERT_HAS_EXPIRED: 'certificate expired',
  CERT_NOT_YET_VALID: 'certificate not yet valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate of another host',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'certificate not trusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'certificate not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'certificate not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'certificate not trusted',
}

const reasonOf = (error: string): Reason | undefined => {
  if (error.startsWith('ERR_SSL_')) return 'no tls'
  return error.startsWith('HPE_') ? 'not http' : CODES[error]
}

/** @param uri where it was sent to */
export function answerText(
  { status, error }: { readonly status: number | undefined; readonly error: string | undefined },
  uri: string,
  { answered, noAnswer, unknownReason, reasons }: Texts,
): string {
  if (status !== undefined) return answered({ status: String(status) })
  if (error === undefined) return noAnswer
  const reason = Object.hasOwn(reasons, error) ? (error as Reason) : reasonOf(error)
  if (reason === undefined) return unknownReason({ code: isolate(error) })
  const text = reasons[reason]
  return typeof text === 'string' ? text : text({ host: isolate(URL.parse(uri)?.host ?? uri) })
}
