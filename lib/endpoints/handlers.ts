import { secondStepThrottle } from '../accounts/second-step-throttle.ts'
import { signInThrottle } from '../accounts/throttle.ts'
import { panel } from '../admin/panel.ts'
import { type AppRequest, firstPartyApp } from '../first-party/app.ts'
import type { FirstPartyId } from '../first-party/clients.ts'
import type { Handler } from '../http/exchange.ts'
import type { RouteName } from '../http/routes.ts'
import { portal } from '../portal/portal.ts'
import type { Preparation } from '../readiness.ts'
import type { Services } from '../services.ts'
import { sessionOf } from '../sessions/session-registry.ts'
import { assetsEndpoint } from './assets.ts'
import { authorizeEndpoint } from './authorize.ts'
import { discoveryEndpoint } from './discovery.ts'
import { errorReferenceEndpoint } from './error-reference.ts'
import { liveEndpoint, readyEndpoint } from './health.ts'
import { interactionEndpoint } from './interaction.ts'
import { introspectionEndpoint } from './introspection.ts'
import { jwksEndpoint } from './jwks.ts'
import { logoutEndpoint } from './logout.ts'
import { centralizedLogoutEndpoint } from './logout-centralized.ts'
import { frontchannelLogoutEndpoint } from './logout-frontchannel.ts'
import { registerSessionEndpoint } from './register-session.ts'
import { revocationEndpoint } from './revocation.ts'
import { signedOutPages } from './signed-out.ts'
import { tokenEndpoint } from './token.ts'
import { userinfoEndpoint } from './userinfo.ts'

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
    async (exchange) => {
      if (!ready.isPrepared()) await ready.assertPrepared()
      return handler(exchange)
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
    guard,
    people,
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
    userinfo: userinfoEndpoint(tokens, people),
    revocation: revocationEndpoint(issuer, tokens),
    introspection: introspectionEndpoint(issuer, tokens),
    logout: logoutEndpoint({
      logoutPath,
      issuer,
      engine,
      pages,
      guard,
      people,
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
      guard,
      people,
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
    return found === undefined ? () => {} : firstPartyApp(services, found.app, found.secret, answer)
  }
  return { admin: handlerOf('sso-admin', panel(services)), portal: handlerOf('sso-portal', portal(services)) }
}
