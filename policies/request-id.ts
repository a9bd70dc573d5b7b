/**
 * The request ID, which users quote when they report a problem. Portico's own IDs are easy to read from a screenshot
 * and type: 12 characters in Crockford's base32, in groups. An ID from a trusted proxy keeps its format and is compared
 * exactly.
 *
 * Spec      X-Request-Id, `request_id`, "Explain" in the panel, portico explain; D-G2, D-G15
 * Deny      an inbound ID in a different format is not used; input that cannot be an ID has no match. In the panel and
 *           on the command line, the beginning of an ID is enough; other callers need the whole ID
 * Enforced  lib/web/http/request-id.ts, lib/protocol/endpoints/error-reference.ts, lib/domain/audit/explanations.ts,
 *           lib/apps/admin/operations/search-hits.ts
 * Tests     test/policies/request-id.test.ts, test/flows/request-ids.test.ts
 */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const OWN = new RegExp(`^[${DIGITS}]{4}(?:-[${DIGITS}]{4}){2}$`)
const INBOUND = /^[A-Za-z0-9._-]{8,64}$/

/** Number of random bytes per ID; 60 of their bits are used. */
export const REQUEST_ID_BYTES = 12

/** Returns an ID such as `k7m2-9qxd-4htn`. Avoids intermediate values, because it runs for every request. */
export function requestIdFrom(random: Uint8Array): string {
  let id = ''
  for (let at = 0; at < REQUEST_ID_BYTES; at += 1) {
    if (at === 4 || at === 8) id += '-'
    id += DIGITS[(random[at] as number) & 31]
  }
  return id
}

/** Whether this is a complete ID in Portico's own format. */
export const isOwnId = (id: string): boolean => OWN.test(id)

/** Whether an ID from a trusted proxy is accepted. */
export const isInboundId = (id: string): boolean => INBOUND.test(id)

/**
 * The IDs that the input could mean, the more likely one first: the exact text, and the Portico ID that looks the same.
 * Case, hyphens, spaces, and direction marks are ignored; o counts as 0, and i and l count as 1.
 */
export function requestIdsIn(typed: string): readonly string[] {
  const text = typed.trim()
  const digits = digitsIn(text)
  const ours = digits?.length === REQUEST_ID_BYTES
  return [...new Set([...(isInboundId(text) ? [text] : []), ...(ours ? [grouped(digits)] : [])])]
}

/** Minimum number of characters needed to find one of Portico's own IDs by its beginning: 30 bits. */
export const SHORTEST_BEGINNING = 6
/** IDs that share this many leading characters probably differ only by a typo. */
const NEAR_BEGINNING = 4

/** The canonical beginning of one of Portico's own IDs; undefined if the input is not one or is too short. */
export function requestIdBeginning(typed: string): string | undefined {
  const digits = digitsIn(typed)
  return digits === undefined || digits.length < SHORTEST_BEGINNING || digits.length > REQUEST_ID_BYTES
    ? undefined
    : grouped(digits)
}

/** The beginning to search for when an ID has no match, to find IDs that differ only by a typo. */
export function nearbyBeginning(typed: string): string | undefined {
  const beginning = requestIdBeginning(typed)
  return beginning?.slice(0, NEAR_BEGINNING)
}

/** The digits of one of Portico's own IDs; undefined if the input contains other characters. */
function digitsIn(typed: string): string | undefined {
  const plain = typed
    .trim()
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\u200e\u200f\u2066-\u2069\u2010-\u2015-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1')
  return [...plain].every((digit) => DIGITS.includes(digit)) ? plain : undefined
}

const grouped = (digits: string): string => digits.replace(/(.{4})(?=.)/g, '$1-')
