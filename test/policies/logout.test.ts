import {
  decideLogout,
  type LogoutDecision,
  type LogoutFacts,
  type LogoutRequest,
  logoutClientId,
} from '../../policies/logout.ts'

const BYE = 'https://app.example.com/'
const HINT = { sub: 'alice', sid: 's.app', aud: 'app' }
const BARE: LogoutRequest = {
  clientId: undefined,
  hint: 'none',
  postLogoutRedirectUri: undefined,
  navigation: true,
  source: 'unknown',
}
const SCRIPT = { navigation: false, source: 'cross-origin' } as const
const FACTS: LogoutFacts = {
  client: { active: true, postLogoutRedirectUris: [BYE] },
  session: { subject: 'alice', sid: 's.app' },
  confirm: 'when-unverified',
}

function said(decision: LogoutDecision): string {
  if (decision.do === 'deny') return `${decision.deny.error} ${decision.deny.ref}`
  return decision.redirectUri === undefined ? decision.do : `${decision.do}, then ${decision.redirectUri}`
}

const BOB = { ...HINT, sub: 'bob' }
const MISMATCH = 'invalid_request post_logout_redirect_uri_mismatch'
const MISSING = 'invalid_request logout_client_missing'
const BAD_HINT = 'invalid_request logout_hint_invalid'
const NO_SESSION = { session: undefined }

it.each<[string, string, Partial<LogoutRequest>, Partial<LogoutFacts>?]>([
  // With a hint that fits the session of this browser.
  ['sign-out', 'the hint is of this very session', { hint: HINT }],
  [`sign-out, then ${BYE}`, 'with a registered address', { hint: HINT, postLogoutRedirectUri: BYE }],
  ['sign-out', 'an address without a value counts as left out', { hint: HINT, postLogoutRedirectUri: '' }],
  ['sign-out', 'client_id beside it', { hint: HINT, clientId: 'app' }],
  ['ask', 'where every user is asked', { hint: HINT }, { confirm: 'always' }],
  ['sign-out', 'where users are asked, but none is there', { hint: HINT, navigation: false }, { confirm: 'always' }],
  // With a hint that does not.
  ['ask', 'the hint is of another user', { hint: BOB }],
  ['ask', 'the hint is of an older session', { hint: { ...HINT, sid: 's0.app' } }],
  ['ask', 'the client never joined this session', { hint: HINT }, { session: { subject: 'alice', sid: undefined } }],
  [`ask, then ${BYE}`, 'and the way back is kept', { hint: BOB, postLogoutRedirectUri: BYE }],
  ['sign-out', 'where no confirmation is asked', { hint: BOB }, { confirm: 'never' }],
  [MISSING, 'it is the only value, and no user can be asked', { hint: BOB, navigation: false }],
  ['sign-out', 'client_id next to it, by a caller, no browser', { hint: BOB, clientId: 'app', navigation: false }],
  ['ask', 'client_id next to it, by a script of another origin', { hint: BOB, clientId: 'app', ...SCRIPT }],
  // With client_id alone.
  ['ask', 'client_id alone, by navigation', { clientId: 'app' }],
  [`ask, then ${BYE}`, 'client_id and address, by navigation', { clientId: 'app', postLogoutRedirectUri: BYE }],
  ['sign-out', 'client_id alone, by a caller that is no browser', { clientId: 'app', navigation: false }],
  ['sign-out', 'client_id alone, by our own script', { clientId: 'app', ...SCRIPT, source: 'same-origin' }],
  ['ask', 'client_id alone, by a script of another origin', { clientId: 'app', ...SCRIPT }],
  ['sign-out', 'a matching hint, by such a script', { hint: HINT, ...SCRIPT }],
  ['sign-out', 'such a script, with confirm: never', { clientId: 'app', ...SCRIPT }, { confirm: 'never' }],
  ['sign-out', 'client_id alone, where no confirmation is asked', { clientId: 'app' }, { confirm: 'never' }],
  // With neither.
  ['ask', 'no parameters, by navigation', {}],
  ['ask', 'an unverified redirect URI is not kept', { postLogoutRedirectUri: BYE }],
  ['ask', 'no parameters, where no confirmation is asked: still', {}, { confirm: 'never' }],
  ['nothing', 'no parameters, no session', {}, NO_SESSION],
  [MISSING, 'no parameters, no user to ask', { navigation: false }],
  [MISSING, 'an address alone, no user to ask', { navigation: false, postLogoutRedirectUri: BYE }],
  // Without a session.
  ['nothing', 'no session: the answer is that of success', { hint: HINT }, NO_SESSION],
  [`nothing, then ${BYE}`, 'no session, with an address', { hint: HINT, postLogoutRedirectUri: BYE }, NO_SESSION],
  // With a hint that cannot be verified: confirmed, and not redirected.
  ['ask', 'a hint that we did not sign', { hint: 'bad' }],
  ['ask', 'and never a way back, whatever is sent too', { hint: 'bad', clientId: 'app', postLogoutRedirectUri: BYE }],
  ['nothing', 'without a session', { hint: 'bad', postLogoutRedirectUri: BYE }, NO_SESSION],
  // With a client that has been disabled.
  [
    'sign-out',
    'its hint is as true as before, and no user is sent to it',
    { hint: HINT, postLogoutRedirectUri: BYE },
    { client: { active: false, postLogoutRedirectUris: [BYE] } },
  ],
  // What is refused, with nothing ended.
  [BAD_HINT, 'a hint that we did not sign, where no user can be asked', { hint: 'bad', navigation: false }],
  [BAD_HINT, 'also beside client_id', { hint: 'bad', clientId: 'app', navigation: false }],
  ['invalid_request logout_client_mismatch', 'another client_id than the hint', { hint: HINT, clientId: 'other' }],
  ['invalid_request invalid_client', 'a client that is not registered', { clientId: 'gone' }, { client: undefined }],
  [MISMATCH, 'an address that is not registered', { hint: HINT, postLogoutRedirectUri: 'https://evil.example/' }],
  [MISMATCH, 'the registered one with a query added', { hint: HINT, postLogoutRedirectUri: `${BYE}?foo=bar` }],
  [MISMATCH, 'the registered one without its slash', { hint: HINT, postLogoutRedirectUri: BYE.slice(0, -1) }],
  [MISMATCH, 'the registered one in capitals', { hint: HINT, postLogoutRedirectUri: 'https://APP.example.com/' }],
  [MISMATCH, 'an address without its scheme', { hint: HINT, postLogoutRedirectUri: '//app.example.com/' }],
  [MISMATCH, 'also without a session', { hint: HINT, postLogoutRedirectUri: 'javascript:alert(1)' }, NO_SESSION],
  [
    MISMATCH,
    'a client without any',
    { hint: HINT, postLogoutRedirectUri: BYE },
    { client: { active: true, postLogoutRedirectUris: [] } },
  ],
])('a request to sign out (RP-Initiated Logout s2; D-S3): %s: %s', (outcome, _, request, facts = {}) =>
  expect(said(decideLogout({ ...BARE, ...request }, { ...FACTS, ...facts }))).toBe(outcome),
)

it.each<[string | undefined, Partial<LogoutRequest>]>([
  ['app', { clientId: 'app' }],
  ['app', { hint: HINT }],
  ['other', { clientId: 'other', hint: HINT }],
  [undefined, {}],
  [undefined, { hint: 'bad' }],
])('the client that a request is about: %s: %j', (clientId, request) =>
  expect(logoutClientId({ ...BARE, ...request })).toBe(clientId),
)
