import { panel } from '../apps/admin/panel.ts'
import { firstPartyApp } from '../apps/first-party/app.ts'
import { appSessions } from '../apps/first-party/app-session.ts'
import type { FirstPartyId } from '../apps/first-party/clients.ts'
import type { AppRequest } from '../apps/first-party/request.ts'
import { portal } from '../apps/portal/portal.ts'
import { secondStepThrottle } from '../domain/accounts/second-step-throttle.ts'
import { signInThrottle } from '../domain/accounts/sign-in-throttle.ts'
import type { Preparation } from '../domain/seed/seeding.ts'
import { sessionOf } from '../domain/sessions/session-registry.ts'
import { assetsEndpoint } from '../protocol/endpoints/assets.ts'
import { authorizeEndpoint } from '../protocol/endpoints/authorize.ts'
import { discoveryEndpoint } from '../protocol/endpoints/discovery.ts'
import { errorReferenceEndpoint } from '../protocol/endpoints/error-reference.ts'
import { liveEndpoint, readyEndpoint } from '../protocol/endpoints/health.ts'
import { introspectionEndpoint } from '../protocol/endpoints/introspection.ts'
import { jwksEndpoint } from '../protocol/endpoints/jwks.ts'
import { registerSessionEndpoint } from '../protocol/endpoints/register-session.ts'
import { revocationEndpoint } from '../protocol/endpoints/revocation.ts'
import { tokenEndpoint } from '../protocol/endpoints/token.ts'
import { userinfoEndpoint } from '../protocol/endpoints/userinfo.ts'
import { interactionEndpoint } from '../protocol/interaction/interaction.ts'
import { centralizedLogoutEndpoint } from '../protocol/logout/centralized.ts'
import { frontchannelLogoutEndpoint } from '../protocol/logout/frontchannel.ts'
import { logoutEndpoint } from '../protocol/logout/logout.ts'
import { signedOutPages } from '../protocol/logout/signed-out.ts'
import type { Handler } from '../web/request/request-context.ts'
import type { RouteName } from '../web/request/route.ts'
import type { Services } from './services.ts'

export type Handlers = Readonly<Record<Exclude<RouteName, 'nowhere'>, Handler>>

/** These need nothing from the store, or say for themselves what is missing (G8, G9). */
const AT_ALL_TIMES: ReadonlySet<string> = new Set<RouteName>([
  'discovery',
  'jwks',
  'live',
  'ready',
  'assets',
  'errorReference',
])

/** What answers each route of the table; all that needs the store waits until it has what it must have. */
export function handlers(services: Services, ready: Preparation): Handlers {
  const prepared =
    (handler: Handler): Handler =>
    async (context) => {
      if (!ready.isPrepared()) await ready.assertPrepared()
      return handler(context)
    }
  const all = Object.entries(handlersOf(services, ready))
  return Object.fromEntries(
    all.map(([name, handler]) => [name, AT_ALL_TIMES.has(name) ? handler : prepared(handler)]),
  ) as Handlers
}

function handlersOf(services: Services, ready: Preparation): Handlers {
  const {
    issuerUrl,
    mountPath,
    configuration,
    storage,
    keys,
    issuer,
    tokens,
    engine,
    pages,
    csrf,
    users,
    ending,
    worker,
    tickets,
    now,
  } = services
  const { logout, login, ui } = configuration
  const logoutPath = `${mountPath}/connect/logout`
  const signedOut = signedOutPages({ logoutPath, pages, records: storage.records, accountHref: services.accountHref })
  return {
    discovery: discoveryEndpoint(issuerUrl, ui.locales, keys, ready.assertPrepared),
    jwks: jwksEndpoint(keys, ready.assertPrepared),
    authorize: authorizeEndpoint(issuerUrl, `${mountPath}/authorize`, storage.clients, engine, services.lastClient),
    resume: engine.resume,
    token: tokenEndpoint(issuer),
    userinfo: userinfoEndpoint(tokens, users),
    revocation: revocationEndpoint(issuer, tokens),
    introspection: introspectionEndpoint(issuer, tokens),
    logout: logoutEndpoint({
      logoutPath,
      issuer,
      engine,
      pages,
      csrf,
      users,
      ending,
      confirm: logout.confirm,
      signedOut,
      accountHref: services.accountHref,
      centralized: centralizedLogoutEndpoint({
        issuerUrl,
        tokens,
        ending,
        worker,
        tickets,
        waitMs: logout.waitSeconds * 1000,
      }),
    }),
    frontchannelLogout: frontchannelLogoutEndpoint(pages, signedOut, tokens, tickets),
    registerSession: registerSessionEndpoint(storage, tokens, now),
    interaction: interactionEndpoint({
      mountPath,
      https: services.https,
      engine,
      pages,
      guard: csrf,
      users,
      consents: services.consents,
      throttle: signInThrottle(storage.rates, login.throttle, services.embedded),
      secondStepThrottle: secondStepThrottle(storage.rates),
      passkeys: services.passkeys,
      subjects: storage.subjects,
      audit: services.audit,
      trusted: services.trusted,
      clients: storage.clients,
      records: storage.records,
      remember: login.remember,
      seconds: issuer.seconds,
      accountHref: services.accountHref,
      lastClient: services.lastClient,
      async endSession({ accountId, uid }) {
        const session = await sessionOf(storage, accountId, uid)
        if (session !== undefined) await ending.endSession(session)
      },
    }),
    errorReference: errorReferenceEndpoint(pages),
    assets: assetsEndpoint(pages.assets, mountPath),
    ...appHandlers(services),
    live: liveEndpoint,
    ready: readyEndpoint(ready),
  }
}

/** The two apps of our own; one that is switched off has no address and is never asked. */
function appHandlers(services: Services): Readonly<Record<'admin' | 'portal', Handler>> {
  const handlerOf = (clientId: FirstPartyId, answer: (request: AppRequest) => Promise<void>): Handler => {
    const found = services.apps.find(({ app }) => app.clientId === clientId)
    if (found === undefined) return () => {}
    const sessions = appSessions(found.app, services.storage.records)
    return firstPartyApp(services, found.app, found.secret, sessions, answer)
  }
  return { admin: handlerOf('sso-admin', panel(services)), portal: handlerOf('sso-portal', portal(services)) }
}
