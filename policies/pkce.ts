/**
 * PKCE is required for every client, public or confidential, and S256 is the only method.
 *
 * Spec      GET /authorize; POST /token; D-G5
 * RFC       7636 s4.1, s4.2, s4.6; 9700 s2.1.1
 * Deny      invalid_request pkce_required (authorize); invalid_grant pkce_required, pkce_mismatch (token)
 * Enforced  policies/authorization-parameters.ts, policies/authorization-code.ts
 * Tests     test/policies/pkce.test.ts, test/protocol/endpoints/authorize.test.ts,
 *           test/protocol/endpoints/token-code.test.ts
 */

import { ALLOW, type Deny, deny, type Verdict } from './verdict.ts'

export const PKCE_METHOD = 'S256'

// A SHA-256 digest in base64url is exactly 43 characters long (RFC 7636 s4.2).
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

export function checkCodeChallenge(challenge: string | undefined, method: string | undefined): Verdict {
  if (challenge === undefined || challenge === '') return required('invalid_request', 'code_challenge is missing')
  if (method === undefined) return required('invalid_request', 'code_challenge_method is missing')
  if (method !== PKCE_METHOD) return required('invalid_request', 'code_challenge_method is not S256')
  if (!CHALLENGE.test(challenge)) return required('invalid_request', 'code_challenge is not 43 base64url characters')
  return ALLOW
}

/** Checks only the format; the caller computes and compares the digest. */
export function checkCodeVerifier(verifier: string | undefined): Verdict {
  if (verifier === undefined || verifier === '') return required('invalid_grant', 'code_verifier is missing')
  if (!VERIFIER.test(verifier)) return required('invalid_grant', 'code_verifier is not 43 to 128 unreserved characters')
  return ALLOW
}

const required = (error: 'invalid_request' | 'invalid_grant', why: string): Deny =>
  deny(error, 'pkce_required', why, `PKCE with S256 is required: ${why}`)
