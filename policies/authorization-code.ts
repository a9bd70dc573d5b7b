/**
 * When a code may be redeemed. Once the client is verified as the code's owner, replay is checked before anything else
 * (D-T8). Every other denial leaves the code usable (D-T7). A single response lists all missing parameters.
 * If only the verifier is missing, the error is `invalid_grant` (D-G5).
 *
 * Spec      POST /token; D-C4, D-T7, D-T8
 * RFC       6749 s4.1.2, s4.1.3, s10.5; 7636 s4.6
 * Deny      invalid_grant code_used, code_expired, redirect_uri_mismatch, pkce_required, pkce_mismatch, invalid_grant;
 *           invalid_scope scope_denied; invalid_request parameter_missing
 * Enforced  lib/domain/tokens/redeem.ts
 * Tests     test/policies/authorization-code.test.ts, test/protocol/endpoints/token-code.test.ts
 */
import { checkCodeVerifier } from './pkce.ts'
import { isRegisteredUri } from './redirect-uri.ts'
import { decideGrantedScopes } from './scopes.ts'
import type { CodeFamily, Family } from './token-family.ts'
import { missingForCode } from './token-request.ts'
import { type Deny, deny } from './verdict.ts'

export interface SentCode {
  readonly codeHash: string
  /** When the code expires, in seconds since the epoch. Read from the code after its tag was verified. */
  readonly endsAt: number
  readonly redirectUri: string | undefined
  readonly verifier: string | undefined
}

export type RedemptionDecision =
  | { readonly do: 'redeem'; readonly family: CodeFamily }
  /** `revoke-family`: the code was already used, so the tokens from its first use are revoked (RFC 6749 s10.5). */
  | { readonly do: 'revoke-family' | 'deny'; readonly deny: Deny }

const refuse = (denial: Deny): RedemptionDecision => ({ do: 'deny', deny: denial })

/**
 * @param family the stored family of a code with a valid tag; undefined means that the code has expired or, before
 * `endsAt`, that it was used and its family has since been revoked
 * @param client the current registration, which may have lost the redirect URI or a scope since the request (D-C4)
 * @param challengeOf computes the base64url SHA-256 of a verifier
 * @param now seconds since the epoch
 */
export function decideRedemption(
  family: Family | undefined,
  sent: SentCode,
  client: { readonly id: string; readonly redirectUris: readonly string[]; readonly scopes: readonly string[] },
  challengeOf: (verifier: string) => string,
  now: number,
): RedemptionDecision {
  const missing = missingForCode({ code: sent.codeHash, redirectUri: sent.redirectUri, verifier: sent.verifier })
  if (family === undefined && now < sent.endsAt) return refuse(deny('invalid_grant', 'code_used'))
  const isReplay = family?.phase === 'tokens' && family.clientId === client.id && family.codeHash === sent.codeHash
  if (missing !== undefined && !isReplay) return refuse(missing)
  if (family === undefined) return refuse(deny('invalid_grant', 'code_expired'))
  if (family.clientId !== client.id)
    return refuse(deny('invalid_grant', 'invalid_grant', 'the code was issued to another client'))
  if (family.codeHash !== sent.codeHash)
    return refuse(deny('invalid_grant', 'invalid_grant', 'not the code of this family'))
  if (family.phase === 'tokens') return { do: 'revoke-family', deny: deny('invalid_grant', 'code_used') }
  if (sent.redirectUri !== family.redirectUri) return refuse(deny('invalid_grant', 'redirect_uri_mismatch'))
  if (!isRegisteredUri(family.redirectUri, client.redirectUris))
    return refuse(deny('invalid_grant', 'redirect_uri_mismatch', 'the client no longer has this redirect URI'))
  const verifier = sent.verifier ?? ''
  const form = checkCodeVerifier(verifier)
  if (!form.allowed) return refuse(form)
  if (challengeOf(verifier) !== family.codeChallenge) return refuse(deny('invalid_grant', 'pkce_mismatch'))
  const scopes = decideGrantedScopes(family.scopes, client.scopes)
  return scopes.allowed ? { do: 'redeem', family } : refuse(scopes)
}
