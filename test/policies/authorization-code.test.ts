import { createHash } from 'node:crypto'
import { decideRedemption, type RedemptionDecision, type SentCode } from '../../policies/authorization-code.ts'
import { type CodeFamily, type Family, redeemed } from '../../policies/token-family.ts'
import { CODE_FAMILY } from './code-family.ts'

const challengeOf = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url')
const VERIFIER = 'v'.repeat(43)
const CALLBACK = 'https://app.example.com/cb'
const ISSUED: CodeFamily = {
  ...CODE_FAMILY,
  scopes: ['openid'],
  codeHash: 'hash',
  redirectUri: CALLBACK,
  codeChallenge: challengeOf(VERIFIER),
}
const USED: Family = redeemed(ISSUED, undefined, 1_010, 'stamp')
const ENDS = 1_120
const RIGHT: SentCode = { codeHash: 'hash', endsAt: ENDS, redirectUri: CALLBACK, verifier: VERIFIER }

const said = (decision: RedemptionDecision): string =>
  decision.do === 'redeem' ? 'redeem' : `${decision.do} ${decision.deny.error} ${decision.deny.ref}`
const CLIENT = { id: 'app', redirectUris: [CALLBACK, `${CALLBACK}2`], scopes: ['openid'] }
type Changes = Partial<SentCode> & { readonly client?: Partial<typeof CLIENT> }
const check = (family: Family | undefined, { client, ...changes }: Changes = {}, now = 1_060): string =>
  said(decideRedemption(family, { ...RIGHT, ...changes }, { ...CLIENT, ...client }, challengeOf, now))

const INVALID = 'deny invalid_grant invalid_grant'
const MISMATCH = 'deny invalid_grant redirect_uri_mismatch'
const PKCE = 'deny invalid_grant pkce_mismatch'
const NO_PKCE = 'deny invalid_grant pkce_required'
const MISSING = 'deny invalid_request parameter_missing'

describe('a code that is presented (6749 s4.1.3; States and transitions > Authorization code)', () => {
  it.each<[string, string, Family | undefined, Changes]>([
    ['redeem', 'in time, by its client, with address and verifier', ISSUED, {}],
    [INVALID, 'by another client', ISSUED, { client: { id: 'other' } }],
    [INVALID, 'a value of the family with a right tag that is not its code', ISSUED, { codeHash: 'other' }],
    [MISSING, 'without redirect_uri', ISSUED, { redirectUri: undefined }],
    [MISSING, 'with an empty redirect_uri', ISSUED, { redirectUri: '' }],
    [MISSING, 'with neither URI nor verifier (D-G5)', ISSUED, { redirectUri: undefined, verifier: undefined }],
    [MISMATCH, 'with another redirect_uri of the client', ISSUED, { redirectUri: `${CALLBACK}2` }],
    [MISMATCH, 'with the same address written otherwise', ISSUED, { redirectUri: 'https://app.example.com/%63b' }],
    [MISMATCH, 'when the client has lost the address since', ISSUED, { client: { redirectUris: [`${CALLBACK}2`] } }],
    ['deny invalid_scope scope_denied', 'of a lost scope (D-C4)', { ...ISSUED, scopes: ['openid', 'email'] }, {}],
    [PKCE, 'the verifier comes before scopes lost', ISSUED, { verifier: 'w'.repeat(43), client: { scopes: [] } }],
    [NO_PKCE, 'without code_verifier', ISSUED, { verifier: undefined }],
    [NO_PKCE, 'with an empty code_verifier', ISSUED, { verifier: '' }],
    [NO_PKCE, 'with a verifier that is too short', ISSUED, { verifier: 'v'.repeat(42) }],
    [PKCE, 'with the verifier of another request', ISSUED, { verifier: 'w'.repeat(43) }],
    [PKCE, 'with the verifier in another case', ISSUED, { verifier: VERIFIER.toUpperCase() }],
    [PKCE, 'with the challenge in the place of the verifier', ISSUED, { verifier: ISSUED.codeChallenge }],
  ])('%s: %s', (outcome, _, family, changes) => expect(check(family, changes)).toBe(outcome))

  it.each([
    ['code_expired', 'after 120 seconds', ENDS],
    ['code_expired', 'long after', ENDS + 86_400],
    ['code_used', 'before: it was used, and its family revoked', ENDS - 1],
  ])('deny invalid_grant %s: of which the store has nothing, %s', (ref, _, now) =>
    expect(check(undefined, {}, now)).toBe(`deny invalid_grant ${ref}`),
  )

  it('hands the family on, as it is in the store', () =>
    expect(decideRedemption(ISSUED, RIGHT, CLIENT, challengeOf, 1_060)).toStrictEqual({ do: 'redeem', family: ISSUED }))
})

describe('a code that is presented again (6749 s10.5; D-T8)', () => {
  const REPLAY = 'revoke-family invalid_grant code_used'

  it.each<[string, string, Changes]>([
    [REPLAY, 'with all as the first time', {}],
    [REPLAY, 'replay comes before the address', { redirectUri: 'https://evil.example/' }],
    [REPLAY, 'and before what is missing', { redirectUri: undefined, verifier: undefined }],
    [REPLAY, 'replay comes before the verifier', { verifier: undefined }],
    [REPLAY, 'replay comes before what the client has lost', { client: { redirectUris: [], scopes: [] } }],
    [INVALID, 'by another client: nothing of the owner is touched (D-T7)', { client: { id: 'other' } }],
    [INVALID, 'not the code of this family', { codeHash: 'other' }],
  ])('%s: %s', (outcome, _, changes) => expect(check(USED, changes)).toBe(outcome))
})
