/**
 * What a gated app reads of its user: headers that the gate sets and the proxy passes on. A value that a header cannot carry unchanged
 * is left out, and so is a role that would be read as two; an app never gets half a name.
 *
 * Spec      GET /gate; D-S11
 * RFC       9110 s5.5
 * Deny      the value is left out
 * Enforced  lib/apps/gate/identity.ts, lib/config/checks/gate.ts
 * Tests     test/policies/identity-headers.test.ts, test/flows/gate.test.ts
 */

/** What is told, in the order of the documentation. */
export const IDENTITY_FACTS = ['user', 'name', 'email', 'groups', 'assertion'] as const
export type IdentityFact = (typeof IDENTITY_FACTS)[number]

/** A value so long fits beside the others into the headers that proxies take. */
const VALUE_MAX_BYTES = 2_000

/** Whether a header can carry the text as it is: control characters end a header, and spaces around a value are lost. */
export function fitsHeader(text: string): boolean {
  return text !== '' && text === text.trim() && !/\p{Cc}/u.test(text) && Buffer.byteLength(text) <= VALUE_MAX_BYTES
}

export interface HeaderList {
  readonly value: string | undefined
  readonly left: readonly string[]
}

/** Several names in one header, separated by commas, as far as there is room. */
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
 * What a name may have (RFC 9110 s5.6.2) besides letters, digits and hyphens. CGI, WSGI and PHP read some of these as a hyphen, so no
 * proxy passes a name with one of them that would otherwise be one of the gate's.
 */
export const OTHER_NAME_CHARACTERS = "!#$%&'*+.^_`|~"

const HEADER_NAME = /^[A-Za-z][A-Za-z0-9-]{0,63}$/
/** Headers with a meaning of their own between browser, proxy and app. */
const TAKEN =
  /^(?:host|cookie|set-cookie|authorization|www-authenticate|location|connection|keep-alive|upgrade|te|trailer|date|etag|vary|server|age|range|expect|origin|referer|accept.*|content-.*|transfer-encoding|cache-control|x-request-id|x-forwarded-.*|x-original-.*|forwarded|via|if-.*|sec-.*|proxy(?:-.*)?|strict-transport-security)$/i

export type HeaderNameIssue = 'malformed' | 'taken' | 'repeated'

/**
 * What is wrong with the name of a header, beside others. Some servers read a hyphen as an underscore and one case as the other, so two
 * names that differ in these alone are one.
 */
export function headerNameIssue(name: string, others: readonly string[]): HeaderNameIssue | undefined {
  if (!HEADER_NAME.test(name)) return 'malformed'
  if (TAKEN.test(name)) return 'taken'
  return others.some((other) => other.toLowerCase() === name.toLowerCase()) ? 'repeated' : undefined
}
