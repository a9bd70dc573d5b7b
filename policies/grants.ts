/**
 * The two grant types, and which clients may use them.
 *
 * Spec      POST /token
 * RFC       6749 s4.1.3, s5.2, s6
 * Deny      unsupported_grant_type; unauthorized_client
 * Enforced  lib/protocol/endpoints/token.ts
 * Tests     test/policies/grants.test.ts, test/protocol/endpoints/token-code.test.ts,
 *           test/protocol/endpoints/token-refresh.test.ts
 */

import { ALLOW, deny, type Verdict } from './verdict.ts'

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const
export type GrantType = (typeof GRANT_TYPES)[number]

export function checkGrantType(grantType: string): Verdict {
  return (GRANT_TYPES as readonly string[]).includes(grantType)
    ? ALLOW
    : deny('unsupported_grant_type', 'grant_type_unsupported')
}

/**
 * A client without offline_access cannot use the refresh grant. A client that has lost the scope may still hold a valid
 * refresh token; it passes this check, and the scope rule denies it (D-T6, `invalid_scope`).
 */
export function checkGrantAllowed(
  grantType: GrantType,
  client: { readonly scopes: readonly string[] },
  holdsRefreshToken: boolean,
): Verdict {
  if (grantType !== 'refresh_token' || holdsRefreshToken || client.scopes.includes('offline_access')) return ALLOW
  return deny('unauthorized_client', 'unauthorized_client')
}
