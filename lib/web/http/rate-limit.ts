import { checkRate, type RateBucket, type RateLimits, rateAddress } from '../../../policies/rate-limits.ts'
import { deny } from '../../../policies/verdict.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { ProtocolError } from '../request/protocol-error.ts'
import type { RequestContext } from '../request/request-context.ts'

/** After a failure of the store it is tried again after this time; until then this process counts by itself. */
const STORE_PAUSE_MS = 1_000
const LOCAL_KEYS_MAX = 50_000

/** Counts a request before its body is read, and refuses it past the limit (D-G7). */
export type RateLimiter = (context: RequestContext, bucket: RateBucket) => Promise<void>

export function rateLimiter(counter: RateCounter, limits: RateLimits | false, now: () => number): RateLimiter {
  if (limits === false) return async () => {}
  const local = localCounter(now)
  let storeAgainAt = 0
  const hit = async (key: string, windowMs: number): ReturnType<RateCounter['hit']> => {
    if (now() < storeAgainAt) return local(key, windowMs)
    try {
      return await counter.hit(key, windowMs)
    } catch {
      storeAgainAt = now() + STORE_PAUSE_MS
      return local(key, windowMs)
    }
  }
  return async (context, bucket) => {
    const limit = limits[bucket]
    const verdict = checkRate(limit, await hit(`${bucket}:${rateAddress(context.address)}`, limit.windowSeconds * 1000))
    if (!verdict.allowed)
      throw new ProtocolError(deny('too_many_attempts', 'too_many_attempts', bucket), {
        'Retry-After': String(verdict.retryAfterSeconds),
      })
  }
}

/** Without the store each process counts by itself: neither unlimited nor an outage. */
function localCounter(now: () => number): (key: string, windowMs: number) => { count: number; resetMs: number } {
  const windows = new Map<string, { count: number; endsAt: number }>()
  return (key, windowMs) => {
    const at = now()
    let window = windows.get(key)
    if (window === undefined || window.endsAt <= at) {
      if (windows.size >= LOCAL_KEYS_MAX) windows.clear()
      window = { count: 0, endsAt: at + windowMs }
      windows.set(key, window)
    }
    window.count += 1
    return { count: window.count, resetMs: window.endsAt - at }
  }
}
