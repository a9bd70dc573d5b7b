/** Finds requests by a whole id, as users type it, or by its beginning. */
import { requestIdBeginning, requestIdsMeant } from '../../../../policies/request-id.ts'
import type { Explanation } from '../../../domain/audit/explanations.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { clientHit, type Found } from './search-hits.ts'
import type { SearchHit } from './search-view.tsx'
import type { OperationsRequest } from './services.ts'

const SHOWN = 8
/** The trail has no index over requests; the search reads this many of its newest entries. */
const TRAIL_MAX = 4_000

/** Denied requests, which are kept for a week; for others, the audit entries with the whole id. */
export async function requestsLike(page: OperationsRequest, query: string, depth: 'whole' | 'typing'): Promise<Found> {
  const { explanations } = page.services
  const whole = await explanations.find(query)
  if (whole !== undefined) return { exact: [await explainedHit(page, whole)], near: [] }
  const beginning = await explanations.beginningWith(query, SHOWN)
  const hits = await Promise.all(beginning.map((one) => explainedHit(page, one)))
  if (hits.length > 0) return hits.length === 1 ? { exact: hits, near: [] } : { exact: [], near: hits }
  return { exact: depth === 'whole' ? await inTrail(page, query) : [], near: [] }
}

/** Requests whose ids begin alike, if none has the typed one. */
export async function requestsNear(page: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
  const near = await page.services.explanations.near(query, SHOWN)
  return Promise.all(near.map((one) => explainedHit(page, one)))
}

/** True for a possible request id or its beginning. A digit is required, because words have none. */
export const isLikeRequestId = (query: string): boolean => requestIdBeginning(query) !== undefined && /\d/.test(query)

async function explainedHit(page: OperationsRequest, { requestId, at, client }: Explanation): Promise<SearchHit> {
  const app = client === undefined ? undefined : await page.services.clients.find(client)
  return {
    kind: 'requests',
    label: requestId,
    detail: app === undefined ? undefined : clientHit(page, app).label,
    at: new Date(at),
    href: page.href(`/explain/${encodeURIComponent(requestId)}`),
  }
}

async function inTrail({ services, href }: OperationsRequest, query: string): Promise<readonly SearchHit[]> {
  for (const requestId of requestIdsMeant(query)) {
    const {
      entries: [entry],
    } = await services.audit.list({ requestId }, undefined, 1, TRAIL_MAX)
    if (entry === undefined) continue
    const address = href(withParameters('/activity', { request_id: requestId }))
    return [{ kind: 'requests', label: requestId, at: new Date(entry.at), href: address }]
  }
  return []
}
