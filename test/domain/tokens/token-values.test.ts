/** Codes and refresh tokens. */
import { randomBytes } from 'node:crypto'
import { tokenValues } from '../../../lib/domain/tokens/token-values.ts'

const [OLD, NEW] = [randomBytes(32), randomBytes(32)]
const values = tokenValues([NEW, OLD])
const ENDS_AT = 2_000_000_000
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const familyId = values.newFamilyId()
const { value, hash } = values.issue('refresh', familyId, ENDS_AT)

it('what was issued names its family and its end, and has the hash that was kept', () =>
  expect(values.open('refresh', value)).toEqual({ familyId, hash, endsAt: ENDS_AT }))

it('a code is not a refresh token, nor the other way round', () => {
  expect(values.open('code', value)).toBeUndefined()
  expect(values.open('refresh', values.issue('code', familyId, ENDS_AT).value)).toBeUndefined()
})

it('what an older key has tagged is still ours, what a strange one has is not', () => {
  expect(values.open('code', tokenValues([OLD]).issue('code', familyId, ENDS_AT).value)?.familyId).toBe(familyId)
  expect(values.open('code', tokenValues([randomBytes(32)]).issue('code', familyId, ENDS_AT).value)).toBeUndefined()
})

it('a value has one form: any other character at any place is another value, and not ours', () => {
  for (let place = 0; place < value.length; place += 1) {
    for (const character of BASE64URL) {
      if (character === value[place]) continue
      expect(values.open('refresh', value.slice(0, place) + character + value.slice(place + 1))).toBeUndefined()
    }
  }
})

it.each([
  ['nothing', ''],
  ['too little', value.slice(1)],
  ['too much', `${value}A`],
  ['padding', `${value}==`],
  ['a line break', `${value}\n`],
])('%s is not ours', (_, sent) => expect(values.open('refresh', sent)).toBeUndefined())

it.each(['code', 'refresh'] as const)(
  'AUTH-32, REF-20: no two of kind %s are alike, and none can be guessed',
  (kind) => {
    const issued = Array.from({ length: 2_000 }, () => values.issue(kind, values.newFamilyId(), ENDS_AT).value)
    for (const each of issued) expect(each).toMatch(/^[A-Za-z0-9_-]{43,}$/)
    expect(new Set(issued.map((each) => each.slice(0, 37))).size).toBe(2_000)
    expect(new Set(issued.map((each) => values.open(kind, each)?.familyId)).size).toBe(2_000)
    // No two share a beginning of 40 bits: among 128 random bits that happens once in half a million such runs.
    const beginnings = issued.map((each) => Buffer.from(each, 'base64url').subarray(0, 16))
    expect(new Set(beginnings.map((bytes) => bytes.toString('hex', 0, 5))).size).toBe(2_000)
    const ones = beginnings
      .flatMap((bytes) => [...bytes])
      .reduce((sum, byte) => sum + byte.toString(2).replaceAll('0', '').length, 0)
    expect(ones / (2_000 * 128)).toBeCloseTo(0.5, 2)
  },
)
