/** Detects an authorization or token request in text that was cut or cannot be parsed, and its client ID. */
import { parseParameters } from '../../web/request/request-context.ts'
import { type BrokenRequest, maybeSignIn, type Reading, recordedRequest } from './recorded-request.ts'

export interface FoundRequest {
  readonly method: string
  /** Path and query, or an absolute URL. */
  readonly target: string
  readonly broken?: BrokenRequest['broken'] | undefined
  /** Whether the end of the target is missing. */
  readonly isOpen?: boolean | undefined
}

/** The reading of a request; `broken` only if the request may be an authorization or token request. */
export function readingOf({ method, target, broken, isOpen = false }: FoundRequest): Reading {
  const request = recordedRequest(method, target)
  if (request === undefined || broken === undefined || !maybeSignIn(request, isOpen)) return request
  return { broken, clientId: clientIdIn(isOpen ? target : `${target} `) }
}

const AUTHORIZATION_URL = /\/(?:auth|authorize|authorization)\/?\?/i
const OTHER_PARAMETER = /\b(?:response_type|redirect_uri|grant_type)\b/

/** The reading of text in which no request was found. */
export function readingOfText(text: string, broken: BrokenRequest['broken']): Reading {
  const plain = text.replaceAll('\\/', '/').replaceAll('\\u0026', '&').replaceAll('\\u003d', '=').replaceAll('\\"', '"')
  if (!AUTHORIZATION_URL.test(plain) && !(/\bclient_id\b/.test(plain) && OTHER_PARAMETER.test(plain))) return undefined
  return { broken, clientId: clientIdIn(plain) }
}

/** A value at the end of the text can be incomplete, so only a value with a delimiter after it counts. */
function clientIdIn(text: string): string | undefined {
  const parts = text.split(/([&?\s"'\\<>;|])/).filter((part) => part !== '')
  const isQuery = (part: string, at: number): boolean =>
    part.startsWith('client_id=') && /^[&\s]/.test(parts[at + 1] ?? '')
  const pair = parts.find(isQuery)
  if (pair !== undefined) return parseParameters(pair).get('client_id')?.[0]
  const marks = parts.filter((part) => part.trim() !== '')
  const at = marks.indexOf('client_id')
  return at !== -1 &&
    marks
      .slice(at + 1, at + 6)
      .toSpliced(3, 1)
      .join('') === '":""'
    ? marks[at + 4]
    : undefined
}
