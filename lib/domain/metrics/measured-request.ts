import type { Deny } from '../../../policies/verdict.ts'
import type { Measurements, RequestOutcome, SignInMethod, SignInOutcome } from '../../ports/measurements.ts'
import type { AuditEventName } from '../audit/events.ts'
import type { FinishedRequest } from './finished-request.ts'

const SIGN_INS: Readonly<Partial<Record<AuditEventName, SignInOutcome>>> = {
  'sign-in.succeeded': 'succeeded',
  'sign-in.failed': 'failed',
  'sign-in.throttled': 'throttled',
}

/** @param seconds how long the request took */
export function measureRequest(
  measurements: Measurements,
  { route, event, refusal, method }: FinishedRequest & { readonly method?: SignInMethod },
  status: number,
  seconds: number,
): void {
  measurements.request(route.name, outcomeOf(status, refusal), seconds)
  if (refusal !== undefined) measureRefusal(measurements, refusal)
  if (event === undefined) return
  const signIn = SIGN_INS[event]
  if (signIn !== undefined && method !== undefined) measurements.signIn(method, signIn)
  else if (event === 'token.issued') measurements.issued('authorization_code')
  else if (event === 'token.refreshed') measurements.issued('refresh_token')
  else if (event === 'token.revoked') measurements.revoked('token')
}

/** Also counts the revocation caused by a replay (policies/refresh-rotation.ts, policies/authorization-code.ts). */
function measureRefusal(measurements: Measurements, { ref }: Deny): void {
  measurements.refused(ref)
  if (ref === 'code_used') {
    measurements.replayed('code')
    measurements.revoked('code_replayed')
  }
  if (ref === 'refresh_token_replayed') {
    measurements.replayed('refresh_token')
    measurements.revoked('refresh_token_replayed')
  }
}

/** The status does not show every refusal, because a refusal that redirects the browser has status 303. */
function outcomeOf(status: number, refusal: Deny | undefined): RequestOutcome {
  if (status === 503 || refusal?.error === 'temporarily_unavailable') return 'unavailable'
  if (status >= 500 || refusal?.error === 'server_error') return 'failed'
  if (status === 429) return 'limited'
  return refusal !== undefined || status >= 400 ? 'refused' : 'ok'
}
