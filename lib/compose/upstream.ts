import { upstreamLogout } from '../domain/sessions/upstream-logout.ts'
import { NO_APPS } from '../protocol/logout/ended-apps.ts'
import { upstreamLogoutEndpoint } from '../protocol/upstream/backchannel-logout.ts'
import { AT_PROVIDER_SECONDS, type ProviderSignIn } from '../protocol/upstream/services.ts'
import { upstream } from '../protocol/upstream/upstream.ts'
import { redirect } from '../web/http/responses.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import { pick } from './members.ts'
import type { Service } from './service.ts'

/** Sign-in with external providers. */
export function composeUpstream(service: Service) {
  const { given, configuration, storage, site, keys, accounts, domain, metrics, tokens, web } = service
  const { connectors, directoryService } = given
  const { mountPath } = site
  const { embedded, limits } = accounts
  const { seconds } = tokens.issuer
  const isOfDirectory = async (username: string): Promise<boolean> => {
    const { subject, checkedBy } = await limits.signIn.userNamed(username)
    return checkedBy === 'directory' && subject !== undefined
  }
  const pages = upstream({
    ...pick(site, 'issuerUrl', 'mountPath'),
    ...pick(web, 'linking', 'binding', 'engine'),
    ...pick(storage, 'records', 'subjects'),
    connectors,
    started: startedSignIns<ProviderSignIn>(
      'upstream',
      { sealer: keys.sealer, binding: web.binding, seconds },
      AT_PROVIDER_SECONDS,
    ),
    identities: embedded && domain.identities(embedded, directoryService && isOfDirectory),
    forIdentity: accounts.users.forIdentity,
    guard: web.csrf,
    measurements: given.measurements,
    health: metrics.connectorHealth,
    signedOut: async (context) =>
      // A regular sign-out has already ended the session. If a session still exists, redirect to the logout endpoint.
      (await web.engine.browserSession(context)) === undefined
        ? web.signedOut.show(context, NO_APPS)
        : redirect(context, `${mountPath}/connect/logout`),
    seconds,
  })
  const logout = upstreamLogout(storage, domain.ending, configuration.lifetimes)
  return { ...pages, logoutEndpoint: upstreamLogoutEndpoint({ connectors, logout, seconds }) }
}
