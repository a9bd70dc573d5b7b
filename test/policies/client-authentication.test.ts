import {
  type AuthenticatingClient,
  checkClientAuthentication,
  checkMayIntrospect,
  decideCredentials,
  type SentCredentials,
  TOKEN_ENDPOINT_AUTH_METHODS,
} from '../../policies/client-authentication.ts'
import { outcomeOf } from './outcome.ts'

const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`

function found(sent: Partial<SentCredentials>): string {
  const credentials = decideCredentials({
    authorization: undefined,
    clientId: undefined,
    clientSecret: undefined,
    clientAssertion: undefined,
    clientAssertionType: undefined,
    ...sent,
  })
  if (!credentials.allowed) return outcomeOf(credentials)
  const { method, clientId } = credentials
  return method === 'none' ? `none ${clientId}` : `${method} ${clientId} ${credentials.secret}`
}

const SEVERAL = 'invalid_request several_client_authentications'
const METHOD = 'invalid_client client_authentication_method'
const MALFORMED = 'invalid_client client_authentication_malformed'
const MISSING = 'invalid_client client_authentication_missing'
const WRONG = 'invalid_client invalid_client_secret'
const CONF_BASIC = 'client_secret_basic conf s3cret'
const RIGHT = basic('conf:s3cret')

describe('the credentials of a client (RFC 6749 s2.3.1)', () => {
  it('come in three ways', () =>
    expect(TOKEN_ENDPOINT_AUTH_METHODS).toEqual(['client_secret_basic', 'client_secret_post', 'none']))

  it.each<[string, string, Partial<SentCredentials>]>([
    [CONF_BASIC, 'HTTP Basic', { authorization: RIGHT }],
    [CONF_BASIC, 'the scheme in any case (RFC 9110 s11.1)', { authorization: RIGHT.replace('Basic', 'bAsIc') }],
    [CONF_BASIC, 'the same client_id in the body', { authorization: RIGHT, clientId: 'conf' }],
    ['client_secret_basic conf a:b', 'only the first colon divides', { authorization: basic('conf:a:b') }],
    ['client_secret_basic conf a b', 'a plus sign is a space (appendix B)', { authorization: basic('conf:a+b') }],
    ['client_secret_basic conf :%+ &é', 'form-encoded', { authorization: basic('conf:%3A%25%2B%20%26%C3%A9') }],
    ['client_secret_basic a:b x', 'a colon in the id, form-encoded', { authorization: basic('a%3Ab:x') }],
    ['client_secret_basic conf ', 'an empty secret is read, not checked', { authorization: basic('conf:') }],
    [CONF_BASIC, 'with empty parameters, left out (s3.2)', { authorization: RIGHT, clientId: '', clientSecret: '' }],
    ['client_secret_post conf s3cret', 'the form body', { clientId: 'conf', clientSecret: 's3cret' }],
    ['client_secret_post conf +%41', 'the body is not decoded twice', { clientId: 'conf', clientSecret: '+%41' }],
    ['none pub', 'a public client', { clientId: 'pub' }],
    ['none pub', 'an empty secret counts as left out (s3.2)', { clientId: 'pub', clientSecret: '' }],
    [MISSING, 'nothing at all', {}],
    [MISSING, 'an empty client_id', { clientId: '' }],
    [MISSING, 'a secret without client_id', { clientSecret: 's3cret' }],
    [SEVERAL, 'Basic and body, both right (s2.3)', { authorization: RIGHT, clientId: 'conf', clientSecret: 's3cret' }],
    [SEVERAL, 'an unreadable Basic, and a secret in the body', { authorization: 'Basic !', clientSecret: 's3cret' }],
    [SEVERAL, 'Basic and an assertion (D-G5)', { authorization: RIGHT, clientAssertion: 'a.b.c' }],
    [SEVERAL, 'Basic and the type of an assertion', { authorization: RIGHT, clientAssertionType: 'urn:x' }],
    [SEVERAL, 'a secret and an assertion', { clientId: 'conf', clientSecret: 's3cret', clientAssertion: 'a.b.c' }],
    [CONF_BASIC, 'with an empty assertion', { authorization: RIGHT, clientAssertion: '', clientAssertionType: '' }],
    [METHOD, 'an assertion alone is no mechanism of ours', { clientAssertion: 'a.b.c' }],
    [METHOD, 'an assertion of a public client', { clientId: 'pub', clientAssertion: 'a.b.c' }],
    ['invalid_request client_id_mismatch', 'Basic and another client_id', { authorization: RIGHT, clientId: 'other' }],
    [MALFORMED, 'another scheme', { authorization: 'Bearer abc', clientId: 'conf' }],
    [MALFORMED, 'another scheme that begins alike', { authorization: 'Basically abc' }],
    [MALFORMED, 'the scheme alone', { authorization: 'Basic' }],
    [MALFORMED, 'an empty value', { authorization: 'Basic ' }],
    [MALFORMED, 'two values', { authorization: `${RIGHT} abc` }],
    [MALFORMED, 'no base64', { authorization: 'Basic conf:s3cret' }],
    [MALFORMED, 'no colon', { authorization: basic('conf') }],
    [MALFORMED, 'no id before the colon', { authorization: basic(':s3cret') }],
    [MALFORMED, 'a percent sign that encodes nothing', { authorization: basic('conf:100%') }],
    [MALFORMED, 'a percent sign in the id', { authorization: basic('con%zz:s3cret') }],
    [MALFORMED, 'percent-encoded bytes that are not UTF-8', { authorization: basic('conf:%FF') }],
  ])('%s: %s', (outcome, _, sent) => expect(found(sent)).toBe(outcome))
})

describe('whether the client is the claimed one', () => {
  const CONF: AuthenticatingClient = { type: 'confidential', active: true }
  const OFF = { ...CONF, active: false }
  const PUB: AuthenticatingClient = { type: 'public', active: true }
  type Method = (typeof TOKEN_ENDPOINT_AUTH_METHODS)[number]

  it.each<[string, string, Method, AuthenticatingClient | undefined, boolean]>([
    ['allowed', 'a confidential client with Basic and its secret', 'client_secret_basic', CONF, true],
    ['allowed', 'a confidential client with its secret in the body', 'client_secret_post', CONF, true],
    ['allowed', 'a public client without a secret', 'none', PUB, false],
    ['invalid_client invalid_client', 'an unknown client with a secret', 'client_secret_basic', undefined, false],
    ['invalid_client invalid_client', 'an unknown client without', 'none', undefined, false],
    [WRONG, 'the wrong secret by Basic', 'client_secret_basic', CONF, false],
    [WRONG, 'the wrong secret in the body', 'client_secret_post', CONF, false],
    [METHOD, 'a confidential client that leaves its secret out', 'none', CONF, false],
    [METHOD, 'a public client that sends a secret', 'client_secret_post', PUB, false],
    [METHOD, 'a public client that uses Basic', 'client_secret_basic', PUB, false],
    ['invalid_client client_disabled', 'a disabled client that proved to be itself', 'client_secret_basic', OFF, true],
    ['invalid_client client_disabled', 'a disabled public client', 'none', { ...PUB, active: false }, false],
    [WRONG, 'a disabled client with the wrong secret is not named as disabled', 'client_secret_post', OFF, false],
    [METHOD, 'nor one that sends no secret', 'none', OFF, false],
  ])('%s: %s', (outcome, _, method, client, secretMatches) =>
    expect(outcomeOf(checkClientAuthentication(method, client, secretMatches))).toBe(outcome),
  )
})

it.each([
  ['allowed', 'confidential'],
  ['invalid_client public_client_introspection', 'public'],
] as const)('who may introspect (D-T9): %s: a %s client', (outcome, type) =>
  expect(outcomeOf(checkMayIntrospect({ type }))).toBe(outcome),
)
