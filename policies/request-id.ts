/**
 * The id of a request, which people quote. One that the service makes can be read from a picture and typed again: 12 characters of
 * Crockford's base32 in groups, without letters that look alike. One that a trusted proxy sent keeps its form and is compared exactly.
 *
 * Spec      X-Request-Id, `request_id`, "Explain" of the panel, portico explain; D-G2, D-G15
 * Deny      an inbound id of another form is not used; nothing is found for what cannot be an id
 *           the beginning of an id is enough for who is signed in to the panel, and at the command line; all else takes the whole
 * Enforced  lib/web/http/request-id.ts, lib/protocol/endpoints/error-reference.ts, lib/domain/audit/explanations.ts, lib/apps/admin/operations/search-requests.ts
 * Tests     test/policies/request-id.test.ts, test/flows/request-ids.test.ts
 */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const OWN = new RegExp(`^[${DIGITS}]{4}(?:-[${DIGITS}]{4}){2}$`)
const INBOUND = /^[A-Za-z0-9._-]{8,64}$/

/** 60 bits of them are used. */
export const REQUEST_ID_BYTES = 12

/** `k7m2-9qxd-4htn`. Every request has one, so it is put together without anything in between. */
export function requestIdFrom(random: Uint8Array): string {
  let id = ''
  for (let at = 0; at < REQUEST_ID_BYTES; at += 1) {
    if (at === 4 || at === 8) id += '-'
    id += DIGITS[(random[at] as number) & 31]
  }
  return id
}

/** Whether it is an id as the service writes them, whole. */
export const isOwnId = (id: string): boolean => OWN.test(id)

/** Whether an id from a trusted proxy is used. */
export const isInboundId = (id: string): boolean => INBOUND.test(id)

/**
 * The ids that may be meant by what somebody typed, the likelier one first: exactly this, and the one of ours that reads so, without
 * regard to case, hyphens, spaces and marks of direction, with o for 0 and i or l for 1.
 */
export function requestIdsMeant(typed: string): readonly string[] {
  const text = typed.trim()
  const digits = digitsIn(text)
  const ours = digits?.length === REQUEST_ID_BYTES
  return [...new Set([...(isInboundId(text) ? [text] : []), ...(ours ? [grouped(digits)] : [])])]
}

/** From here on the beginning of an id of ours may stand for it: 30 bits. */
export const SHORTEST_BEGINNING = 6
/** So far two ids must agree for one to be taken for a mistyped other. */
const NEAR_BEGINNING = 4

/** How the id of ours begins that somebody typed a part of, in its written form; undefined for what is none, or too short. */
export function requestIdBeginning(typed: string): string | undefined {
  const digits = digitsIn(typed)
  return digits === undefined || digits.length < SHORTEST_BEGINNING || digits.length > REQUEST_ID_BYTES
    ? undefined
    : grouped(digits)
}

/** How ids begin that may be meant where nothing has this one. */
export function nearbyBeginning(typed: string): string | undefined {
  const beginning = requestIdBeginning(typed)
  return beginning?.slice(0, NEAR_BEGINNING)
}

/** Digits of an id of ours; undefined when something else is among them. */
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
