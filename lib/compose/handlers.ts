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
import type { InteractionServices } from '../protocol/interaction/open-interaction.ts'
import { recoveredSignIns } from '../protocol/interaction/recovered.ts'
import { centralizedLogoutEndpoint } from '../protocol/logout/centralized.ts'
import { frontchannelLogoutEndpoint } from '../protocol/logout/frontchannel.ts'
import { logoutEndpoint } from '../protocol/logout/logout.ts'
import { type HostHints, hostHints } from '../web/http/host-hints.ts'
import { observer } from '../web/http/observer.ts'
import { overloadGuard } from '../web/http/overload-guard.ts'
import { type Handlers, type Pipeline, pipeline } from '../web/http/pipeline.ts'
import { redirect } from '../web/http/responses.ts'
import { ROUTES } from '../web/http/routes.ts'
import { errorPage } from '../web/pages/error-page.ts'
import { knownBrowsers } from '../web/pages/known-browser.ts'
import type { Handler } from '../web/request/request-context.ts'
import type { Route, RouteName } from '../web/request/route.ts'
import { appHandlers } from './app-handlers.ts'
import { firstPartyServices, pick } from './members.ts'
import { onFirstRequest, onFirstUse } from './on-first-request.ts'
import { mountedApps } from './own-apps.ts'
import type { Service } from './service.ts'

/** The request pipeline. */
export function answering(service: Service, host: RelyingParty | undefined): Pipeline {
  const { given, configuration, storage, site, audit, domain, metrics, web, node } = service
  const { issuerUrl, accountHref } = site
  return pipeline({
    ...pick(configuration, 'trustProxy', 'rateLimits'),
    ...pick(given, 'now', 'tracing'),
    mountPath: site.mountPath,
    hsts: site.https ? hstsOf(configuration) : undefined,
    forwarded: node.forwarded,
    routes: routesOf(service, host),
    apps: mountedApps(service.apps, configuration.baseUrl),
    rates: storage.rates,
    overload: configuration.rateLimits === false ? undefined : overloadGuard(given.logger),
    backends: domain.backends,
    isClientOrigin: domain.origins.has,
    issuerUrl,
    errorPage: errorPage(web.pages, issuerUrl, given.now, accountHref),
    handlers: handlers(service, host),
    ...observer({
      ...pick(given, 'logger', 'measurements', 'now'),
      ...pick(audit, 'audit', 'listeners', 'explanations', 'received'),
      ...pick(metrics, 'stats', 'uses', 'appUses', 'signIns'),
    }),
  })
}

/** Logs hints if the host has mounted Portico incorrectly. */
export const hintsOf = ({ site: { issuerUrl, mountPath }, apps, given: { logger } }: Service): HostHints =>
  hostHints({ mountPath, apps: mountedApps(apps, issuerUrl), logger })

/** The routes of all enabled features. */
function routesOf({ configuration, site, accounts }: Service, host: RelyingParty | undefined): readonly Route[] {
  const off = new Set<RouteName>([
    ...(host === undefined ? (['host'] as const) : []),
    ...(site.accountHref === undefined || accounts.embedded === undefined ? (['changePassword'] as const) : []),
    ...(configuration.metrics.token === undefined ? (['metrics'] as const) : []),
    ...(configuration.login.upstreams.length === 0 ? (['upstream', 'upstreamLogout'] as const) : []),
  ])
  return ROUTES.filter(({ name }) => !off.has(name))
}

const hstsOf = ({ hsts }: Configuration): string =>
  `max-age=31536000${hsts.includeSubDomains ? '; includeSubDomains' : ''}`

/** The handler for each route in the table. */
function handlers(service: Service, host: RelyingParty | undefined): Handlers {
  const { seeding } = service.node
  const whenSeeded = <Own extends Partial<Handlers>>(own: Own): Own => {
    const waiting = Object.entries(own).map(([name, handler]): [string, Handler] => [
      name,
      async (context) => {
        if (!seeding.isSeeded()) await seeding.assertSeeded()
        return handler(context)
      },
    ])
    return Object.fromEntries(waiting) as Own
  }
  return {
    ...alwaysAnswered(service),
    ...whenSeeded({
      ...tokenHandlers(service),
      ...signInHandlers(service),
      ...logoutHandlers(service),
      ...appHandlers(service),
      host: host === undefined ? () => {} : hostRoute(host),
    }),
  }
}

/** Handlers that do not need a seeded store, or that check for one themselves. */
function alwaysAnswered({ given, configuration, site, keys, audit, domain, tokens, web, appearances, node }: Service) {
  const { prometheus, now } = given
  const { metrics, trustProxy, ui } = configuration
  const { issuerUrl } = site
  const { scopeClaims } = tokens.issuer
  const { assertStarted } = node.seeding
  return {
    discovery: discoveryEndpoint({ issuerUrl, locales: ui.locales, scopeClaims }, keys.keys, assertStarted),
    jwks: jwksEndpoint(keys.keys, assertStarted),
    assets: assetsEndpoint(web.pages.assets, domain.pictures, appearances),
    errorReference: onFirstRequest(async () => {
      const { errorReferenceEndpoint } = await import('../protocol/endpoints/error-reference.ts')
      return errorReferenceEndpoint(web.pages, issuerUrl, audit.received)
    }),
    // W3C, A Well-Known URL for Changing Passwords
    changePassword: (context) => redirect(context, `${site.accountHref}security/password`),
    live: liveEndpoint,
    ready: readyEndpoint(node.readiness.health, node.doctorProof, trustProxy, now),
    metrics:
      prometheus === undefined || metrics.token === undefined
        ? () => {}
        : metricsEndpoint(prometheus.metrics, metrics.token),
  } satisfies Partial<Handlers>
}

function tokenHandlers({ given, storage, site, accounts, tokens: { issuer, tokens }, web }: Service) {
  const { users, claimsOf } = accounts
  return {
    authorize: authorizeEndpoint(issuer, `${site.mountPath}/authorize`, web.engine),
    resume: web.engine.resume,
    token: tokenEndpoint(issuer),
    userinfo: userinfoEndpoint(tokens, users, { scopeClaims: issuer.scopeClaims, claimsOf }),
    revocation: revocationEndpoint(issuer, tokens),
    introspection: introspectionEndpoint(issuer, tokens),
    registerSession: registerSessionEndpoint(storage, tokens, given.now),
  } satisfies Partial<Handlers>
}

function logoutHandlers(service: Service) {
  const { configuration, site, domain, outbox, web } = service
  const { tokens } = service.tokens
  const { waitSeconds, confirm } = configuration.logout
  return {
    logout: logoutEndpoint({
      ...firstPartyServices(service),
      logoutPath: `${site.mountPath}/connect/logout`,
      confirm,
      centralized: centralizedLogoutEndpoint({
        ...pick(outbox, 'worker', 'tickets'),
        issuerUrl: site.issuerUrl,
        tokens,
        ending: domain.ending,
        waitMs: waitSeconds * 1000,
      }),
    }),
    frontchannelLogout: frontchannelLogoutEndpoint(web.pages, web.signedOut, tokens, outbox.tickets),
  } satisfies Partial<Handlers>
}

/** Handlers for the sign-in pages. */
function signInHandlers(service: Service) {
  const { configuration, storage, site, keys, audit, accounts, domain, email, tokens, web } = service
  const { login } = configuration
  const { seconds } = tokens.issuer
  const upstream = onFirstUse(async () => (await import('./upstream.ts')).composeUpstream(service))
  const recovers = email.emailPages?.requests !== undefined
  const interaction: InteractionServices = {
    ...pick(service, 'site', 'storage', 'email'),
    ...pick(web, 'engine', 'pages', 'recent', 'forwarding'),
    ...pick(accounts, 'users', 'limits', 'passkeys', 'trusted'),
    secondFactor: { ...accounts.secondFactor, newAuthenticator: accounts.newAuthenticator },
    guard: web.csrf,
    consents: domain.consents,
    audit: audit.audit,
    sealer: keys.ownSealer,
    known:
      accounts.limits.signIn.counts === 'names'
        ? undefined
        : knownBrowsers({
            ...pick(site, 'mountPath', 'https'),
            sealer: keys.ownSealer,
            users: accounts.users,
            subjects: storage.subjects,
          }),
    login: {
      ...pick(login, 'remember', 'offerPasskey', 'upstreams'),
      forgotHref: (uid) => login.forgotUrl ?? (recovers ? `${site.mountPath}/recovery/?interaction=${uid}` : undefined),
      resetsByEmail: recovers && login.forgotUrl === undefined,
      leadTo: async (...way) => (await upstream()).leadTo(...way),
    },
    seconds,
    async endSession({ accountId, uid }) {
      const session = await sessionOf(storage, accountId, uid)
      if (session !== undefined) await domain.ending.endSession(session)
    },
  }
  return {
    interaction: interactionEndpoint(interaction),
    recovery: onFirstRequest(async () =>
      (await import('../protocol/recovery/recovery.ts')).recoveryEndpoint({
        ...pick(web, 'pages', 'csrf', 'linking', 'binding'),
        ...pick(accounts, 'users', 'embedded', 'passkeys', 'limits'),
        ...pick(site, 'issuerUrl', 'mountPath', 'accountHref'),
        emailPages: email.emailPages,
        identityOperations: domain.identityOperations,
        signIns: recoveredSignIns(interaction),
      }),
    ),
    upstream: onFirstRequest(async () => (await upstream()).endpoint),
    upstreamLogout: onFirstRequest(async () => (await upstream()).logoutEndpoint),
  } satisfies Partial<Handlers>
}
