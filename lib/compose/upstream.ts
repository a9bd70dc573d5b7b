import { upstreamProvider } from '../../adapters/upstream/index.ts'
import { identities } from '../domain/accounts/identities.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import type { Connector } from '../protocol/upstream/connectors.ts'
import { AT_PROVIDER_SECONDS, type BegunAtProvider } from '../protocol/upstream/services.ts'
import { type Upstream, upstream } from '../protocol/upstream/upstream.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import { cookieName, setCookie } from '../web/request/cookies.ts'
import type { Service } from './service.ts'

/** The host of the issuer that the settings name may have any address; names are looked up as elsewhere. */
const OWN_HOST = egressGuard(['0.0.0.0/0', '::/0'])

/** Signing in elsewhere; nothing of it is built, and no package loaded, where there is no connector. */
export function composeUpstream(service: Service): Upstream {
  const { configuration, storage, embedded, https, mountPath, issuerUrl, issuer, now, users } = service
  const { upstreams } = configuration.login
  if (upstreams.length === 0) return { endpoint: () => {}, leadTo: async () => {} }
  const connectors: readonly Connector[] = upstreams.map((settings) => ({
    ...settings,
    clientId: settings.client_id,
    provider: upstreamProvider({
      issuer: settings.issuer,
      clientId: settings.client_id,
      clientSecret: settings.client_secret ?? '',
      scopes: settings.scopes,
      guard: {
        ownHost: OWN_HOST.lookup('live'),
        otherHosts: service.egress.lookup('live'),
        allows: (address) => service.egress.allows(address, 'live'),
      },
      now,
    }),
    roles: settings.roles,
    secondFactor: settings.secondFactor,
  }))
  const path = `${mountPath}/upstream`
  return upstream({
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
        : identities({
            documents: storage.documents,
            directory: embedded,
            hasPasskey: async (sub) => ((await users.passkeys?.list(sub)) ?? []).length > 0,
            now,
          }),
    forIdentity: users.forIdentity,
    guard: service.csrf,
    records: storage.records,
    subjects: storage.subjects,
    seconds: issuer.seconds,
  })
}
