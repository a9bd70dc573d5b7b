import { upstreamAuthentication } from '../../../policies/upstream-context.ts'
import type { Account } from '../../domain/accounts/account-record.ts'
import type { Identities } from '../../domain/accounts/identities.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { upstreamSession } from '../../domain/sessions/upstream-sessions.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { UpstreamRefused } from '../../ports/upstream-provider.ts'
import { redirect } from '../../web/http/responses.ts'
import { note } from '../../web/request/request-context.ts'
import { keepReturned, RETURNED } from '../interaction/returned.ts'
import { identityIn, type UpstreamIdentity } from './identity.ts'
import { mapClaims } from './map-claims.ts'
import {
  AT_PROVIDER_SECONDS,
  type Connector,
  type ConnectorRequest,
  noteRefusal,
  noteSuccess,
  refusalIn,
  requestOf,
  type UpstreamServices,
} from './services.ts'
import { backTo } from './start.ts'
import { returnToBeLinked } from './start-link.ts'

/** GET /upstream/{id}/callback: the browser returns from the provider. */
export async function returnFromProvider({ services, context, connector }: ConnectorRequest): Promise<void> {
  const answer = new URLSearchParams(context.query)
  try {
    const [state = '', another] = answer.getAll('state')
    const begun = another === undefined ? await services.started.read(context, state) : undefined
    // The sign-in has expired or was not started in this browser, so do not contact the provider or the store (D-G12).
    if (begun === undefined) {
      context.unrecorded = true
      throw new UpstreamRefused('upstream_state')
    }
    context.backHref = begun.link?.returnTo ?? backTo(services, begun.interaction)
    // Accept each response only once.
    const once = await services.records.claim(
      'upstream-state',
      digestOf(begun.nonce),
      'used',
      AT_PROVIDER_SECONDS * 1000,
    )
    if (once === 'taken') throw new UpstreamRefused('upstream_state')
    if (begun.connector !== connector.id) throw new UpstreamRefused('upstream_mix_up')
    const isLost = begun.link === undefined && !(await services.engine.hasBegun(context, begun.interaction))
    if (isLost) return redirect(context, backTo(services, begun.interaction))
    const request = requestOf(services, connector, state, begun)
    const said = await connector.provider.redeem(answer, request)
    const identity = identityIn(said, connector, { ...request, startedAt: begun.at }, services.seconds())
    if (begun.link !== undefined) return await returnToBeLinked({ services, context, connector }, identity, begun.link)
    const sub = await subjectOf(services, connector, identity)
    const { generation } = await services.subjects.read(sub)
    // Check that the identity is still linked. Unlinking it before `generation` was read would not end this sign-in.
    if (services.identities !== undefined && (await services.identities.find(identity))?.sub !== sub)
      throw new UpstreamRefused('upstream_user_unknown')
    noteSuccess(services, connector, identity.claims)
    const { subject, sid, logoutHint: hint } = identity
    const visitor = { connector: connector.id, issuer: connector.issuer, subject, sid, hint }
    const upstream = await upstreamSession(services.records, visitor, connector.maxAge * 1000)
    note(context.trace, 'upstream', `signed in at ${connector.id}`)
    await keepReturned(services.records, begun.interaction, {
      sub,
      connector: connector.id,
      authentication: upstreamAuthentication(identity, connector.secondFactor),
      generation,
      remember: begun.remember,
      endsAt: (services.seconds() + connector.maxAge) * 1000,
      upstream,
      sentAt: begun.at,
      ...(identity.authTime === undefined ? {} : { authTime: identity.authTime }),
    })
    redirect(context, withParameters(`${services.mountPath}/interaction/${begun.interaction}`, RETURNED))
  } catch (error) {
    noteRefusal(services, connector, error, answer)
    throw refusalIn(error)
  }
}

/** Subject of the identity's user, who may be suspended. @throws UpstreamRefused when the identity cannot sign in */
async function subjectOf(
  { identities, forIdentity }: Pick<UpstreamServices, 'identities' | 'forIdentity'>,
  connector: Connector,
  identity: UpstreamIdentity,
): Promise<string> {
  if (identities !== undefined) return (await accountOf(identities, connector, identity)).sub
  const { issuer, subject, claims } = identity
  const user = await forIdentity?.({ issuer, subject, claims })
  if (user === undefined) throw new UpstreamRefused('upstream_user_unknown')
  return user.sub
}

async function accountOf(identities: Identities, connector: Connector, identity: UpstreamIdentity): Promise<Account> {
  const said = mapClaims(connector, identity.claims)
  const known = await identities.find(identity)
  if (known !== undefined) return identities.update(known, connector.id, said.person)
  switch (connector.firstSignIn) {
    case 'create':
      return identities.create(identity, connector.id, said)
    case 'link':
      throw new UpstreamRefused('upstream_link_required')
    case 'deny':
      throw new UpstreamRefused('upstream_user_unknown')
  }
}
