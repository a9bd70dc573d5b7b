import { setTimeout } from 'node:timers/promises'
import { BUDGETS } from '../../../policies/budgets.ts'
import { isStoreAsked } from '../../../policies/known-backends.ts'
import { rateAddress } from '../../../policies/network-address.ts'
import type { BackendClient, BackendIndex } from '../../domain/clients/backend-index.ts'
import { secretMatches } from '../../domain/clients/secrets.ts'
import { hit } from '../../domain/limits/attempts.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import { type RequestContext, singleParameters } from '../request/request-context.ts'
import { assertBodySize, readForm } from './body.ts'
import { sentCredentials } from './client-authentication.ts'

/** Limits on reading bodies to identify clients, per IP address. Beyond them, requests are counted by IP address. */
const READ_AT_ONCE = 30
const READ_FOR_MS = 500
const REFUSED_MAX = 50_000

/** The client whose server sent the request, if its IP address is registered and its secret is valid. */
export type KnownBackend = (context: RequestContext) => Promise<BackendClient | undefined>

export function knownBackend(
  index: Pick<BackendIndex, 'at' | 'now'>,
  failures: Pick<RateCounter, 'hit'>,
  now: () => number,
): KnownBackend {
  const atOnce = new Map<string, number>()
  /** IP addresses that sent too many wrong secrets. Until the given time, only the cached secret works for them. */
  const refusedUntil = new Map<string, number>()

  const credentialsOf = async (context: RequestContext): Promise<ReturnType<typeof sentCredentials> | undefined> => {
    const { req } = context
    if (req.headers.authorization !== undefined) return sentCredentials(context, new Map())
    const address = rateAddress(context.address)
    const reading = atOnce.get(address) ?? 0
    if (req.method !== 'POST' || reading >= READ_AT_ONCE) return undefined
    step(atOnce, address, 1)
    try {
      assertBodySize(req)
      const form = await Promise.race([readForm(req), setTimeout(READ_FOR_MS, undefined, { ref: false })])
      return form && sentCredentials(context, singleParameters(form))
    } catch {
      // The handler will read the body again and report the error.
      return undefined
    } finally {
      step(atOnce, address, -1)
    }
  }

  /** Number of secrets being looked up in the store, by IP address. */
  const asking = new Map<string, number>()
  /** Whether a secret that does not match the cached one may be checked against the store. */
  const mayAsk = (address: string): boolean => {
    const until = refusedUntil.get(address)
    if (until !== undefined && until > now()) return false
    refusedUntil.delete(address)
    return isStoreAsked(asking.get(address) ?? 0)
  }
  const noteFailure = async (address: string): Promise<void> => {
    const { count, resetMs } = await hit(failures, BUDGETS.backends.failures, address)
    if (isStoreAsked(count)) return
    if (refusedUntil.size >= REFUSED_MAX) refusedUntil.clear()
    refusedUntil.set(address, now() + resetMs)
  }

  return async (context) => {
    const candidates = await index.at(context.address)
    if (candidates.length === 0) return undefined
    const sent = await credentialsOf(context)
    if (sent === undefined || !sent.allowed || sent.method === 'none') return undefined
    const client = candidates.find(({ clientId }) => clientId === sent.clientId)
    if (client === undefined || secretMatches(sent.secret, client.secretHash)) return client
    const address = rateAddress(context.address)
    if (!mayAsk(address)) return undefined
    step(asking, address, 1)
    try {
      // Reads the client again, because its secret might have been rotated since it was cached.
      const fresh = await index.now(client.clientId, context.address).catch(() => undefined)
      if (fresh !== undefined && secretMatches(sent.secret, fresh.secretHash)) return fresh
      await noteFailure(address)
      return undefined
    } finally {
      step(asking, address, -1)
    }
  }
}

/** Changes a count, and removes it when it reaches zero. */
function step(counts: Map<string, number>, address: string, by: 1 | -1): void {
  const count = (counts.get(address) ?? 0) + by
  if (count <= 0) counts.delete(address)
  else counts.set(address, count)
}
