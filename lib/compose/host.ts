import { hostCookie, sealedSessions } from '../apps/first-party/app-session.ts'
import type { RelyingParty } from '../apps/first-party/relying-party.ts'
import { hostApi } from '../apps/host/host-api.ts'
import type { HostApi } from '../apps/host/host-contract.ts'
import { hostSessions } from '../apps/host/host-session.ts'
import { signInAddress } from '../apps/host/sign-in-address.ts'
import { digestOf } from '../domain/keys/digest.ts'
import type { Pipeline } from '../web/http/pipeline.ts'
import { startedSignIns } from '../web/pages/started-sign-in.ts'
import { firstPartyServices, pick } from './members.ts'
import type { Service } from './service.ts'

/** The client that the host's own pages use to sign users in; undefined if this feature is disabled. */
export function hostParty(service: Service): RelyingParty | undefined {
  const own = service.apps.find(({ app }) => app.kind === 'host')
  if (own === undefined) return undefined
  const { configuration, tokens, web } = service
  const { https, mountPath } = service.site
  const { sealer } = service.keys
  const { seconds } = tokens.issuer
  const { origin } = new URL(configuration.baseUrl)
  const home = signInAddress(configuration.baseUrl, '/')
  // Two Portico instances on the same host name need different cookie names.
  const cookie = hostCookie(`sso_host_${digestOf(mountPath, 6)}`, https)
  return {
    ...firstPartyServices(service),
    app: own.app,
    isItself: own.isItself,
    sessions: sealedSessions(cookie, own.app.clientId, { sealer, seconds }),
    started: startedSignIns(cookie.name, { sealer, binding: web.binding, seconds }),
    href: (path) => origin + path,
    homeHref: home,
    otherAccountHref: `${home}&prompt=select_account`,
  }
}

/** The API for the host's own pages. If this feature is disabled, every function throws an Error. */
export function hostPagesApi(service: Service, party: RelyingParty | undefined, answer: Pipeline['answer']): HostApi {
  if (party === undefined) {
    const off = (): never => {
      throw new Error('the pages of the host are switched off (host.enabled)')
    }
    return { session: off, guard: off, signIn: off, signOut: off }
  }
  const { storage, site, web, accounts, tokens } = service
  const find = hostSessions({
    sessions: party.sessions,
    tokenState: storage.tokenState,
    clientId: party.app.clientId,
    ...pick(accounts, 'users', 'secondFactor'),
  })
  return hostApi({
    pages: web.pages,
    accountHref: site.accountHref,
    baseUrl: site.issuerUrl,
    find,
    seconds: tokens.issuer.seconds,
    answer,
    party,
  })
}
