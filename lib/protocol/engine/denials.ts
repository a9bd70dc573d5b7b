import { errors } from 'oidc-provider'
import { statusOf } from '../../../policies/errors.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'
import { AccessRuleRefusal } from './prompts.ts'

/** A refusal of ours that the engine sends back to the client, as it does with its own. */
export class ScopeRefusal extends errors.InvalidScope {
  constructor(readonly denial: Deny) {
    super(denial.ref)
  }
}

/** Whether the person or the client is given an answer, as against a fault of ours or of the store. */
export function isAnswered(fault: unknown): boolean {
  const denial = fault === undefined ? undefined : denialOf(fault)
  return fault === undefined || (denial !== undefined && statusOf(denial.error, denial.ref) < 500)
}

/** The engine's errors in our closed vocabulary, by class and code, never by text (G5). */
export function denialOf(fault: unknown): Deny | undefined {
  if (fault instanceof DenialError || fault instanceof ScopeRefusal) return fault.denial
  if (fault instanceof AccessRuleRefusal) return deny('access_denied', 'access_rule')
  if (fault instanceof errors.SessionNotFound) return deny('invalid_request', 'interaction_expired')
  if (!(fault instanceof errors.OIDCProviderError)) return undefined
  switch (fault.error) {
    case 'login_required':
      return deny('login_required', 'login_required')
    case 'consent_required':
      return deny('consent_required', 'consent_required')
    case 'interaction_required':
    case 'account_selection_required':
      return deny('interaction_required', 'interaction_required')
    case 'access_denied':
      return deny('access_denied', 'user_denied')
    case 'invalid_request':
      return deny('invalid_request', 'id_token_hint_invalid', fault.message)
    default:
      return undefined
  }
}
