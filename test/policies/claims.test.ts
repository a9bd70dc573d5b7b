import { idTokenClaimsOf, releasedClaims, SCOPE_CLAIMS } from '../../policies/claims.ts'
import { SCOPES, type Scope } from '../../policies/scopes.ts'

const ALICE = {
  sub: 'u-alice',
  name: 'Alice Doe',
  given_name: 'Alice',
  family_name: 'Doe',
  picture: 'https://example.com/a.png',
  preferred_username: 'alice',
  locale: 'en',
  zoneinfo: 'Europe/Paris',
  updated_at: 1_700_000_000,
  email: 'alice@example.com',
  email_verified: true,
  roles: ['sso:admin'],
  permissions: ['invoices:read'],
  active: true,
  passwordHash: 'secret',
}

describe('which claims a scope releases (OIDC Core s5.4; D-T11)', () => {
  it.each<[string, readonly Scope[]]>([
    ['sub', ['openid']],
    ['sub name given_name family_name picture preferred_username locale zoneinfo updated_at', ['openid', 'profile']],
    ['sub email email_verified', ['openid', 'email']],
    ['sub', ['openid', 'offline_access']],
    ['sub roles', ['openid', 'roles']],
    ['sub permissions', ['openid', 'permissions']],
    [
      'sub name given_name family_name picture preferred_username locale zoneinfo updated_at email email_verified roles permissions',
      SCOPES,
    ],
    ['', []],
    ['sub', ['openid', 'declared-no-longer', 'constructor']],
  ])('%j', (names, scopes) => expect(Object.keys(releasedClaims(scopes, ALICE)).join(' ')).toBe(names))

  it('gives values as they are', () =>
    expect(releasedClaims(['openid', 'email', 'roles'], ALICE)).toStrictEqual({
      sub: 'u-alice',
      email: 'alice@example.com',
      email_verified: true,
      roles: ['sso:admin'],
    }))

  it.each([
    ['undefined', undefined],
    ['null', null],
    ['empty', ''],
  ])('leaves out what is %s (Core s5.3.2)', (_, value) =>
    expect(releasedClaims(['openid', 'email'], { sub: 'u', email: value, email_verified: value })).toStrictEqual({
      sub: 'u',
    }),
  )

  it.each([
    ['false', false],
    ['zero', 0],
    ['an empty list', []],
  ])('does not take %s for absent', (_, value) =>
    expect(releasedClaims(['openid', 'roles'], { sub: 'u', roles: value })).toStrictEqual({ sub: 'u', roles: value }),
  )

  it('takes nothing from a prototype', () =>
    expect(
      releasedClaims(['openid', 'email'], Object.create({ email: 'x@example.com' }) as Record<string, unknown>),
    ).toStrictEqual({}))

  it('releases what a deployment declares', () =>
    expect(
      releasedClaims(['openid', 'teams'], { ...ALICE, team: 'red' }, { ...SCOPE_CLAIMS, teams: ['team'] }),
    ).toStrictEqual({ sub: 'u-alice', team: 'red' }))

  it('knows every scope', () => expect(Object.keys(SCOPE_CLAIMS)).toEqual([...SCOPES]))
})

it.each([
  ['none', {}, 'none'],
  ['scopes', {}, 'scopes'],
  ['none', { idTokenClaims: 'scopes' }, 'scopes'],
  ['scopes', { idTokenClaims: 'none' }, 'none'],
] as const)(
  'whether the claims stand in the ID token too (D-T2): deployment %s, client %j: %s',
  (deployment, client, expected) => expect(idTokenClaimsOf(client, deployment)).toBe(expected),
)
