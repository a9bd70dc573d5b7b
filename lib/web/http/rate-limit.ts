import type { RateBucket, RateLimits } from '../../../policies/budgets.ts'
import { backendLimit, countsForBackends } from '../../../policies/known-backends.ts'
import { deny } from '../../../policies/verdict.ts'
import type { BackendIndex } from '../../domain/clients/backend-index.ts'
import { exceededBy, exceededByNetwork } from '../../domain/limits/attempts.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { note, ProtocolError, type RequestContext } from '../request/request-context.ts'
import { knownBackend } from './known-backend.ts'

/** How long this process counts locally after a store failure before it tries the store again, in milliseconds. */
const STORE_PAUSE_MS = 1_000
const LOCAL_KEYS_MAX = 50_000
/** Refused requests of a caller that are explained in each window; more were allowed before them (D-G12). */
const EXPLAINED_MAX = 5
const LIMIT_STEP = 'rate limit'

/** Whether a limit refused the request, and its explanation is to be stored. */
export const explainsLimit = ({ trace }: Pick<RequestContext, 'trace'>): boolean =>
  trace.steps.some(({ step }) => step === LIMIT_STEP)

export type Counter = Pick<RateCounter, 'hit' | 'refund'>

/** Counts a request, and denies it if it exceeds the limit (D-G7, D-G12). Reads the body only to identify a backend. */
export type RateLimiter = (context: RequestContext, bucket: RateBucket) => Promise<void>

export function rateLimiter(
  counter: RateCounter,
  limits: RateLimits | false,
  now: () => number,
  backends: Pick<BackendIndex, 'at' | 'now'>,
): RateLimiter {
  if (limits === false) return async () => {}
  const shared = sharedCounter(counter, now)
  const callerOf = knownBackend(backends, shared, now)
  return async (context, bucket) => {
    const client = countsForBackends(bucket) ? await callerOf(context) : undefined
    // A client's servers share one counter for all endpoints and all their IP addresses.
    const exceeded =
      client === undefined
        ? await exceededByNetwork(shared, { key: bucket, ...limits[bucket] }, context.address)
        : await exceededBy(shared, { key: 'backend', ...backendLimit(client.backend) }, client.clientId)
    if (exceeded === undefined) return
    if (client !== undefined) context.client = client
    const { key, counted, over, limit, windowSeconds, retryAfterSeconds } = exceeded
    if (over <= EXPLAINED_MAX) {
      const allowed = `${limit} requests in ${windowSeconds} s from ${counted}`
      note(context.trace, LIMIT_STEP, `${key} allows ${allowed}; wait ${retryAfterSeconds} s`)
    }
    context.exceeded = { bucket: key, counted, limit, window_seconds: windowSeconds }
    throw new ProtocolError(deny('too_many_attempts', 'too_many_attempts', key), {
      'Retry-After': String(retryAfterSeconds),
    })
  }
}

/** A counter shared by all nodes. If the store is unavailable, each process counts locally, so limits still apply. */
function sharedCounter(counter: RateCounter, now: () => number): Counter {
  const local = localCounter(now)
  let storeAgainAt = 0
  return {
    async hit(key, windowMs) {
      if (now() < storeAgainAt) return local.hit(key, windowMs)
      try {
        return await counter.hit(key, windowMs)
      } catch {
        storeAgainAt = now() + STORE_PAUSE_MS
        return local.hit(key, windowMs)
      }
    },
    async refund(key) {
      await (now() < storeAgainAt ? local : counter).refund(key).catch(() => undefined)
    },
  }
}

function localCounter(now: () => number): Counter {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return {
    async hit(key, windowMs) {
      const at = now()
      const known = windows.get(key)
      const window = known === undefined || known.endsAt <= at ? { count: 0, endsAt: at + windowMs } : known
      window.count += 1
      // Delete the counter and add it again, so that the least recently used one is always first and is evicted first.
      windows.delete(key)
      const [oldest] = windows.keys()
      if (windows.size >= LOCAL_KEYS_MAX && oldest !== undefined) windows.delete(oldest)
      windows.set(key, window)
      return { count: window.count, resetMs: window.endsAt - at }
    },
    async refund(key) {
      const window = windows.get(key)
      if (window !== undefined) window.count -= 1
    },
  }
}
