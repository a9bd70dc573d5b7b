import { upstreamLogout } from '../domain/sessions/upstream-logout.ts'
import { NO_APPS } from '../protocol/logout/ended-apps.ts'
import { upstreamLogoutEndpoint } from '../protocol/upstream/backchannel-logout.ts'
import { AT_PROVIDER_SECONDS, type BegunAtProvider } from '../protocol/upstream/services.ts'
import { type Upstream, upstream } from '../protocol/upstream/upstream.ts'
import { redirect } from '../web/http/responses.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import { cookieName, setCookie } from '../web/request/cookies.ts'
import type { Handler } from '../web/request/request-context.ts'
import type { Service } from './service.ts'

/** Signing in elsewhere. */
export function composeUpstream(service: Service): Upstream & { readonly logoutEndpoint: Handler } {
  const { configuration, storage, embedded, https, mountPath, issuerUrl, issuer, users, connectors } = service
  const path = `${mountPath}/upstream`
  const isOfDirectory = async (username: string): Promise<boolean> => {
    const { subject, judge } = await service.throttle.meant(username)
    return judge === 'directory' && subject !== undefined
  }
  const pages = upstream({
    issuerUrl,
    mountPath,
    connectors,
    started: startedSignIns<BegunAtProvider>(
      {
        name: cookieName('sso_upstream', { https, path }),
        set: ({ res }, name, value, seconds) => setCookie(res, name, value, { path, https, seconds }),
      },
      { sealer: service.sealer, binding: service.binding, seconds: issuer.seconds },
      AT_PROVIDER_SECONDS,
    ),
    identities:
      embedded === undefined
        ? undefined
        : service.identities(embedded, service.directoryService === undefined ? undefined : isOfDirectory),
    forIdentity: users.forIdentity,
    linking: service.linking,
    guard: service.csrf,
    binding: service.binding,
    engine: service.engine,
    records: storage.records,
    measurements: service.measurements,
    health: service.connectorHealth,
    subjects: storage.subjects,
    signedOut: async (context) =>
      // Nobody comes here from a sign-out with a session: this one would have to end first.
      (await service.engine.browserSession(context)) === undefined
        ? service.signedOut.show(context, NO_APPS)
        : redirect(context, `${mountPath}/connect/logout`),
    seconds: issuer.seconds,
  })
  const logout = upstreamLogout(storage, service.ending, configuration.lifetimes)
  return { ...pages, logoutEndpoint: upstreamLogoutEndpoint({ connectors, logout, seconds: issuer.seconds }) }
}
