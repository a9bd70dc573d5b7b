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

describe('the scopes', () => {
  it('are six', () => {
    expect(SCOPES).toEqual(['openid', 'profile', 'email', 'offline_access', 'roles', 'permissions'])
  })
})

describe('scope at authorize (RFC 6749 s3.3)', () => {
  it.each<[string, string, string, readonly string[]]>([
    ['openid', 'openid alone', 'openid', USUAL],
    [
      'openid profile email offline_access',
      'all that the client may ask for',
      'openid profile email offline_access',
      USUAL,
    ],
    ['openid profile email', 'another order means the same', 'email profile openid', USUAL],
    ['openid', 'one named twice counts once', 'openid openid', USUAL],
    ['openid profile', 'several spaces between', ' openid   profile ', USUAL],
    ['openid roles permissions', 'roles and permissions for a client that may', 'permissions roles openid', SCOPES],
    ['invalid_scope openid_missing', 'without openid it is no OpenID request', 'profile email', USUAL],
    ['invalid_scope scope_unknown', 'a scope that does not exist', 'openid phone', USUAL],
    ['invalid_scope scope_unknown', 'the wrong case', 'openid PROFILE', USUAL],
    ['invalid_scope scope_unknown', 'a name of the object prototype', 'openid __proto__ toString', USUAL],
    [
      'invalid_scope scope_unknown',
      'an unknown one, even if the client were allowed it',
      'openid phone',
      ['openid', 'phone'],
    ],
    ['invalid_scope scope_unknown', 'a comma is part of a name', 'openid,profile', USUAL],
    ['invalid_scope scope_denied', 'roles for a client that may not', 'openid roles', USUAL],
    [
      'invalid_scope scope_denied',
      'offline_access for a client that may not hold it',
      'openid offline_access',
      ['openid'],
    ],
    ['invalid_scope scope_denied', 'openid for a client without it', 'openid', ['profile']],
    ['invalid_scope scope_malformed', 'nothing', '', USUAL],
    ['invalid_scope scope_malformed', 'a space', ' ', USUAL],
    ['invalid_scope scope_malformed', 'a tab', 'openid\tprofile', USUAL],
    ['invalid_scope scope_malformed', 'a line feed', 'openid\nprofile', USUAL],
    ['invalid_scope scope_malformed', 'a zero character', 'openid\0', USUAL],
    ['invalid_scope scope_malformed', 'a quotation mark', 'openid "profile"', USUAL],
    ['invalid_scope scope_malformed', 'a backslash', 'openid \\profile', USUAL],
    ['invalid_scope scope_malformed', 'letters that are not ASCII', 'openid pröfile', USUAL],
    ['invalid_scope scope_malformed', 'a space that is not ASCII', 'openid\u00A0profile', USUAL],
  ])('%s: %s', (outcome, _, scope, allowed) => {
    expect(said(decideRequestedScopes(scope, allowed))).toBe(outcome)
  })
})

describe('what is said of scopes at authorize', () => {
  it.each([
    ['the scope roles is not allowed for the client', 'openid roles', USUAL],
    ['the scopes roles, permissions are not allowed for the client', 'openid permissions roles', USUAL],
    ['a requested scope is not known; scope must include openid', 'hunter2', USUAL],
    [
      'a requested scope is not known; scope must include openid; the scope roles is not allowed for the client',
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
    ['invalid_scope scope_denied', 'more than was granted, though the client may ask for it', 'openid email', USUAL],
    ['invalid_scope scope_denied', 'a scope that does not exist', 'openid phone', USUAL],
    [
      'invalid_scope scope_denied',
      'a granted scope that the client has lost since',
      'openid profile',
      ['openid', 'offline_access'],
    ],
    [
      'invalid_scope scope_denied',
      'the whole grant, of which the client has lost one',
      undefined,
      ['openid', 'offline_access'],
    ],
    ['openid', 'what is left, when the lost scope is not asked for', 'openid', ['openid', 'offline_access']],
    [
      'invalid_scope scope_denied',
      'the client has lost offline_access, which is not named',
      'openid',
      ['openid', 'profile'],
    ],
    ['invalid_scope scope_malformed', 'spaces', '  ', USUAL],
    ['invalid_scope scope_malformed', 'a tab', 'openid\tprofile', USUAL],
    ['invalid_scope scope_malformed', 'a quotation mark', '"openid"', USUAL],
  ])('%s: %s', (outcome, _, requested, allowed) => {
    expect(said(decideRefreshScopes(requested, GRANTED, allowed))).toBe(outcome)
  })
})

describe('scopes that were granted a while ago (D-C4)', () => {
  it.each<[string, string, readonly string[]]>([
    ['openid profile', 'the client may still have them', USUAL],
    ['invalid_scope scope_denied', 'the client has lost one', ['openid']],
  ])('%s: %s', (outcome, _, allowed) => {
    expect(said(decideGrantedScopes(['openid', 'profile'], allowed))).toBe(outcome)
  })
})

describe('the scopes of a client', () => {
  it.each<[string, string, readonly string[]]>([
    ['allowed', 'all six', SCOPES],
    ['allowed', 'openid alone', ['openid']],
    ['invalid_scope openid_missing', 'none', []],
    ['invalid_scope openid_missing', 'without openid', ['profile']],
    ['invalid_scope scope_unknown', 'one that does not exist', ['openid', 'phone']],
    ['invalid_scope scope_unknown', 'an empty one', ['openid', '']],
  ])('%s: %s', (outcome, _, scopes) => {
    expect(outcomeOf(checkClientScopes(scopes))).toBe(outcome)
  })
})
