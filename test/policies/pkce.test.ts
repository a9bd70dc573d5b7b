import { checkCodeChallenge, checkCodeVerifier, PKCE_METHOD } from '../../policies/pkce.ts'
import { outcomeOf } from './outcome.ts'

const REFUSED = 'invalid_request pkce_required'
// The example of RFC 7636 appendix B.
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

describe('code_challenge at authorize (RFC 7636 s4.2, s4.3)', () => {
  it.each<[string, string, string | undefined, string | undefined]>([
    ['allowed', 'a SHA-256 digest in base64url with S256', CHALLENGE, 'S256'],
    [REFUSED, 'no challenge: PKCE is for every client', undefined, 'S256'],
    [REFUSED, 'an empty challenge', '', 'S256'],
    [REFUSED, 'no method: the default of the RFC is plain', CHALLENGE, undefined],
    [REFUSED, 'an empty method', CHALLENGE, ''],
    [REFUSED, 'plain', VERIFIER, 'plain'],
    [REFUSED, 's256 in lower case', CHALLENGE, 's256'],
    [REFUSED, 'S512', CHALLENGE, 'S512'],
    [REFUSED, 'S256 with a space behind it', CHALLENGE, 'S256 '],
    [REFUSED, '42 characters', CHALLENGE.slice(1), 'S256'],
    [REFUSED, '44 characters', `${CHALLENGE}A`, 'S256'],
    [REFUSED, 'padding', `${CHALLENGE}=`, 'S256'],
    [REFUSED, 'padding in the place of a character', `${CHALLENGE.slice(1)}=`, 'S256'],
    [REFUSED, 'base64 with +', `+${CHALLENGE.slice(1)}`, 'S256'],
    [REFUSED, 'base64 with /', `/${CHALLENGE.slice(1)}`, 'S256'],
    [REFUSED, 'a line feed at the end', `${CHALLENGE}\n`, 'S256'],
    [REFUSED, 'letters that are not ASCII', `é${CHALLENGE.slice(1)}`, 'S256'],
    [REFUSED, '129 characters', 'a'.repeat(129), 'S256'],
  ])('%s: %s', (outcome, _, challenge, method) =>
    expect(outcomeOf(checkCodeChallenge(challenge, method))).toBe(outcome),
  )

  it('names S256 as the only method', () => expect(PKCE_METHOD).toBe('S256'))
})

it.each<[string, string, string | undefined]>([
  ['allowed', 'the example of the RFC', VERIFIER],
  ['allowed', '43 unreserved characters', `-._~${'a'.repeat(39)}`],
  ['allowed', '128 unreserved characters', 'Z'.repeat(128)],
  ['invalid_grant pkce_required', 'none', undefined],
  ['invalid_grant pkce_required', 'an empty one', ''],
  ['invalid_grant pkce_required', '42 characters', 'a'.repeat(42)],
  ['invalid_grant pkce_required', '129 characters', 'a'.repeat(129)],
  ['invalid_grant pkce_required', 'a space', `${'a'.repeat(43)} `],
  ['invalid_grant pkce_required', 'a plus sign', `${'a'.repeat(43)}+`],
  ['invalid_grant pkce_required', 'padding', `${'a'.repeat(43)}=`],
  ['invalid_grant pkce_required', 'a line feed at the end', `${'a'.repeat(43)}\n`],
  ['invalid_grant pkce_required', 'letters that are not ASCII', 'é'.repeat(43)],
])('code_verifier at the token endpoint (RFC 7636 s4.1; D-G5): %s: %s', (outcome, _, verifier) =>
  expect(outcomeOf(checkCodeVerifier(verifier))).toBe(outcome),
)
