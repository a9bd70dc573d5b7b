import { mapClaims } from '../../../lib/protocol/upstream/map-claims.ts'

const CLAIMS = {
  preferred_username: 'ursula',
  name: 'Ursula',
  email: 'ursula@b.example',
  email_verified: true,
  upn: 'u@corp.example',
  upn_checked: true,
  address: { country: 'PT' },
}
const said = (claims: object, names: Readonly<Record<string, string>> = {}) =>
  mapClaims({ claims: names, roles: undefined }, { ...CLAIMS, ...claims })

it('standard claims keep their names, and others follow the table', () => {
  expect(said({})).toMatchObject({ username: 'ursula', person: { name: 'Ursula', email: 'ursula@b.example' } })
  const { person } = said({}, { name: 'upn', locale: 'address.country' })
  expect(person).toMatchObject({ name: 'u@corp.example', locale: 'PT' })
})

it.each<[string, object, Readonly<Record<string, string>>, boolean]>([
  ['true', {}, {}, true],
  ['a text', { email_verified: 'true' }, {}, false],
  ['a number', { email_verified: 1 }, {}, false],
  ['nothing', { email_verified: undefined }, {}, false],
  ['true, and about another claim', {}, { email: 'upn' }, false],
  ['true in a claim of its own', {}, { email: 'upn', email_verified: 'upn_checked' }, true],
])('an address is proved by the boolean true alone: %s', (_what, claims, names, verified) =>
  expect(said(claims, names).person.email_verified).toBe(verified),
)

it('what is no text, too long, or holds control characters is left out', () => {
  const { person } = said({ name: ['Ursula'], given_name: 'x'.repeat(255), family_name: 'a\nb', email: '' })
  expect(person).toEqual({ roles: [] })
})
