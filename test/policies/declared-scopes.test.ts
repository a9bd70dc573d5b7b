import { SCOPE_CLAIMS } from '../../policies/claims.ts'
import { declaredClaimIssue, declaredScopeIssue, scopeClaimsWith } from '../../policies/declared-scopes.ts'
import { SCOPES } from '../../policies/scopes.ts'

it.each<[string, ReturnType<typeof declaredScopeIssue>]>([
  ['groups', undefined],
  ['invoices:read', undefined],
  ['urn:example:scope/a_b-c.d', undefined],
  ['x'.repeat(64), undefined],
  ...[...SCOPES, 'constructor', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf'].map(
    (scope): [string, 'reserved'] => [scope, 'reserved'],
  ),
  ['', 'malformed'],
  ['x'.repeat(65), 'malformed'],
  ['two words', 'malformed'],
  ['1st', 'malformed'],
  ['__proto__', 'reserved'],
  ['größe', 'malformed'],
])('a scope %j', (name, issue) => expect(declaredScopeIssue(name)).toBe(issue))

it.each<[string, ReturnType<typeof declaredClaimIssue>]>([
  ['groups', undefined],
  ['https://example.com/claims/groups', undefined],
  ['x'.repeat(200), undefined],
  ['x'.repeat(201), 'malformed'],
  ['', 'malformed'],
  ['__proto__', 'reserved'],
  ['two words', 'malformed'],
  ...'iss sub aud exp sid nonce acr at_hash client_id token_use events active constructor'
    .split(' ')
    .map((claim): [string, 'reserved'] => [claim, 'reserved']),
  ...Object.values(SCOPE_CLAIMS)
    .flat()
    .map((claim): [string, 'reserved'] => [claim, 'reserved']),
])('a claim %j', (claim, issue) => expect(declaredClaimIssue(claim)).toBe(issue))

it('the six come first and stay as they are, then the declared ones in their order', () => {
  const all = scopeClaimsWith({ teams: { claims: ['team', 'lead'] }, groups: { claims: ['groups'] } })
  expect(Object.keys(all)).toEqual([...SCOPES, 'teams', 'groups'])
  expect(all).toEqual({ ...SCOPE_CLAIMS, teams: ['team', 'lead'], groups: ['groups'] })
  expect(scopeClaimsWith({})).toEqual(SCOPE_CLAIMS)
})
