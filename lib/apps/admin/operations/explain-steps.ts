/** How far a request got, by the rule that refused it. */
import type { ErrorRef } from '../../../../policies/errors.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'

export const REQUEST_STEPS = ['app', 'returnAddress', 'parameters', 'signIn', 'consent', 'code', 'tokens'] as const
export type RequestStepName = (typeof REQUEST_STEPS)[number]

/** The others of an authorization request are about its parameters. */
const ENDED_AT: Readonly<Partial<Record<ErrorRef, RequestStepName>>> = {
  invalid_client: 'app',
  client_disabled: 'app',
  redirect_uri_mismatch: 'returnAddress',
  login_required: 'signIn',
  access_rule: 'signIn',
  account_inactive: 'signIn',
  interaction_required: 'signIn',
  interaction_expired: 'signIn',
  form_forged: 'signIn',
  consent_required: 'consent',
  user_denied: 'consent',
}

/** The step at which it ended; undefined for a request that is no part of a sign-in. */
export function endedAt({ route, ref }: Pick<Explanation, 'route' | 'ref'>): RequestStepName | undefined {
  if (route === 'token') return 'tokens'
  const step = ref === undefined ? undefined : ENDED_AT[ref as ErrorRef]
  if (route === 'authorize') return step ?? 'parameters'
  return route === 'interaction' || route === 'resume' ? (step ?? 'signIn') : undefined
}
