/**
 * Errors for codes and refresh tokens after the user's access ended. A client can distinguish a lost role and a
 * withdrawn consent from a sign-out.
 *
 * Spec      POST /token; D-A4
 * RFC       6749 s5.2
 * Deny      invalid_grant account_inactive, access_rule, consent_withdrawn, tokens_revoked
 * Enforced  lib/domain/tokens/token-holder.ts
 * Tests     test/policies/ended-access.test.ts, test/flows/ended-access.test.ts
 */
import type { Liveness } from './access-token-status.ts'
import type { ConsentMode } from './consent.ts'
import { type Deny, deny } from './verdict.ts'

/** What is known now about the user whose access ended. */
export interface EndedAccess {
  readonly liveness: Exclude<Liveness, 'alive'> | 'session-ended'
  /** Whether the user is in the directory and may sign in. */
  readonly isActive: boolean
  readonly hasRole: boolean
  readonly consentMode: ConsentMode
  /** Scopes that the user grants to the client now. */
  readonly consented: readonly string[]
}

export function refusalAfterEnd({ liveness, isActive, hasRole, consentMode, consented }: EndedAccess): Deny {
  if (!isActive) return deny('invalid_grant', 'account_inactive')
  if (!hasRole) return deny('invalid_grant', 'access_rule')
  if (liveness === 'access-withdrawn' && consentMode !== 'trusted' && consented.length === 0)
    return deny('invalid_grant', 'consent_withdrawn')
  return deny('invalid_grant', 'tokens_revoked', liveness)
}
