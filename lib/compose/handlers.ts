import type { RelyingParty } from '../apps/first-party/relying-party.ts'
import { hostRoute } from '../apps/host/sign-in-address.ts'
import type { Configuration } from '../config/configuration.ts'
import { sessionOf } from '../domain/sessions/session-registry.ts'
import { assetsEndpoint } from '../protocol/endpoints/assets.ts'
import { authorizeEndpoint } from '../protocol/endpoints/authorize.ts'
import { discoveryEndpoint } from '../protocol/endpoints/discovery.ts'
import { liveEndpoint, readyEndpoint } from '../protocol/endpoints/health.ts'
import { introspectionEndpoint } from '../protocol/endpoints/introspection.ts'
import { jwksEndpoint } from '../protocol/endpoints/jwks.ts'
import { metricsEndpoint } from '../protocol/endpoints/metrics.ts'
import { registerSessionEndpoint } from '../protocol/endpoints/register-session.ts'
import { revocationEndpoint } from '../protocol/endpoints/revocation.ts'
import { tokenEndpoint } from '../protocol/endpoints/token.ts'
import { userinfoEndpoint } from '../protocol/endpoints/userinfo.ts'
import { interactionEndpoint } from '../protocol/interaction/interaction.ts'
import { centralizedLogoutEndpoint } from '../protocol/logout/centralized.ts'
import { frontchannelLogoutEndpoint } from '../protocol/logout/frontchannel.ts'
import { logoutEndpoint } from '../protocol/logout/logout.ts'
import { type HostHints, hostHints } from '../web/http/host-hints.ts'
import { observer } from '../web/http/observer.ts'
import { type Handlers, type Pipeline, pipeline } from '../web/http/pipeline.ts'
import { GATE_APP, ROUTES } from '../web/http/routes.ts'
import { errorPage } from '../web/pages/error-page.ts'
import { knownBrowsers } from '../web/pages/known-browser.ts'
import type { Handler } from '../web/request/request-context.ts'
import type { Route, RouteName } from '../web/request/route.ts'
import { appHandlers } from './app-handlers.ts'
import { onFirstRequest, onFirstUse } from './on-first-request.ts'
import { mountedApps } from './own-apps.ts'
import type { Service } from './service.ts'

/** These need nothing from the store, or say for themselves what is missing. */
const AT_ALL_TIMES: ReadonlySet<string> = new Set<RouteName>([
  'discovery',
  'jwks',
  'live',
  'ready',
  'assets',
  'errorReference',
  'metrics',
])

/** The service as it answers requests. */
export function answering(service: Service, host: RelyingParty | undefined): Pipeline {
  const { configuration, storage, issuerUrl, pages, accountHref, now } = service
  return pipeline({
    mountPath: service.mountPath,
    hsts: service.https ? hstsOf(service.configuration) : undefined,
    trustProxy: configuration.trustProxy,
    forwarded: service.forwarded,
    routes: routesOf(service, host),
    apps: [...mountedApps(service.apps, configuration.baseUrl), GATE_APP],
    rates: storage.rates,
    rateLimits: configuration.rateLimits,
    backends: service.backends,
    now,
    isClientOrigin: service.origins.has,
    issuerUrl,
    errorPage: errorPage(pages, issuerUrl, now, accountHref),
    handlers: handlers(service, host),
    tracing: service.tracing,
    ...observer(service),
  })
}

/** What the log says of how the host has mounted the service. */
export const hintsOf = ({ mountPath, apps, configuration, logger }: Service): HostHints =>
  hostHints({ mountPath, apps: [...mountedApps(apps, configuration.baseUrl), GATE_APP], logger })

/** What is switched off has no address. */
function routesOf({ configuration }: Service, host: RelyingParty | undefined): readonly Route[] {
  const off = new Set<RouteName>([
    ...(host === undefined ? (['host'] as const) : []),
    ...(configuration.metrics.token === undefined ? (['metrics'] as const) : []),
    ...(configuration.login.upstreams.length === 0 ? (['upstream', 'upstreamLogout'] as const) : []),
  ])
  return ROUTES.filter(({ name }) => !off.has(name))
}

const hstsOf = ({ hsts }: Configuration): string =>
  `max-age=31536000${hsts.includeSubDomains ? '; includeSubDomains' : ''}`

/** What answers each route of the table; all that needs the store waits until it has what it must have. */
function handlers(service: Service, host: RelyingParty | undefined): Handlers {
  const { seeding } = service
  const seeded =
    (handler: Handler): Handler =>
    async (context) => {
      if (!seeding.isSeeded()) await seeding.assertSeeded()
      return handler(context)
    }
  const all = Object.entries(handlersOf(service, host))
  return Object.fromEntries(
    all.map(([name, handler]) => [name, AT_ALL_TIMES.has(name) ? handler : seeded(handler)]),
  ) as Handlers
}

function handlersOf(service: Service, host: RelyingParty | undefined): Handlers {
  const { issuerUrl, mountPath, configuration, storage, keys, issuer, tokens, engine, pages, users, seeding } = service
  const { logout, login, ui } = configuration
  const logoutPath = `${mountPath}/connect/logout`
  const known =
    service.throttle.counts === 'names'
      ? undefined
      : knownBrowsers({ ...service, sealer: service.ownSealer, subjects: storage.subjects })
  const { signedOut } = service
  const upstream = onFirstUse(async () => (await import('./upstream.ts')).composeUpstream(service))
  const gate = onFirstUse(async () => (await import('./gate.ts')).gateHandlers(service))
  return {
    discovery: discoveryEndpoint(
      { issuerUrl, locales: ui.locales, scopeClaims: issuer.scopeClaims },
      keys,
      seeding.assertStarted,
    ),
    jwks: jwksEndpoint(keys, seeding.assertStarted),
    authorize: authorizeEndpoint(issuer, `${mountPath}/authorize`, engine),
    resume: engine.resume,
    token: tokenEndpoint(issuer),
    userinfo: userinfoEndpoint(tokens, users, { scopeClaims: issuer.scopeClaims, claimsOf: service.claimsOf }),
    revocation: revocationEndpoint(issuer, tokens),
    introspection: introspectionEndpoint(issuer, tokens),
    logout: logoutEndpoint({
      ...service,
      logoutPath,
      confirm: logout.confirm,
      signedOut,
      centralized: centralizedLogoutEndpoint({ ...service, waitMs: logout.waitSeconds * 1000 }),
    }),
    frontchannelLogout: frontchannelLogoutEndpoint(pages, signedOut, tokens, service.tickets),
    registerSession: registerSessionEndpoint(storage, tokens, service.now),
    interaction: interactionEndpoint({
      ...service,
      connectors: login.upstreams,
      leadTo: async (...way) => (await upstream()).leadTo(...way),
      guard: service.csrf,
      known,
      notices: service.letters?.notices,
      subjects: storage.subjects,
      clients: storage.clients,
      records: storage.records,
      remember: login.remember,
      forgotUrl:
        login.forgotUrl ?? (service.letterPages?.requests === undefined ? undefined : `${mountPath}/recovery/`),
      offersPasskey: login.offerPasskey,
      seconds: issuer.seconds,
      async endSession({ accountId, uid }) {
        const session = await sessionOf(storage, accountId, uid)
        if (session !== undefined) await service.ending.endSession(session)
      },
    }),
    recovery: onFirstRequest(async () => (await import('../protocol/recovery/recovery.ts')).recoveryEndpoint(service)),
    upstream: onFirstRequest(async () => (await upstream()).endpoint),
    upstreamLogout: onFirstRequest(async () => (await upstream()).logoutEndpoint),
    errorReference: onFirstRequest(async () => {
      const { errorReferenceEndpoint } = await import('../protocol/endpoints/error-reference.ts')
      return errorReferenceEndpoint(pages, issuerUrl, service.received)
    }),
    assets: assetsEndpoint(pages.assets, mountPath),
    ...appHandlers(service),
    host: host === undefined ? () => {} : hostRoute(host),
    gate: onFirstRequest(async () => (await gate()).gate),
    gateApp: onFirstRequest(async () => (await gate()).gateApp),
    metrics:
      service.prometheus === undefined || configuration.metrics.token === undefined
        ? () => {}
        : metricsEndpoint(service.prometheus.metrics, configuration.metrics.token),
    live: liveEndpoint,
    ready: readyEndpoint(service.readiness.health, service.doctorProof, configuration.trustProxy, service.now),
  }
}
