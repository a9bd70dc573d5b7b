import { endIn, endOf, endsOf, hasEnded, nextEnd, rolesAt } from '../../policies/end-dates.ts'

const NOON = Date.parse('2027-01-31T12:00:00Z')

it.each<[string, string | undefined]>([
  ['2027-01-31', '2027-02-01T00:00:00.000Z'],
  ['2028-02-29', '2028-03-01T00:00:00.000Z'],
  ['2027-01-31T18:00:00Z', '2027-01-31T18:00:00.000Z'],
  ['2027-01-31T18:00+02:00', '2027-01-31T16:00:00.000Z'],
  ['2027-01-31t18:00:00.5z', '2027-01-31T18:00:00.500Z'],
  ['2027-01-31T18:00-05:30', '2027-01-31T23:30:00.000Z'],
  ['2000-02-29', '2000-03-01T00:00:00.000Z'],
  ['2100-02-29', undefined],
  ['2027-04-31', undefined],
  ['2027-04-00', undefined],
  ['2027-02-29', undefined],
  ['2027-02-30T00:00:00Z', undefined],
  ['2027-13-01', undefined],
  ['2027-01-31T25:00:00Z', undefined],
  ['2027-01-31T18:00:00', undefined],
  ['31.01.2027', undefined],
  ['', undefined],
  ['tomorrow', undefined],
])('%s', (text, expected) => {
  const at = endIn(text)
  expect(at === undefined ? undefined : new Date(at).toISOString()).toBe(expected)
})

it('ends at that moment, and without a date never; what cannot be read has ended', () => {
  expect(hasEnded(undefined, NOON)).toBe(false)
  expect(hasEnded('2027-01-31', NOON)).toBe(false)
  expect(hasEnded('2027-01-31T12:00:00Z', NOON)).toBe(true)
  expect(hasEnded('2027-01-31T12:00:01Z', NOON)).toBe(false)
  expect(hasEnded('soon', NOON)).toBe(true)
})

it('leaves out the roles that have ended, whatever they are called', () => {
  const ends = { finance: '2027-01-30', audit: '2027-01-31' }
  expect(rolesAt(['finance', 'audit', 'constructor'], ends, NOON)).toEqual(['audit', 'constructor'])
  expect(rolesAt(['finance'], undefined, NOON)).toEqual(['finance'])
  expect(endOf(ends, 'constructor')).toBeUndefined()
  expect(endOf(ends, 'audit')).toBe('2027-01-31')
  expect(endsOf(ends, ['audit'])).toEqual({ audit: '2027-01-31' })
  expect(endsOf(ends, ['sales'])).toBeUndefined()
  expect(endsOf(undefined)).toBeUndefined()
})

it('the next end is the earliest that has not passed', () => {
  expect(nextEnd([undefined, '2027-01-30', '2027-02-02', '2027-02-01'], NOON)).toBe(Date.parse('2027-02-02T00:00:00Z'))
  expect(nextEnd([undefined, 'soon'], NOON)).toBeUndefined()
})
