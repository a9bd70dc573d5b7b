import { errors } from 'oidc-provider'
import { statusOf } from '../../../policies/errors.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { ScopeRefusal } from './codes.ts'
import { AccessRuleRefusal } from './prompts.ts'

/** A refusal of ours that the engine sends back to the client, as it does with its own. */
export class SentBack extends errors.InvalidScope {
  constructor(readonly refusal: ScopeRefusal) {
    super(refusal.denial.ref)
  }
}

/** Whether the user or the client is given an answer, as against an error of ours or of the store. */
export function isAnswered(error: unknown): boolean {
  const denial = error === undefined ? undefined : denialOf(error)
  return error === undefined || (denial !== undefined && statusOf(denial.error, denial.ref) < 500)
}

/** The engine's errors in our closed vocabulary, by class and code, never by text. */
export function denialOf(error: unknown): Deny | undefined {
  if (error instanceof DenialError) return error.denial
  if (error instanceof SentBack) return error.refusal.denial
  if (error instanceof AccessRuleRefusal) return deny('access_denied', 'access_rule')
  if (error instanceof errors.SessionNotFound) return deny('invalid_request', 'interaction_expired')
  if (!(error instanceof errors.OIDCProviderError)) return undefined
  switch (error.error) {
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
      return deny('invalid_request', 'parameter_malformed', error.message)
    default:
      return undefined
  }
}
