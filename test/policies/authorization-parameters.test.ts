import { PROMPTS, type ReadParameters, validateParameters } from '../../policies/authorization-parameters.ts'
import { SCOPES } from '../../policies/scopes.ts'
import { outcomeOf } from './outcome.ts'

const LEAST: Readonly<Record<string, string>> = {
  response_type: 'code',
  scope: 'openid',
  state: 'st',
  nonce: 'no',
  code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  code_challenge_method: 'S256',
}
const CLIENT = { scopes: ['openid', 'profile'], knownScopes: SCOPES }

function read(sent: Readonly<Record<string, string>>, misencoded: readonly string[] = []): ReadParameters {
  const value = (name: string): string | undefined => (misencoded.includes(name) ? undefined : sent[name])
  const isMissing = (name: string): boolean => sent[name] === undefined
  return { value, isMissing, repeated: [], misencoded }
}

describe('each parameter by itself (GET /authorize)', () => {
  it.each<[string, string, Readonly<Record<string, string>>]>([
    ['invalid_request prompt_unsupported', 'none with another prompt (Core s3.1.2.1)', { prompt: 'none login' }],
    ['invalid_request prompt_unsupported', 'an unknown prompt', { prompt: 'create' }],
    ['invalid_request prompt_unsupported', 'the wrong case', { prompt: 'LOGIN' }],
    ['invalid_request prompt_unsupported', 'two spaces', { prompt: 'login  consent' }],
    ['invalid_request prompt_unsupported', 'commas', { prompt: 'login,consent' }],
    ['invalid_request parameter_malformed', 'a longer hint of a name', { login_hint: 'h'.repeat(257) }],
    ['invalid_request parameter_malformed', 'a hint with control characters', { login_hint: 'a\u001bb' }],
    ['invalid_request parameter_malformed', 'more contexts', { acr_values: 'a'.repeat(513) }],
    ['invalid_request parameter_malformed', 'more languages', { ui_locales: 'a'.repeat(513) }],
    ['invalid_request max_age_malformed', 'less than nothing', { max_age: '-1' }],
    ['invalid_request max_age_malformed', 'no number', { max_age: 'abc' }],
    ['invalid_request max_age_malformed', 'a fraction', { max_age: '1.5' }],
    ['invalid_request max_age_malformed', 'a space', { max_age: ' 1' }],
    ['invalid_request max_age_malformed', 'another base', { max_age: '0x10' }],
    ['invalid_request max_age_malformed', 'an exponent', { max_age: '1e400' }],
    ['invalid_request max_age_malformed', 'where numbers lose precision', { max_age: '9007199254740992' }],
    ['invalid_request max_age_malformed', 'digits of another script', { max_age: '١٢' }],
  ])('%s: %s', (outcome, _, changes) => {
    const { denials, parameters, state } = validateParameters(read({ ...LEAST, ...changes }), CLIENT, false)
    expect(denials.map(outcomeOf)).toEqual([outcome])
    expect(parameters).toBeUndefined()
    expect(state).toBe('st')
  })

  it('yields what a request in order asks for', () => {
    const sent = { ...LEAST, prompt: 'consent login', max_age: '60', login_hint: 'alice', ui_locales: 'de en' }
    expect(validateParameters(read(sent), CLIENT, false)).toStrictEqual({
      denials: [],
      state: 'st',
      parameters: {
        scopes: ['openid'],
        state: 'st',
        nonce: 'no',
        codeChallenge: LEAST.code_challenge,
        prompts: ['login', 'consent'],
        maxAge: 60,
      },
    })
  })

  it('one that cannot be read is checked once', () => {
    const { denials, state } = validateParameters(read(LEAST, Object.keys(LEAST)), CLIENT, true)
    expect(denials.map(outcomeOf)).toEqual([
      ...Object.keys(LEAST).map(() => 'invalid_request parameter_malformed'),
      'invalid_request id_token_hint_invalid',
    ])
    expect(state).toBeUndefined()
  })
})

it('the prompts (GET /authorize): are four', () =>
  expect(PROMPTS).toEqual(['login', 'consent', 'select_account', 'none']))
