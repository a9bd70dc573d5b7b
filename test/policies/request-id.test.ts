import {
  isInboundId,
  isOwnId,
  nearbyBeginning,
  REQUEST_ID_BYTES,
  requestIdBeginning,
  requestIdFrom,
  requestIdsIn,
} from '../../policies/request-id.ts'

describe('an id that the service makes', () => {
  it('is three groups of four, without letters that look alike', () => {
    const ids = Array.from({ length: 256 }, (_, byte) => requestIdFrom(new Uint8Array(REQUEST_ID_BYTES).fill(byte)))
    expect(ids.filter((id) => !/^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){2}$/.test(id))).toEqual([])
    expect(new Set(ids).size).toBe(32)
    expect(ids.filter(isOwnId)).toEqual(ids)
  })

  it.each(['', 'k7m2', 'K7M2-9QXD-4HTN', 'k7m29qxd4htn', 'k7m2-9qxd-4htn\n', 'k7m2-9qxd-4htn-0', 'u7m2-9qxd-4htn'])(
    'is not %j',
    (id) => expect(isOwnId(id)).toBe(false),
  )

  it('uses every byte', () =>
    expect(requestIdFrom(Uint8Array.from({ length: REQUEST_ID_BYTES }, (_, index) => index))).toBe('0123-4567-89ab'))
})

it.each<[string, string, readonly string[]]>([
  ['as it stands', 'k7m2-9qxd-4htn', ['k7m2-9qxd-4htn']],
  ['in capitals, with spaces around', ' K7M2-9QXD-4HTN ', ['K7M2-9QXD-4HTN', 'k7m2-9qxd-4htn']],
  ['without hyphens', 'k7m29qxd4htn', ['k7m29qxd4htn', 'k7m2-9qxd-4htn']],
  ['in groups with spaces', 'k7m2 9qxd 4htn', ['k7m2-9qxd-4htn']],
  ['with the dashes of a word processor', 'k7m2\u20139qxd\u20134htn', ['k7m2-9qxd-4htn']],
  ['copied from a page that runs from right to left', '\u2068k7m2-9qxd-4htn\u2069\u200f', ['k7m2-9qxd-4htn']],
  ['with o for 0, i and l for 1', 'OolI-0000-iiii', ['OolI-0000-iiii', '0011-0000-1111']],
  ['an id of a proxy', 'the_id.of-a_Proxy-0001', ['the_id.of-a_Proxy-0001']],
  ['too short for either', 'k7m2', []],
  ['too long for ours', 'k7m2-9qxd-4htn-0', ['k7m2-9qxd-4htn-0']],
  ['with u, which none of ours has', 'u7m2 9qxd 4htn', []],
  ['nothing', '', []],
])('what was typed is understood %s', (_, typed, ids) => expect(requestIdsIn(typed)).toEqual(ids))

it.each<[string, string, string | undefined]>([
  ['six characters', 'K7M2 9q', 'k7m2-9q'],
  ['as far as a group goes', 'k7m29qxd', 'k7m2-9qxd'],
  ['with letters for digits', 'kOlI-9q', 'k011-9q'],
  ['the whole id', 'k7m2-9qxd-4htn', 'k7m2-9qxd-4htn'],
  ['five characters', 'k7m2-9', undefined],
  ['more than a whole id', 'k7m2-9qxd-4htn-0', undefined],
  ['the beginning of an id of a proxy', 'the_id.of', undefined],
])('the input is the beginning of a request ID: %s', (_, typed, beginning) => {
  expect(requestIdBeginning(typed)).toBe(beginning)
  expect(nearbyBeginning(typed)).toBe(beginning?.slice(0, 4))
})

it.each([
  ['the-id-of-a-request', true],
  ['a'.repeat(64), true],
  ['a'.repeat(65), false],
  ['a'.repeat(7), false],
  ['an id with spaces', false],
  ['<script>alert(1)</script>', false],
])('an inbound id %p is used: %p', (id, used) => expect(isInboundId(id)).toBe(used))
