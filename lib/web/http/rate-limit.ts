import { backendLimit, countsForBackends } from '../../../policies/known-backends.ts'
import {
  checkRate,
  type RateBucket,
  type RateLimit,
  type RateLimits,
  type RateVerdict,
  rateAddress,
  rateSite,
  siteLimit,
} from '../../../policies/rate-limits.ts'
import { deny } from '../../../policies/verdict.ts'
import type { BackendClient, BackendIndex } from '../../domain/clients/backend-index.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { ProtocolError } from '../request/protocol-error.ts'
import type { RequestContext } from '../request/request-context.ts'
import { knownBackend } from './known-backend.ts'

/** After a failure of the store it is tried again after this time; until then this process counts by itself. */
const STORE_PAUSE_MS = 1_000
const LOCAL_KEYS_MAX = 50_000

export type Counter = Pick<RateCounter, 'hit' | 'refund'>

/** Counts a request before its body is read, and refuses it past the limit (D-G7, D-G12). */
export type RateLimiter = (context: RequestContext, bucket: RateBucket) => Promise<void>

export function rateLimiter(
  counter: RateCounter,
  limits: RateLimits | false,
  now: () => number,
  backends: Pick<BackendIndex, 'at' | 'now'>,
): RateLimiter {
  if (limits === false) return async () => {}
  const shared = sharedCounter(counter, now)
  /** One bucket for all its endpoints, wherever it calls from. */
  const limitBackend = async (context: RequestContext, client: BackendClient): Promise<void> => {
    const limit = backendLimit(client.backend)
    const verdict = checkRate(limit, await shared.hit(`backend:${client.clientId}`, limit.windowSeconds * 1000))
    if (verdict.allowed) return
    context.client = client
    throw tooMany(context, 'backend', client.clientId, limit, verdict)
  }
  const callerOf = knownBackend(backends, shared, now)
  return async (context, bucket) => {
    const backend = countsForBackends(bucket) ? await callerOf(context) : undefined
    if (backend !== undefined) return limitBackend(context, backend)
    const limit = limits[bucket]
    const windowMs = limit.windowSeconds * 1000
    const site = rateSite(context.address)
    const siteKey = `${bucket}:${site}`
    const address = rateAddress(context.address)
    const [own, ofSite] = await Promise.all([
      shared.hit(`${bucket}:${address}`, windowMs),
      site === undefined ? undefined : shared.hit(siteKey, windowMs),
    ])
    const byAddress = checkRate(limit, own)
    const verdict = byAddress.allowed && ofSite !== undefined ? checkRate(siteLimit(limit), ofSite) : byAddress
    if (verdict.allowed) return
    // One /64 that is past its own limit uses up nothing of its neighbours'.
    if (!byAddress.allowed && ofSite !== undefined) await shared.refund(siteKey)
    if (!byAddress.allowed) throw tooMany(context, bucket, address, limit, verdict)
    throw tooMany(context, bucket, site as string, siteLimit(limit), verdict)
  }
}

function tooMany(
  context: RequestContext,
  bucket: string,
  counted: string,
  { limit, windowSeconds }: RateLimit,
  { retryAfterSeconds }: Exclude<RateVerdict, { allowed: true }>,
): ProtocolError {
  context.exceeded = { bucket, counted, limit, window_seconds: windowSeconds }
  return new ProtocolError(deny('too_many_attempts', 'too_many_attempts', bucket), {
    'Retry-After': String(retryAfterSeconds),
  })
}

/** The counter of all nodes; while the store is away each process counts by itself: neither unlimited nor an outage. */
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
      // Whoever called last stands last; what gives way to a new one has not called for the longest time.
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
