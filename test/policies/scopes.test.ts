import {
  checkClientScopes,
  decideGrantedScopes,
  decideRefreshScopes,
  decideRequestedScopes,
  SCOPES,
  type Scope,
  type ScopeDecision,
} from '../../policies/scopes.ts'
import { describeDenial } from '../../policies/verdict.ts'
import { outcomeOf } from './outcome.ts'

const said = (decision: ScopeDecision): string => (decision.allowed ? decision.scopes.join(' ') : outcomeOf(decision))
const USUAL = ['openid', 'profile', 'email', 'offline_access']

it('the scopes: are six', () =>
  expect(SCOPES).toEqual(['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions']))

const UNKNOWN = 'invalid_scope scope_unknown'
const DENIED = 'invalid_scope scope_denied'
const MALFORMED = 'invalid_scope scope_malformed'
const NO_OPENID = 'invalid_scope openid_missing'

it.each<[string, string, string, readonly string[]]>([
  ['openid', 'openid alone', 'openid', USUAL],
  ['openid profile email offline_access', 'all that a client may have', 'openid profile email offline_access', USUAL],
  ['openid profile email', 'another order means the same', 'email profile openid', USUAL],
  ['openid', 'one named twice counts once', 'openid openid', USUAL],
  ['openid profile', 'several spaces between', ' openid   profile ', USUAL],
  ['openid roles permissions', 'roles and permissions for a client that may', 'permissions roles openid', SCOPES],
  [NO_OPENID, 'without openid it is no OpenID request', 'profile email', USUAL],
  [UNKNOWN, 'a scope that does not exist', 'openid phone', USUAL],
  [UNKNOWN, 'the wrong case', 'openid PROFILE', USUAL],
  [UNKNOWN, 'a name of the object prototype', 'openid __proto__ toString', USUAL],
  [UNKNOWN, 'an unknown one, even if the client were allowed it', 'openid phone', ['openid', 'phone']],
  [UNKNOWN, 'a comma is part of a name', 'openid,profile', USUAL],
  [DENIED, 'roles for a client that may not', 'openid roles', USUAL],
  [DENIED, 'offline_access for a client that may not hold it', 'openid offline_access', ['openid']],
  [DENIED, 'openid for a client without it', 'openid', ['profile']],
  [MALFORMED, 'nothing', '', USUAL],
  [MALFORMED, 'a space', ' ', USUAL],
  [MALFORMED, 'a tab', 'openid\tprofile', USUAL],
  [MALFORMED, 'a line feed', 'openid\nprofile', USUAL],
  [MALFORMED, 'a zero character', 'openid\0', USUAL],
  [MALFORMED, 'a quotation mark', 'openid "profile"', USUAL],
  [MALFORMED, 'a backslash', 'openid \\profile', USUAL],
  [MALFORMED, 'letters that are not ASCII', 'openid pröfile', USUAL],
  [MALFORMED, 'a space that is not ASCII', 'openid\u00A0profile', USUAL],
])('scope at authorize (RFC 6749 s3.3): %s: %s', (outcome, _, scope, allowed) =>
  expect(said(decideRequestedScopes(scope, allowed))).toBe(outcome),
)

describe('what is said of scopes at authorize', () => {
  it.each([
    ['the scope roles is not allowed for the client', 'openid roles', USUAL],
    ['the scopes roles, permissions are not allowed for the client', 'openid permissions roles', USUAL],
    ['a requested scope is unknown; scope must include openid', 'hunter2', USUAL],
    [
      'a requested scope is unknown; scope must include openid; the scope roles is not allowed for the client',
      'hunter2 roles',
      USUAL,
    ],
  ])('%s', (sentence, scope, allowed) => {
    const decision = decideRequestedScopes(scope, allowed)
    expect(decision.allowed ? 'allowed' : describeDenial(decision)).toBe(sentence)
  })

  it('names a scope that the deployment declares', () => {
    const decision = decideRequestedScopes('openid billing', USUAL, [...SCOPES, 'billing'])
    expect(decision).toMatchObject({ description: 'the scope billing is not allowed for the client' })
  })
})

describe('scope at refresh (RFC 6749 s6; D-T6)', () => {
  const GRANTED: readonly Scope[] = ['openid', 'profile', 'offline_access']

  it.each<[string, string, string | undefined, readonly string[]]>([
    ['openid profile offline_access', 'without the parameter the whole grant', undefined, USUAL],
    ['openid profile offline_access', 'a parameter without value counts as left out (s3.2)', '', USUAL],
    ['openid', 'less than was granted', 'openid', USUAL],
    ['profile', 'less, without openid', 'profile', USUAL],
    ['openid profile', 'another order, one twice', 'profile openid profile', USUAL],
    [DENIED, 'more than was granted, though the client may ask for it', 'openid email', USUAL],
    [DENIED, 'a scope that does not exist', 'openid phone', USUAL],
    [DENIED, 'a granted scope that the client has lost since', 'openid profile', ['openid', 'offline_access']],
    [DENIED, 'the whole grant, of which the client has lost one', undefined, ['openid', 'offline_access']],
    ['openid', 'what is left, when the lost scope is not asked for', 'openid', ['openid', 'offline_access']],
    [DENIED, 'the client has lost offline_access, which is not named', 'openid', ['openid', 'profile']],
    [MALFORMED, 'spaces', '  ', USUAL],
    [MALFORMED, 'a tab', 'openid\tprofile', USUAL],
    [MALFORMED, 'a quotation mark', '"openid"', USUAL],
  ])('%s: %s', (outcome, _, requested, allowed) =>
    expect(said(decideRefreshScopes(requested, GRANTED, allowed))).toBe(outcome),
  )
})

it.each<[string, string, readonly string[]]>([
  ['openid profile', 'the client may still have them', USUAL],
  [DENIED, 'the client has lost one', ['openid']],
])('scopes that were granted a while ago (D-C4): %s: %s', (outcome, _, allowed) =>
  expect(said(decideGrantedScopes(['openid', 'profile'], allowed))).toBe(outcome),
)

it.each<[string, string, readonly string[]]>([
  ['allowed', 'all six', SCOPES],
  ['allowed', 'openid alone', ['openid']],
  [NO_OPENID, 'none', []],
  [NO_OPENID, 'without openid', ['profile']],
  [UNKNOWN, 'one that does not exist', ['openid', 'phone']],
  [UNKNOWN, 'an empty one', ['openid', '']],
])('the scopes of a client: %s: %s', (outcome, _, scopes) => expect(outcomeOf(checkClientScopes(scopes))).toBe(outcome))
