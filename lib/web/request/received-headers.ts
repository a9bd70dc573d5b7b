/** Reads request headers. For HTTP/2, Node.js does not provide all of the properties that it provides for HTTP/1. */

import type { IncomingMessage } from 'node:http'
import { decideSource, type SourceVerdict } from '../../../policies/request-source.ts'
import { type SearchedText, searchedText } from '../../../policies/request-text.ts'

/** A header's value, truncated to limit how long pattern matching can take. */
export function headerText(
  { headers }: Pick<IncomingMessage, 'headers'>,
  name: Exclude<SearchedText, 'ui_locales'>,
): string | undefined {
  const text = headers[name]
  return text === undefined ? undefined : searchedText(name, text)
}

/** All values of a header that should occur only once, including duplicates. @param name in lowercase */
export function headerLines(req: IncomingMessage, name: string): readonly string[] {
  const distinct = req.headersDistinct as IncomingMessage['headersDistinct'] | undefined
  if (distinct !== undefined) return distinct[name] ?? []
  return req.rawHeaders.filter((_, index, all) => index % 2 === 1 && all[index - 1]?.toLowerCase() === name)
}

/** A header that Node's types do not list. */
export const otherHeaderText = ({ headers }: IncomingMessage, name: string): string | undefined =>
  headers[name]?.toString()

/** The requested host: `:authority` in HTTP/2 (RFC 9113 s8.3.1), or `Host`. */
export const requestedHost = ({ headers }: IncomingMessage): string | undefined => {
  const authority = headers[':authority']
  return typeof authority === 'string' ? authority : headers.host
}

/** Whether a request came from one of the allowed pages. @param own the origin of the allowed pages */
export const sourceOf = ({ headers }: IncomingMessage, own: string): SourceVerdict =>
  decideSource({ site: headers['sec-fetch-site'], origin: headers.origin }, own)
