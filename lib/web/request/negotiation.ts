import type { IncomingMessage } from 'node:http'
import { isNavigation } from '../../../policies/background-request.ts'
import { headerText, otherHeaderText } from './received-headers.ts'

/** Whether the request prefers HTML. A browser asks for text/html explicitly; all other requests get JSON (D-G4). */
export function prefersHtml(req: IncomingMessage): boolean {
  const accept = headerText(req, 'accept')
  if (accept === undefined || !accept.includes('text/html')) return false
  // If two entries have the same type, the first one counts.
  const weights = new Map(weighted(accept).toReversed())
  const html = weights.get('text/html') ?? 0
  return html > 0 && html >= (weights.get('application/json') ?? 0)
}

/** See policies/background-request.ts. */
export const navigates = (req: IncomingMessage): boolean =>
  isNavigation({
    mode: otherHeaderText(req, 'sec-fetch-mode'),
    requestedWith: otherHeaderText(req, 'x-requested-with'),
    accept: headerText(req, 'accept'),
  })

export type ContentCoding = 'br' | 'gzip'

/** Order of preference for equal weights. */
const CODINGS: readonly ContentCoding[] = ['br', 'gzip']

/** Undefined if the body is sent uncompressed. This is allowed even if the client rules it out (RFC 9110 s12.1). */
export function chooseCoding(accepted: string | undefined): ContentCoding | undefined {
  if (accepted === undefined) return undefined
  // `x-gzip` is an alias for gzip (RFC 9110 s8.4.1.3).
  const weights = new Map(weighted(accepted.replace(/\bx-gzip\b/gi, 'gzip')))
  const other = weights.get('*')
  const weightOf = (coding: ContentCoding): number => weights.get(coding) ?? other ?? 0
  // An uncompressed body is acceptable as a last resort, even if the client does not list it (RFC 9110 s12.5.3).
  const plain = weights.get('identity') ?? 0
  const best = CODINGS.reduce((one, next) => (weightOf(next) > weightOf(one) ? next : one))
  return weightOf(best) > 0 && weightOf(best) >= plain ? best : undefined
}

/** Entries in a weighted list (RFC 9110 s12.4.2), in lowercase. A weight outside 0 to 1 counts as 0. */
export function weighted(header: string): readonly (readonly [name: string, weight: number])[] {
  return header.split(',').map((entry) => {
    const [name = '', ...parameters] = entry.split(';').map((part) => part.trim().toLowerCase())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const q = weight === undefined ? 1 : Number(weight.slice(2))
    return [name, q >= 0 && q <= 1 ? q : 0]
  })
}
