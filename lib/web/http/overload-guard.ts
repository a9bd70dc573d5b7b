import { admission, isTooLate } from '../../../policies/overload.ts'
import { unavailable } from '../../domain/denial-error.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Handler, RequestContext } from '../request/request-context.ts'
import type { RouteName } from '../request/route.ts'
import { isForm, readForm } from './body.ts'

export interface OverloadGuard {
  /**
   * Before anything is read or counted for a request that would be refused.
   * @throws DenialError `overloaded`
   */
  assertRoom(context: RequestContext): void
  /**
   * Runs a handler. That of an endpoint for apps runs when the body has arrived and the requests before it have ended.
   * @throws DenialError `overloaded`, before the handler runs
   */
  inTurn(context: RequestContext, handler: Handler): Promise<void>
}

interface Waiting {
  readonly since: number
  readonly begin: () => void
}

/** The requests of one endpoint in this process. */
interface Endpoint {
  inProgress: number
  readonly queue: Set<Waiting>
  isOverloaded: boolean
}

/** @param now milliseconds of a clock that never goes back */
export function overloadGuard(logger: Logger, now = () => performance.now()): OverloadGuard {
  const endpoints = new Map<RouteName, Endpoint>()
  const endpointOf = (route: RouteName): Endpoint => {
    const known = endpoints.get(route) ?? { inProgress: 0, queue: new Set(), isOverloaded: false }
    endpoints.set(route, known)
    return known
  }
  const refuse = (route: RouteName, endpoint: Endpoint): never => {
    if (!endpoint.isOverloaded) logger.warn({ code: 'overloaded', route }, 'overloaded; refusing requests')
    endpoint.isOverloaded = true
    throw unavailable('overloaded')
  }
  const verdictAt = (endpoint: Endpoint, time: number) => {
    const [oldest] = endpoint.queue
    return admission(endpoint.inProgress, oldest && time - oldest.since)
  }
  const accept = async (route: RouteName, endpoint: Endpoint, since: number): Promise<void> => {
    const verdict = verdictAt(endpoint, since)
    if (verdict === 'refuse') refuse(route, endpoint)
    if (verdict === 'run') endpoint.inProgress += 1
    else await new Promise<void>((begin) => endpoint.queue.add({ since, begin }))
  }
  /** The next request takes the place of one that has ended. */
  const end = (route: RouteName, endpoint: Endpoint): void => {
    const [next] = endpoint.queue
    if (next === undefined) {
      endpoint.inProgress -= 1
      if (endpoint.isOverloaded) logger.info({ code: 'not-overloaded', route }, 'accepting all requests again')
      endpoint.isOverloaded = false
      return
    }
    endpoint.queue.delete(next)
    next.begin()
  }
  return {
    assertRoom({ route: { name, underLoad } }) {
      if (underLoad === undefined) return
      const endpoint = endpointOf(name)
      if (verdictAt(endpoint, now()) === 'refuse') refuse(name, endpoint)
    },
    async inTurn(context, handler) {
      const { name, underLoad } = context.route
      if (underLoad === undefined) return handler(context)
      // Otherwise slow senders would take all places. The handler gets the same form, or the same error.
      if (isForm(context.req)) await readForm(context.req).catch(() => undefined)
      const endpoint = endpointOf(name)
      const since = now()
      await accept(name, endpoint, since)
      try {
        if (isTooLate(now() - since)) refuse(name, endpoint)
        await handler(context)
      } finally {
        end(name, endpoint)
      }
    },
  }
}
