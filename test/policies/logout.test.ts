import {
  decideLogout,
  type LogoutDecision,
  type LogoutFacts,
  type LogoutRequest,
  logoutClientId,
} from '../../policies/logout.ts'

const BYE = 'https://app.example.com/'
const HINT = { sub: 'alice', sid: 's.app', aud: 'app' }
const BARE: LogoutRequest = { clientId: undefined, hint: 'none', postLogoutRedirectUri: undefined, navigation: true }
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

interface Case {
  readonly request?: Partial<LogoutRequest>
  readonly facts?: Partial<LogoutFacts>
}
const judge = ({ request = {}, facts = {} }: Case): string =>
  said(decideLogout({ ...BARE, ...request }, { ...FACTS, ...facts }))

describe('a request to sign out (RP-Initiated Logout s2; D-S3)', () => {
  it.each<[string, string, Case]>([
    // With a hint that fits the session of this browser.
    ['sign-out', 'the hint is of this very session', { request: { hint: HINT } }],
    [`sign-out, then ${BYE}`, 'with a registered address', { request: { hint: HINT, postLogoutRedirectUri: BYE } }],
    [
      'sign-out',
      'an address without a value counts as left out',
      { request: { hint: HINT, postLogoutRedirectUri: '' } },
    ],
    ['sign-out', 'client_id beside it', { request: { hint: HINT, clientId: 'app' } }],
    ['ask', 'where everybody is asked', { request: { hint: HINT }, facts: { confirm: 'always' } }],
    [
      'sign-out',
      'where everybody is asked, but nobody is there',
      { request: { hint: HINT, navigation: false }, facts: { confirm: 'always' } },
    ],
    // With a hint that does not.
    ['ask', 'the hint is of another user', { request: { hint: BOB } }],
    ['ask', 'the hint is of an older session', { request: { hint: { ...HINT, sid: 's0.app' } } }],
    [
      'ask',
      'the client has never signed in in this session',
      { request: { hint: HINT }, facts: { session: { subject: 'alice', sid: undefined } } },
    ],
    [`ask, then ${BYE}`, 'and the way back is kept', { request: { hint: BOB, postLogoutRedirectUri: BYE } }],
    ['sign-out', 'where nobody is asked', { request: { hint: BOB }, facts: { confirm: 'never' } }],
    [MISSING, 'it is all there is, and nobody is there to be asked', { request: { hint: BOB, navigation: false } }],
    [
      'sign-out',
      'client_id beside it, by a script of the same site',
      { request: { hint: BOB, clientId: 'app', navigation: false } },
    ],
    // With client_id alone.
    ['ask', 'client_id alone, by navigation', { request: { clientId: 'app' } }],
    [
      `ask, then ${BYE}`,
      'client_id and address, by navigation',
      { request: { clientId: 'app', postLogoutRedirectUri: BYE } },
    ],
    ['sign-out', 'client_id alone, by a script of the same site', { request: { clientId: 'app', navigation: false } }],
    [
      'sign-out',
      'client_id alone, where nobody is asked',
      { request: { clientId: 'app' }, facts: { confirm: 'never' } },
    ],
    // With neither.
    ['ask', 'no parameters, by navigation', {}],
    ['ask', 'an address that nobody vouches for is not kept', { request: { postLogoutRedirectUri: BYE } }],
    ['ask', 'no parameters, where nobody is asked: still', { facts: { confirm: 'never' } }],
    ['nothing', 'no parameters, no session', { facts: NO_SESSION }],
    [MISSING, 'no parameters, nobody to ask', { request: { navigation: false } }],
    [MISSING, 'an address alone, nobody to ask', { request: { navigation: false, postLogoutRedirectUri: BYE } }],
    // Without a session.
    ['nothing', 'no session: the answer is that of success', { request: { hint: HINT }, facts: NO_SESSION }],
    [
      `nothing, then ${BYE}`,
      'no session, with an address',
      { request: { hint: HINT, postLogoutRedirectUri: BYE }, facts: NO_SESSION },
    ],
    // With a hint that nobody can verify: asked, and led nowhere.
    ['ask', 'a hint that we did not sign', { request: { hint: 'bad' } }],
    [
      'ask',
      'and never a way back, whatever stands beside it',
      { request: { hint: 'bad', clientId: 'app', postLogoutRedirectUri: BYE } },
    ],
    ['nothing', 'without a session', { request: { hint: 'bad', postLogoutRedirectUri: BYE }, facts: NO_SESSION }],
    // With a client that has been disabled.
    [
      'sign-out',
      'its hint is as true as before, and nobody is sent to it',
      {
        request: { hint: HINT, postLogoutRedirectUri: BYE },
        facts: { client: { active: false, postLogoutRedirectUris: [BYE] } },
      },
    ],
    // What is refused, with nothing ended.
    [
      BAD_HINT,
      'a hint that we did not sign, where nobody can be asked',
      { request: { hint: 'bad', navigation: false } },
    ],
    [BAD_HINT, 'also beside client_id', { request: { hint: 'bad', clientId: 'app', navigation: false } }],
    [
      'invalid_request logout_client_mismatch',
      'client_id of another client than the hint',
      { request: { hint: HINT, clientId: 'other' } },
    ],
    [
      'invalid_request invalid_client',
      'a client that is not registered',
      { request: { clientId: 'gone' }, facts: { client: undefined } },
    ],
    [
      MISMATCH,
      'an address that is not registered',
      { request: { hint: HINT, postLogoutRedirectUri: 'https://evil.example/' } },
    ],
    [
      MISMATCH,
      'the registered one with a query added',
      { request: { hint: HINT, postLogoutRedirectUri: `${BYE}?foo=bar` } },
    ],
    [
      MISMATCH,
      'the registered one without its slash',
      { request: { hint: HINT, postLogoutRedirectUri: BYE.slice(0, -1) } },
    ],
    [
      MISMATCH,
      'also without a session',
      { request: { hint: HINT, postLogoutRedirectUri: 'javascript:alert(1)' }, facts: NO_SESSION },
    ],
    [
      MISMATCH,
      'a client without any',
      {
        request: { hint: HINT, postLogoutRedirectUri: BYE },
        facts: { client: { active: true, postLogoutRedirectUris: [] } },
      },
    ],
  ])('%s: %s', (outcome, _, situation) => {
    expect(judge(situation)).toBe(outcome)
  })
})

describe('the client that a request is about', () => {
  it.each<[string | undefined, Partial<LogoutRequest>]>([
    ['app', { clientId: 'app' }],
    ['app', { hint: HINT }],
    ['other', { clientId: 'other', hint: HINT }],
    [undefined, {}],
    [undefined, { hint: 'bad' }],
  ])('%s: %j', (clientId, request) => {
    expect(logoutClientId({ ...BARE, ...request })).toBe(clientId)
  })
})
