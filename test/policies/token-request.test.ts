/** A token request that lacks something (RFC 6749 s4.1.3, s6; D-G5). */
import { missingForCode, missingForRefresh, missingGrantType } from '../../policies/token-request.ts'
import { type Deny, describeDenial } from '../../policies/verdict.ts'
import { outcomeOf } from './outcome.ts'

const FULL = { code: 'co', redirectUri: 'https://app.example.com/cb', verifier: 'v'.repeat(43) }
const NONE = { code: undefined, redirectUri: undefined, verifier: undefined }
const PKCE = 'PKCE with S256 is required: code_verifier is missing'

const said = (denial: Deny | undefined): string =>
  denial === undefined ? 'complete' : `${outcomeOf(denial)}: ${describeDenial(denial)}`

it.each([
  ['complete', FULL],
  ['complete', { ...FULL, verifier: undefined }],
  ['complete', { ...FULL, verifier: '' }],
  ['invalid_request parameter_missing: code is missing', { ...FULL, code: undefined }],
  ['invalid_request parameter_missing: code is missing', { ...FULL, code: '' }],
  ['invalid_request parameter_missing: redirect_uri is missing', { ...FULL, redirectUri: '' }],
  ['invalid_request parameter_missing: code is missing; redirect_uri is missing', { ...NONE, verifier: 'v' }],
  [`invalid_request parameter_missing: redirect_uri is missing; ${PKCE}`, { ...NONE, code: 'co' }],
  [`invalid_request parameter_missing: code is missing; redirect_uri is missing; ${PKCE}`, NONE],
])('%s', (expected, sent) => expect(said(missingForCode(sent))).toBe(expected))

it('names the cause of the missing verifier next to the first', () =>
  expect(missingForCode(NONE)?.all?.map(({ ref }) => ref)).toEqual([
    'parameter_missing',
    'parameter_missing',
    'pkce_required',
  ]))

it.each([
  ['complete', 'rt'],
  ['invalid_request parameter_missing: refresh_token is missing', ''],
  ['invalid_request parameter_missing: refresh_token is missing', undefined],
])('a refresh: %s', (expected, token) => expect(said(missingForRefresh(token))).toBe(expected))

it.each([
  [`grant_type is missing; code is missing; redirect_uri is missing; ${PKCE}`, NONE, undefined],
  [`grant_type is missing; code is missing; redirect_uri is missing; ${PKCE}`, NONE, ''],
  [`grant_type is missing; ${PKCE}`, { ...FULL, verifier: '' }, undefined],
  ['grant_type is missing', FULL, undefined],
  ['grant_type is missing', NONE, 'rt'],
])('%s', (expected, sent, refreshToken) =>
  expect(said(missingGrantType(sent, refreshToken))).toBe(`invalid_request parameter_missing: ${expected}`),
)
