import { STATE_MAX_LENGTH } from '../../policies/authorization-parameters.ts'
import {
  type AuthorizationDecision,
  decideAuthorizationRequest,
  type RequestingClient,
} from '../../policies/authorization-request.ts'
import { describeDenial } from '../../policies/verdict.ts'
import { words } from '../support/words.ts'

const CALLBACK = 'https://app.example.com/cb'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const CLIENT: RequestingClient = {
  active: true,
  redirectUris: [CALLBACK, 'https://app.example.com/two'],
  scopes: ['openid', 'profile', 'email'],
}

const WITH_ONE = { ...CLIENT, redirectUris: [CALLBACK] }

/** Every parameter that must be there, and nothing else. */
const LEAST: Readonly<Record<string, string>> = {
  client_id: 'app',
  redirect_uri: CALLBACK,
  response_type: 'code',
  scope: 'openid',
  state: 'st',
  nonce: 'no',
  code_challenge: CHALLENGE,
  code_challenge_method: 'S256',
}

const PRINTABLE = ' !"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'

type Changes = Readonly<Record<string, string | readonly string[] | undefined>>

/** The least request with some parameters changed: a list sends each value, undefined leaves it out. */
function sent(changes: Changes = {}): ReadonlyMap<string, readonly string[]> {
  const values = Object.entries({ ...LEAST, ...changes })
  return new Map(values.flatMap(([name, value]) => (value === undefined ? [] : [[name, [value].flat()] as const])))
}
const check = (changes: Changes = {}, client: RequestingClient = CLIENT): AuthorizationDecision =>
  decideAuthorizationRequest(sent(changes), client)

function said(decision: AuthorizationDecision): string {
  return decision.allowed ? 'allowed' : `${decision.transport} ${decision.deny.error} ${decision.deny.ref}`
}

describe('an authorization request with broken percent encoding (D-G6)', () => {
  const broken = (...names: readonly string[]): AuthorizationDecision =>
    decideAuthorizationRequest(sent(), CLIENT, { misencoded: new Set(names) })

  it.each([
    ['direct invalid_request invalid_client', 'client_id'],
    ['direct invalid_request redirect_uri_mismatch', 'redirect_uri'],
    ['redirect invalid_request parameter_malformed', 'scope'],
    ['redirect invalid_request parameter_malformed', 'unknown'],
  ])('%s: %s', (outcome, name) => {
    expect(said(broken(name))).toBe(outcome)
    expect(broken(name)).toMatchObject({
      ...(outcome.startsWith('direct') ? {} : { state: 'st' }),
      deny: { detail: `${name} is not well formed` },
    })
  })

  it('goes back without a state that was only guessed', () => {
    expect(broken('state')).not.toHaveProperty('state')
    expect(said(broken('state'))).toBe('redirect invalid_request parameter_malformed')
  })
})

describe('an authorization request in order', () => {
  it('is read as sent', () =>
    expect(check()).toStrictEqual({
      allowed: true,
      request: {
        clientId: 'app',
        redirectUri: CALLBACK,
        scopes: ['openid'],
        state: 'st',
        nonce: 'no',
        codeChallenge: CHALLENGE,
        prompts: [],
      },
    }))

  it.each([
    ['response_mode=query is the only one, and may be said', { response_mode: 'query' }, {}],
    ['scopes come in their own order', { scope: 'email openid' }, { scopes: ['openid', 'email'] }],
    ['the other one', { redirect_uri: 'https://app.example.com/two' }, { redirectUri: 'https://app.example.com/two' }],
    ['prompts', { prompt: 'consent login' }, { prompts: ['login', 'consent'] }],
    ['a prompt twice counts once', { prompt: 'login login' }, { prompts: ['login'] }],
    ['prompt=none alone', { prompt: 'none' }, { prompts: ['none'] }],
    ['max_age', { max_age: '10000' }, { maxAge: 10_000 }],
    ['max_age=0 asks for a fresh sign-in', { max_age: '0' }, { maxAge: 0 }],
    [
      'parameters without a value count as left out (6749 s3.1)',
      { prompt: '', max_age: '', request: '', request_uri: '', response_mode: '' },
      {},
    ],
    ['unknown parameters are ignored (6749 s3.1)', { extra: 'foobar', display: 'popup', __proto__x: '1' }, {}],
    ['state of every printable character', { state: PRINTABLE }, { state: PRINTABLE }],
    [
      'state and nonce of the greatest length',
      { state: 's'.repeat(STATE_MAX_LENGTH), nonce: 'n'.repeat(2048) },
      { state: 's'.repeat(2048), nonce: 'n'.repeat(2048) },
    ],
  ])('%s', (_, changes, expected) =>
    expect(check(changes)).toMatchObject({ allowed: true, request: { clientId: 'app', ...expected } }),
  )
})

describe('never a redirect while client or address are in doubt (6749 s4.1.2.1; D-G4)', () => {
  it.each<[string, string, AuthorizationDecision]>([
    ['invalid_client', 'no client_id', check({ client_id: undefined })],
    ['invalid_client', 'an empty client_id', check({ client_id: '' })],
    ['invalid_client', 'an unknown client', decideAuthorizationRequest(sent(), undefined)],
    ['invalid_client', 'a disabled client', check({}, { ...CLIENT, active: false })],
    ['parameter_duplicated', 'client_id twice', check({ client_id: ['app', 'app'] })],
    ['parameter_duplicated', 'redirect_uri twice, both right', check({ redirect_uri: [CALLBACK, CALLBACK] })],
    ['parameter_duplicated', 'redirect_uri twice', check({ redirect_uri: [CALLBACK, 'https://evil.example/cb'] })],
    ['redirect_uri_mismatch', 'no redirect_uri, of a client with one', check({ redirect_uri: undefined }, WITH_ONE)],
    ['redirect_uri_mismatch', 'an empty redirect_uri', check({ redirect_uri: '' })],
    ['redirect_uri_mismatch', 'a redirect_uri that is not registered', check({ redirect_uri: `${CALLBACK}/` })],
    [
      'redirect_uri_mismatch',
      'and everything else wrong besides',
      check({ redirect_uri: 'https://evil.example/cb', response_type: 'token', state: undefined, scope: 'x' }),
    ],
  ])('direct invalid_request %s: %s', (ref, _, decision) => {
    expect(said(decision)).toBe(`direct invalid_request ${ref}`)
    expect(decision).not.toHaveProperty('redirectUri')
  })

  it('does not let the caller tell an unknown client from a disabled one', () => {
    const unknown = decideAuthorizationRequest(new Map([['client_id', ['app']]]), undefined)
    expect(said(check({}, { ...CLIENT, active: false }))).toBe(said(unknown))
  })
})

describe('a redirect for everything else, in this order (D-G4)', () => {
  it.each<[string, string, Changes]>([
    ['invalid_request parameter_duplicated', 'any parameter twice', { scope: ['openid', 'openid'] }],
    ['invalid_request parameter_duplicated', 'an unknown parameter twice', { extra: ['1', '1'] }],
    ['request_not_supported request_unsupported', 'a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }],
    [
      'request_uri_not_supported request_uri_unsupported',
      'a request object by reference: nothing is fetched',
      { request_uri: 'http://127.0.0.1/' },
    ],
    ['invalid_request response_mode_unsupported', 'response_mode=fragment', { response_mode: 'fragment' }],
    ['invalid_request response_mode_unsupported', 'response_mode=form_post', { response_mode: 'form_post' }],
    ['invalid_request response_mode_unsupported', 'response_mode=web_message', { response_mode: 'web_message' }],
    ['invalid_request response_mode_unsupported', 'response_mode=query.jwt', { response_mode: 'query.jwt' }],
    ['invalid_request parameter_missing', 'no response_type', { response_type: undefined }],
    ['unsupported_response_type response_type_unsupported', 'response_type=token', { response_type: 'token' }],
    ['unsupported_response_type response_type_unsupported', 'response_type=id_token', { response_type: 'id_token' }],
    ['unsupported_response_type response_type_unsupported', 'response_type=none', { response_type: 'none' }],
    ['unsupported_response_type response_type_unsupported', 'a hybrid flow', { response_type: 'code id_token' }],
    ['unsupported_response_type response_type_unsupported', 'code named twice', { response_type: 'code code' }],
    ['unsupported_response_type response_type_unsupported', 'the wrong case', { response_type: 'CODE' }],
    ['unsupported_response_type response_type_unsupported', 'a space behind it', { response_type: 'code ' }],
    ['invalid_request state_missing', 'no state', { state: undefined }],
    ['invalid_request state_missing', 'an empty state', { state: '' }],
    ['invalid_request state_malformed', 'a state that is too long', { state: 's'.repeat(2049) }],
    ['invalid_request state_malformed', 'a state with a line feed', { state: 'a\r\nSet-Cookie: x' }],
    ['invalid_request state_malformed', 'a state that is not ASCII', { state: 'é' }],
    ['invalid_request nonce_missing', 'no nonce', { nonce: undefined }],
    ['invalid_request nonce_missing', 'an empty nonce', { nonce: '' }],
    ['invalid_request nonce_malformed', 'a nonce that is too long', { nonce: 'n'.repeat(2049) }],
    ['invalid_request nonce_malformed', 'a nonce with a tab', { nonce: 'a\tb' }],
    ['invalid_request parameter_missing', 'no scope', { scope: undefined }],
    ['invalid_scope openid_missing', 'without openid', { scope: 'profile' }],
    ['invalid_scope scope_denied', 'a scope that the client may not ask for', { scope: 'openid roles' }],
    ['invalid_request pkce_required', 'no code_challenge', { code_challenge: undefined }],
    ['invalid_request pkce_required', 'no code_challenge_method', { code_challenge_method: undefined }],
    ['invalid_request pkce_required', 'plain', { code_challenge_method: 'plain' }],
  ])('%s: %s', (outcome, _, changes) => expect(said(check(changes))).toBe(`redirect ${outcome}`))

  it('carries the state as sent, and the registered address', () =>
    expect(check({ state: 'a b&c=d#"%41', nonce: undefined })).toMatchObject({
      redirectUri: CALLBACK,
      state: 'a b&c=d#"%41',
    }))

  it.each<[string, string | readonly string[] | undefined]>([
    ['missing', undefined],
    ['empty', ''],
    ['not well formed', 'é'],
    ['sent twice', ['a', 'b']],
  ])('invents no state where it is %s', (_, state) => expect(check({ state })).not.toHaveProperty('state'))
})

describe('all that is wrong is named in one answer', () => {
  const saidOf = (decision: AuthorizationDecision): string =>
    decision.allowed ? 'allowed' : describeDenial(decision.deny)
  const causesOf = (decision: AuthorizationDecision): readonly string[] =>
    decision.allowed ? [] : [...new Set((decision.deny.all ?? [decision.deny]).map(({ ref }) => ref))]
  const BARE: Changes = {
    response_type: undefined,
    scope: undefined,
    state: undefined,
    nonce: undefined,
    code_challenge: undefined,
    code_challenge_method: undefined,
  }

  it('of a request with nothing but client and address: in the documented order, at the address', () => {
    const decision = check(BARE)
    expect(decision).toMatchObject({ transport: 'redirect', redirectUri: CALLBACK })
    expect(saidOf(decision)).toBe(
      'response_type is missing; state is missing; nonce is missing; scope is missing; PKCE with S256 is required: code_challenge is missing',
    )
    expect(causesOf(decision)).toEqual(['parameter_missing', 'state_missing', 'nonce_missing', 'pkce_required'])
  })

  it('of a request with nothing at all: client and address first, to the browser', () => {
    const decision = check({ ...BARE, client_id: undefined, redirect_uri: undefined })
    expect(decision).toMatchObject({ transport: 'direct', deny: { error: 'invalid_request' } })
    expect(saidOf(decision)).toMatch(/^client_id is missing; redirect_uri is missing; response_type is missing; /)
    expect(causesOf(decision).slice(0, 2)).toEqual(['invalid_client', 'redirect_uri_mismatch'])
    expect(decision).toMatchObject({ deny: { missing: true } })
  })

  it('all issues of a request together', () => {
    const decision = check({
      extra: ['1', '2'],
      request: 'a.b.c',
      request_uri: 'https://app.example.com/r',
      response_mode: 'fragment',
      response_type: 'token',
      state: 'é',
      nonce: 'é',
      scope: 'other roles',
      code_challenge_method: 'plain',
      prompt: 'create',
      max_age: '-1',
      login_hint: 'h'.repeat(257),
    })
    expect(causesOf(decision)).toEqual(words`
      parameter_duplicated request_unsupported request_uri_unsupported response_mode_unsupported
      response_type_unsupported state_malformed nonce_malformed scope_unknown openid_missing scope_denied
      pkce_required prompt_unsupported max_age_malformed parameter_malformed
    `)
    expect(saidOf(decision)).toContain('the scope roles is not allowed for the client')
    expect(saidOf(decision)).not.toMatch(/other|extra/)
  })

  it('reports an unreadable value as malformed, never as missing', () => {
    const names = ['client_id', 'redirect_uri', ...Object.keys(BARE)]
    const decision = decideAuthorizationRequest(sent(), CLIENT, { misencoded: new Set(names) })
    expect(saidOf(decision)).not.toContain('missing')
    for (const name of names) expect(saidOf(decision)).toContain(`${name} is not well formed`)
    const twice = Object.fromEntries(Object.entries(LEAST).map(([name, value]) => [name, [value, value]]))
    expect(saidOf(check(twice))).not.toMatch(/missing|well formed/)
  })

  it('an unknown hint is a separate error, the last', () => {
    const decision = decideAuthorizationRequest(sent({ nonce: '' }), CLIENT, { badHint: true })
    expect(causesOf(decision)).toEqual(['nonce_missing', 'id_token_hint_invalid'])
  })

  it('reports an unknown client like a disabled one, whatever else is wrong', () => {
    const changes = { ...BARE, scope: 'openid roles' }
    const unknown = decideAuthorizationRequest(sent(changes), undefined)
    const disabled = check(changes, { ...CLIENT, active: false })
    expect(saidOf(disabled)).toBe(saidOf(unknown))
    expect(causesOf(disabled)).toEqual(causesOf(unknown))
  })
})
