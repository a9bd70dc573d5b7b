/** Which details of a user may be changed, and to what (D-A1). */
import {
  DETAIL_MAX_LENGTH,
  decideProfile,
  detailIssue,
  isUsableClaim,
  PROFILE_FIELDS,
  TIME_ZONES,
} from '../../policies/profile.ts'

const before = { name: 'Ana Souza', email: 'ana@example.com', zoneinfo: 'Mars/Olympus' }

describe('decideProfile', () => {
  it.each([
    ['a value that is typed again is a change', { name: 'Ana Lima' }, { name: 'Ana Lima' }],
    ['spaces at the ends are none', { name: '  Ana Souza ', email: ' new@example.com ' }, { email: 'new@example.com' }],
    ['an emptied field is null', { name: ' ' }, { name: null }],
    ['an empty one that was empty is none', { given_name: '', locale: '' }, {}],
    ['a field that the form did not have stays', {}, {}],
  ])('%s', (_name, typed, changes) =>
    expect(decideProfile(before, typed, PROFILE_FIELDS)).toEqual({ changes, issues: [] }),
  )

  it('looks at no field that may not be changed', () =>
    expect(decideProfile(before, { name: 'x', email: 'nowhere' }, ['name'])).toEqual({
      changes: { name: 'x' },
      issues: [],
    }))

  it('checks nothing that was not changed: an old value never stands in the way', () =>
    expect(decideProfile(before, { zoneinfo: 'Mars/Olympus', name: 'Ana' }, PROFILE_FIELDS).issues).toEqual([]))

  it('reports all issues together, by field', () => {
    const typed = { name: 'a\u0000b', email: 'nowhere', locale: 'English', zoneinfo: 'Atlantis' }
    expect(decideProfile({}, typed, PROFILE_FIELDS).issues).toEqual([
      { field: 'name', code: 'unusable' },
      { field: 'email', code: 'email_malformed' },
      { field: 'locale', code: 'language_unknown' },
      { field: 'zoneinfo', code: 'zone_unknown' },
    ])
  })
})

describe('detailIssue', () => {
  it.each([
    ['name', 'x'.repeat(DETAIL_MAX_LENGTH), undefined],
    ['name', 'x'.repeat(DETAIL_MAX_LENGTH + 1), 'too_long'],
    ['family_name', 'سوزا', undefined],
    ['given_name', 'می\u200Cخواهم', undefined],
    ['name', 'a\u202Eb', 'unusable'],
    ['name', 'a\u200Bb', 'unusable'],
    ['name', 'a\nb', 'unusable'],
    ['email', 'ana+portal@sub.example.com', undefined],
    ['email', 'ana@localhost', 'email_malformed'],
    ['email', 'ana @example.com', 'email_malformed'],
    ['email', '<ana@example.com>', 'email_malformed'],
    ['locale', 'pt-BR', undefined],
    ['locale', 'zh-Hant-TW', undefined],
    ['locale', '../en', 'language_unknown'],
    ['zoneinfo', 'Europe/Zurich', undefined],
    ['zoneinfo', 'UTC', undefined],
    ['zoneinfo', 'europe/zurich', 'zone_unknown'],
  ] as const)('%s %j: %s', (field, text, issue) => expect(detailIssue(field, text)).toBe(issue))

  it('accepts the time zones of the world', () => expect(TIME_ZONES.length).toBeGreaterThan(300))
})

it.each([
  ['picture', 'https://id.example/a.png', true],
  ['picture', `https://id.example/${'a'.repeat(2048)}`, false],
  ['picture', 'javascript:alert(1)', false],
  ['picture', '/a.png', false],
  ['locale', 'de-CH', true],
  ['locale', 'de_CH', false],
  ['zoneinfo', 'Asia/Calcutta', true],
  ['zoneinfo', 'GMT+01:00 (Berlin)', false],
  ['email', 'ana@bücher.example', true],
  ['email', 'ana', false],
  ['name', 'Ana', true],
  ['name', 'Ana\u202e', false],
  ['name', 'a'.repeat(255), false],
])('a provider’s claim %s %j: %s', (claim, text, isUsable) => expect(isUsableClaim(claim, text)).toBe(isUsable))
