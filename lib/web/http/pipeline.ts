import type { IncomingMessage, ServerResponse } from 'node:http'
import { isMarkedAsBackground } from '../../../policies/background-request.ts'
import type { RateLimits } from '../../../policies/budgets.ts'
import { GATE_PATH } from '../../../policies/gate.ts'
import { deny } from '../../../policies/verdict.ts'
import type { BackendIndex } from '../../domain/clients/backend-index.ts'
import { DenialError } from '../../domain/denial-error.ts'
import type { RateCounter } from '../../ports/rate-counter.ts'
import type { RequestSpan, Tracing } from '../../ports/tracing.ts'
import { otherHeaderText, requestedHost } from '../request/received-headers.ts'
import { type Deliver, type Handler, newTrace, ProtocolError, type RequestContext } from '../request/request-context.ts'
import { ASSET_PREFIX, type Route, type RouteName } from '../request/route.ts'
import { assertBodySize } from './body.ts'
import { clientAddress } from './client-address.ts'
import { allowAnyOrigin, allowUnidentified, answerPreflight, beginCors } from './cors.ts'
import { answerError, type ErrorPage } from './errors.ts'
import type { ForwardedWatch } from './forwarded-watch.ts'
import type { Observer } from './observer.ts'
import type { OverloadGuard } from './overload-guard.ts'
import { rateLimiter } from './rate-limit.ts'
import { inboundRequestId, newRequestId } from './request-id.ts'
import { COMMON_HEADERS, send } from './responses.ts'
import { type MountedApp, metadataPath, routeTable } from './routes.ts'

const ADDRESS_LIMIT_BYTES = 16 * 1024

/** Handlers for the routes in the table and the routes of the apps. */
export type Handlers = Readonly<Record<Exclude<RouteName, 'nowhere' | 'guard'>, Handler>>

export interface PipelineOptions extends Observer {
  /** Path of `baseUrl`, without a trailing slash; empty if Portico is at the root. */
  readonly mountPath: string
  /** `Strict-Transport-Security` for every response; undefined on plain http. */
  readonly hsts: string | undefined
  readonly trustProxy: number
  /** Checks whether the number of proxies in each request matches `trustProxy`. */
  readonly forwarded: Pick<ForwardedWatch, 'see'>
  readonly routes: readonly Route[]
  readonly apps: readonly MountedApp[]
  readonly handlers: Handlers
  readonly rates: RateCounter
  readonly rateLimits: RateLimits | false
  /** Undefined if limits are off. */
  readonly overload: OverloadGuard | undefined
  /** Clients with their own servers at registered IP addresses. */
  readonly backends: Pick<BackendIndex, 'at' | 'now'>
  readonly now: () => number
  readonly isClientOrigin: (origin: string) => Promise<boolean>
  readonly issuerUrl: string
  readonly errorPage: ErrorPage
  /** Undefined if tracing is off. */
  readonly tracing: Tracing | undefined
}

export interface Pipeline {
  /**
   * Handles one of Portico's paths and returns true; for any other path, returns false and changes nothing.
   * @param url the requested URL, if the host has removed its prefix from `req.url`
   */
  handle(req: IncomingMessage, res: ServerResponse, url?: string, deliver?: Deliver): Promise<boolean>
  /**
   * Responds to a request for one of the host's pages by running `work`, or with the error it throws.
   * @param url the requested URL
   */
  answer(req: IncomingMessage, res: ServerResponse, url: string, work: Handler, deliver?: Deliver): Promise<void>
  /** Sends a 404 in the standard error format, for a deployment without other routes. */
  notFound(req: IncomingMessage, res: ServerResponse): Promise<void>
}

const GUARD: Route = { name: 'guard', paths: [], match: 'exact', methods: [], cors: 'none', caller: 'either' }
const NOWHERE: Route = { name: 'nowhere', paths: [], match: 'exact', methods: [], cors: 'none', caller: 'either' }

type Located = Pick<RequestContext, 'path' | 'route' | 'rest'>

/** Finds the route for a path; undefined if the path is not Portico's. */
function locator(options: PipelineOptions): (req: IncomingMessage, fullPath: string) => Located | undefined {
  const { routes, apps, mountPath } = options
  const find = routeTable(routes)
  const metadata = metadataPath(mountPath)
  return (req, fullPath) => {
    // All pages use the same assets, including pages on gated apps' hosts.
    const assetMount = [mountPath, GATE_PATH].find((mount) => fullPath.startsWith(`${mount}${ASSET_PREFIX}`))
    const isOfApp = ({ host, path }: MountedApp): boolean =>
      (host === undefined || host === requestedHost(req)) && (fullPath === path || fullPath.startsWith(`${path}/`))
    const app = assetMount === undefined ? apps.find(isOfApp) : undefined
    const isMetadata = app === undefined && fullPath === metadata.atHost
    const mount = app?.path ?? assetMount ?? mountPath
    if (!isMetadata && mount !== '' && fullPath !== app?.path && !fullPath.startsWith(`${mount}/`)) return undefined
    const path = isMetadata ? metadata.atMount : fullPath.slice(mount.length)
    const found = app === undefined ? find(path) : { route: app.route, rest: path.slice(1) }
    return found && { path, ...found }
  }
}

function begin(
  options: PipelineOptions,
  req: IncomingMessage,
  res: ServerResponse,
  asked: Pick<RequestContext, 'fullPath' | 'path' | 'route' | 'rest' | 'query'>,
  deliver?: Deliver,
): RequestContext {
  const ownId = newRequestId()
  options.forwarded.see(req, asked.route.name)
  const context: RequestContext = {
    req,
    res,
    ...asked,
    ...(deliver === undefined ? {} : { deliver }),
    ownId,
    requestId: inboundRequestId(req, options.trustProxy) ?? ownId,
    address: clientAddress(req, options.trustProxy),
    trace: newTrace(),
  }
  // This response is sent from the gated app's host, so it must not contain HSTS for Portico's host.
  const isOnAppHost = asked.route.name === 'gate' || asked.route.name === 'gateApp'
  setCommonHeaders(context, isOnAppHost ? undefined : options.hsts)
  return context
}

/** Runs the steps of a request in order. */
export function pipeline(options: PipelineOptions): Pipeline {
  const limit = rateLimiter(options.rates, options.rateLimits, options.now, options.backends)
  const { overload, tracing } = options
  const handlers = tracing === undefined ? options.handlers : tracedHandlers(options.handlers, tracing)
  const locate = locator(options)
  const handle: Pipeline['handle'] = async (
    req,
    res,
    target = (req as { originalUrl?: string }).originalUrl ?? req.url ?? '/',
    deliver,
  ) => {
    // A request line can contain an absolute URI (RFC 9112 s3.2.2). Its host is ignored, like the Host header.
    const url = target.startsWith('/') ? target : target.replace(/^https?:\/\/[^/?#]*/i, '')
    const mark = url.indexOf('?')
    const fullPath = mark === -1 ? url : url.slice(0, mark)
    const found = locate(req, fullPath)
    if (found === undefined) return false
    const asked = { fullPath, ...found, query: mark === -1 ? '' : url.slice(mark + 1) }
    const context = begin(options, req, res, asked, deliver)
    await observed(context, async () => {
      if (url.length > ADDRESS_LIMIT_BYTES)
        throw new ProtocolError(deny('invalid_request', 'address_too_long'), { Connection: 'close' })
      if (req.method === 'OPTIONS' && found.route.cors !== 'none') {
        await answerPreflight(context, options.isClientOrigin)
        return
      }
      assertNavigation(context)
      overload?.assertRoom(context)
      const { rate, counts } = found.route
      if (rate !== undefined && counts === undefined) await limit(context, rate)
      try {
        assertMethod(context)
        assertBodySize(req, found.route.name === 'admin')
        if (found.route.cors === 'any') allowAnyOrigin(context)
        if (isProbe(context)) return send(context, 200, undefined, '')
        const handler = handlers[found.route.name as keyof Handlers]
        await (overload === undefined ? handler(context) : overload.inTurn(context, handler))
      } catch (error) {
        // Only denials count against the client. A store failure does not.
        if (rate !== undefined && counts === 'refused' && error instanceof DenialError) await limit(context, rate)
        throw error
      }
    })
    return true
  }

  /** Runs the handler, turns anything it throws into a response, and reports the request once. */
  const serve = async (context: RequestContext, work: Handler): Promise<void> => {
    const startedAt = performance.now()
    beginCors(context)
    try {
      await work(context)
    } catch (error) {
      await allowUnidentified(context, options.isClientOrigin)
      await answerError(context, error, options, (unexpected) => options.report(context, unexpected))
    } finally {
      options.finished(context, startedAt)
    }
  }

  const observed = (context: RequestContext, work: Handler): Promise<void> =>
    tracing === undefined
      ? serve(context, work)
      : tracing.request(spanOf(context), context.req.headers, () => serve(context, work))

  return {
    handle,
    answer(req, res, url, work, deliver) {
      const [path = '/', query = ''] = url.split('?', 2)
      return observed(begin(options, req, res, { fullPath: path, path, route: GUARD, rest: '', query }, deliver), work)
    },
    notFound(req, res) {
      const [path = '/'] = (req.url ?? '/').split('?', 1)
      return observed(begin(options, req, res, { fullPath: path, path, route: NOWHERE, rest: '', query: '' }), () => {
        throw new ProtocolError(deny('not_found', 'not_found'))
      })
    },
  }
}

function spanOf(context: RequestContext): RequestSpan {
  return {
    route: context.route.name,
    method: context.req.method ?? 'GET',
    requestId: context.requestId,
    result: () => ({ status: context.res.statusCode, errorRef: context.refusal?.ref }),
  }
}

/** Adds a tracing span around each handler. The span excludes rate limiting and body parsing. */
function tracedHandlers(handlers: Handlers, tracing: Tracing): Handlers {
  const traced = Object.entries(handlers).map(([name, handler]): [string, Handler] => [
    name,
    (context) => tracing.part(`handler ${name}`, async () => handler(context)),
  ])
  return Object.fromEntries(traced) as Handlers
}

function setCommonHeaders({ res, requestId, route }: RequestContext, hsts: string | undefined): void {
  res.setHeader('X-Request-Id', requestId)
  // The host decides what its own page loads.
  for (const [name, value] of Object.entries(COMMON_HEADERS))
    if (route !== GUARD || name !== 'Content-Security-Policy') res.setHeader(name, value)
  if (hsts !== undefined) res.setHeader('Strict-Transport-Security', hsts)
}

/** Refuses a script's request before it is counted or stored, because its page cannot read the response. */
function assertNavigation(context: RequestContext): void {
  const [mode, site] = ['sec-fetch-mode', 'sec-fetch-site'].map((name) => otherHeaderText(context.req, name))
  if (context.route.name !== 'authorize' || !isMarkedAsBackground(mode, site)) return
  context.unrecorded = true
  throw new ProtocolError(deny('login_required', 'sign_in_required'))
}

/** A HEAD request for a page whose GET has an effect. Link checkers and proxies get 200, and nothing happens. */
const isProbe = ({ req, route }: RequestContext): boolean =>
  req.method === 'HEAD' && route.methods.includes('GET') && !route.methods.includes('HEAD')

function assertMethod(context: RequestContext): void {
  const { req, route } = context
  if ((route.methods as readonly (string | undefined)[]).includes(req.method) || isProbe(context)) return
  const methods = new Set<string>([...route.methods, ...(route.methods.includes('GET') ? ['HEAD'] : [])])
  const allow = [...methods, ...(route.cors === 'none' ? [] : ['OPTIONS'])]
  throw new ProtocolError(deny('invalid_request', 'method_not_allowed'), { Allow: allow.join(', ') })
}
