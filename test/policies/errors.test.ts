import { globSync, readFileSync } from 'node:fs'
import { descriptionOf, ERRORS, type ErrorCode, type ErrorRef, REFERENCES, statusOf } from '../../policies/errors.ts'
import { words } from '../support/words.ts'

const codes = Object.keys(ERRORS) as readonly ErrorCode[]
const refs = Object.keys(REFERENCES) as readonly ErrorRef[]

describe('the codes (D-G5)', () => {
  it.each([
    [400, 'invalid_request unsupported_response_type invalid_scope unsupported_grant_type unauthorized_client'],
    [400, 'login_required consent_required interaction_required access_denied invalid_grant'],
    [400, 'request_not_supported request_uri_not_supported'],
    [401, 'invalid_client invalid_token'],
    [403, 'insufficient_scope'],
    [404, 'not_found'],
    [429, 'too_many_attempts'],
    [500, 'server_error'],
    [503, 'temporarily_unavailable'],
  ])('%i: %s', (status, names) => {
    for (const name of names.split(' ')) expect([name, statusOf(name as ErrorCode)]).toEqual([name, status])
  })

  it('are nineteen: the vocabulary is closed', () => expect(codes).toHaveLength(19))

  it('say on the wire nothing that RFC 6749 s5.2 forbids', () => {
    const texts = [...codes.map((code) => ERRORS[code].meaning), ...refs.map((ref) => REFERENCES[ref].description)]
    for (const text of texts) expect(text).toMatch(/^[\x20-\x21\x23-\x5B\x5D-\x7E]{1,100}(?<!\.)$/)
  })
})

describe('the causes (D-G3)', () => {
  it.each(words`
    invalid_client invalid_grant redirect_uri_mismatch pkce_required invalid_client_secret scope_denied session_expired
    unauthorized_client
  `)('have the troubleshooting message %s', (ref) => expect(refs).toContain(ref))

  it.each(refs)('%s belongs to codes that exist', (ref) => {
    expect(REFERENCES[ref].errors.length).toBeGreaterThan(0)
    for (const error of REFERENCES[ref].errors) expect(codes).toContain(error)
  })

  it('tell every caller of a failed client authentication the same', () => {
    const failed = refs.filter((ref) => (REFERENCES[ref].errors as readonly string[]).includes('invalid_client'))
    const disclosed = failed.filter((ref) => ref !== 'logout_channel_missing')
    expect(new Set(disclosed.map((ref) => descriptionOf('invalid_client', ref)))).toEqual(
      new Set(['the client is unknown or cannot be used']),
    )
  })

  it.each([
    ['body_too_large', 413],
    ['body_timeout', 408],
    ['address_too_long', 414],
    ['method_not_allowed', 405],
    ['parameter_missing', 400],
  ] as const)('invalid_request %s: %i (D-G6)', (ref, status) => expect(statusOf('invalid_request', ref)).toBe(status))

  it('no logout channel is invalid_client with 400 (POST /connect/register-session)', () => {
    expect(statusOf('invalid_client', 'logout_channel_missing')).toBe(400)
    expect(statusOf('access_denied', 'access_rule')).toBe(403)
    expect(statusOf('invalid_grant', 'access_rule')).toBe(400)
    expect(statusOf('invalid_client', 'client_disabled')).toBe(401)
  })

  it('speak for themselves; without one the code does', () => {
    expect(descriptionOf('invalid_grant', 'code_used')).toBe('the code has already been used')
    expect(descriptionOf('server_error')).toBe('a failure of Portico')
  })
})

/** The codes in the source: every `deny('code', 'cause')`. */
describe('every denial in the code', () => {
  const source = globSync(['lib/**/*.ts', 'lib/**/*.tsx', 'policies/*.ts']).map((file) => ({
    file,
    text: readFileSync(file, 'utf8'),
  }))
  const denials = source.flatMap(({ file, text }) => {
    const calls = [...text.matchAll(/\bdeny\('(\w+)',([^)]*)/g)]
    return calls.flatMap(([, error = '', rest = '']) => {
      const words = [...rest.matchAll(/'(\w+)'/g)].map(([, word = '']) => word)
      return words.filter((word) => Object.hasOwn(REFERENCES, word)).map((ref) => `${file}: ${error} ${ref}`)
    })
  })
  const absences = source.flatMap(({ file, text }) =>
    [...text.matchAll(/\bunavailable\('(\w+)'/g)].map(([, ref]) => `${file}: temporarily_unavailable ${ref}`),
  )
  const allowed = new Set(refs.flatMap((ref) => REFERENCES[ref].errors.map((error) => `${error} ${ref}`)))
  const cited = [...denials, ...absences]

  it('joins a cause to a code that may carry it', () => {
    expect(cited.length).toBeGreaterThan(50)
    expect(cited.filter((line) => !allowed.has(line.slice(line.indexOf(': ') + 2)))).toEqual([])
  })

  it('leaves no cause on paper only', () => {
    const speaking = source
      .filter(({ file }) => file !== 'policies/errors.ts' && !file.startsWith('lib/ui/'))
      .map(({ text }) => text)
      .join('\n')
    expect(refs.filter((ref) => !speaking.includes(`'${ref}'`))).toEqual([])
  })
})
