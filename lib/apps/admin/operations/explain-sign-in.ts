/** A sign-in that failed: whose it was, why, how often, and until when more tries wait. */
import type { Explanation } from '../../../domain/audit/explanations.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import type { ExplainSignIn } from './explain-props.ts'
import { namesOf } from './names.ts'
import type { OperationsRequest } from './services.ts'

const SCAN_MAX = 2_000

/** Undefined for what is no failed sign-in, or is not in the trail (any more). */
export async function signInOf(
  page: OperationsRequest,
  { route, requestId, ref }: Explanation,
): Promise<ExplainSignIn | undefined> {
  if (route !== 'interaction' || ref !== undefined) return undefined
  const { services } = page
  const { entries } = await services.audit.list({ group: 'sign-in', requestId }, undefined, 1, SCAN_MAX)
  const [entry] = entries
  if (entry === undefined || entry.result === 'ok') return undefined
  const { user, at, count = 1, lastAt = at, client, address } = entry
  const [names, pausedUntil] = await Promise.all([
    namesOf(page, [user], [client]),
    user === undefined ? undefined : services.pauses.pausedUntil(user),
  ])
  return {
    reason: failureReasonOf(entry) ?? 'wrong_password',
    who: user === undefined ? undefined : names.who(user),
    count,
    minutes: Math.max(1, Math.ceil((lastAt - at) / 60_000)),
    address,
    pausedUntil: pausedUntil === undefined ? undefined : new Date(pausedUntil),
  }
}
