/** A sign-in that failed: whose it was, why, how often, and until when more tries wait. */

import { FAILURE_REASONS } from '../../../domain/audit/events.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import type { ExplainSignIn } from './explain-props.ts'
import { namesOf } from './names.ts'
import type { OperationsRequest } from './services.ts'

/** Undefined for what is no failed sign-in, or one that a directory of the host refused, which gives no reason. */
export async function signInOf(
  page: OperationsRequest,
  { facts, user, client, address }: Explanation,
): Promise<ExplainSignIn | undefined> {
  const reason = FAILURE_REASONS.find((one) => one === facts.reason)
  if (reason === undefined) return undefined
  const { pauses, configuration, now } = page.services
  const [names, pausedUntil = 0] = await Promise.all([
    namesOf(page, [user], [client]),
    user === undefined ? undefined : pauses.pausedUntil(user),
  ])
  const until = Math.max(pausedUntil, Number(facts.wait_until ?? 0))
  return {
    reason,
    who: user === undefined ? undefined : names.who(user),
    count: Number(facts.tries ?? 1),
    minutes: Math.ceil(configuration.login.throttle.accountAndAddress.windowSeconds / 60),
    address,
    pausedUntil: until > now() ? new Date(until) : undefined,
  }
}
