/**
 * Headers that identify the user to a gated app: the gate sets them, and the proxy passes them on. A value that cannot
 * be sent unchanged in a header is omitted, and so is a role that the app would read as two. An app never gets part of
 * a name.
 *
 * Spec      GET /gate; D-S11
 * RFC       9110 s5.5
 * Deny      the value is omitted
 * Enforced  lib/apps/gate/identity.ts, lib/config/checks/groups.ts
 * Tests     test/policies/identity-headers.test.ts, test/flows/gate.test.ts
 */

/** What a gated app can learn about the user, in the order used in the documentation. */
export const IDENTITY_FACTS = ['user', 'name', 'email', 'groups', 'assertion'] as const
export type IdentityFact = (typeof IDENTITY_FACTS)[number]

/** Keeps the total size of a request's headers within what proxies accept. */
const VALUE_MAX_BYTES = 2_000

/** Whether a header can carry the text unchanged: it is short, without control characters or surrounding spaces. */
export function fitsHeader(text: string): boolean {
  return text !== '' && text === text.trim() && !/\p{Cc}/u.test(text) && Buffer.byteLength(text) <= VALUE_MAX_BYTES
}

export interface HeaderList {
  readonly value: string | undefined
  readonly left: readonly string[]
}

/** Joins names into one comma-separated header value. `left` contains names that do not fit or cannot be sent. */
export function headerList(names: readonly string[]): HeaderList {
  const [kept, left]: [string[], string[]] = [[], []]
  let bytes = 0
  for (const name of names) {
    const more = Buffer.byteLength(name) + 1
    if (!fitsHeader(name) || name.includes(',') || bytes + more > VALUE_MAX_BYTES) left.push(name)
    else {
      kept.push(name)
      bytes += more
    }
  }
  return { value: kept.length === 0 ? undefined : kept.join(','), left }
}

/**
 * Characters allowed in a header name other than letters, digits, and hyphens (RFC 9110 s5.6.2). CGI, WSGI, and PHP
 * read some of them as a hyphen. A proxy must remove any header that such a server would read as one of the gate's.
 */
export const OTHER_NAME_CHARACTERS = "!#$%&'*+.^_`|~"

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/
/** Headers already used by the browser, the proxy, or the app. */
const TAKEN =
  /^(?:host|cookie|set-cookie|authorization|www-authenticate|location|connection|keep-alive|upgrade|te|trailer|date|etag|vary|server|age|range|expect|origin|referer|accept.*|content-.*|transfer-encoding|cache-control|x-request-id|x-forwarded-.*|x-original-.*|forwarded|via|if-.*|sec-.*|proxy(?:-.*)?|strict-transport-security)$/i

export type HeaderNameIssue = 'malformed' | 'taken' | 'repeated'

/**
 * Checks a header name, including for conflicts with the other names. Some servers ignore case and do not distinguish
 * hyphens from underscores, so names that differ only in those ways count as the same name.
 */
export function headerNameIssue(name: string, others: readonly string[]): HeaderNameIssue | undefined {
  if (!HEADER_NAME.test(name)) return 'malformed'
  if (TAKEN.test(name)) return 'taken'
  return others.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'repeated' : undefined
}
