import type { Configuration } from '../../config/configuration.ts'
import type { Account } from '../../domain/accounts/account-record.ts'
import type { NamedConnector } from '../../domain/accounts/identities.ts'
import type { IdentityOperations } from '../../domain/management/identity-operations.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { required } from '../../web/request/request-context.ts'
import { isolate } from '../../web/ui/texts/format/words.ts'
import { formAt, redirectWithFlash, viewOf } from '../first-party/page.ts'
import type { FixedPasswordProps } from './fixed-password-view.tsx'
import { type PortalRequest, show } from './request.ts'
import { type IdentitiesProps, PortalConnect, PortalDisconnect } from './security-identities-view.tsx'
import { checkSignIn, gone, SECURITY } from './security-operations.ts'

const CONNECTED = `${SECURITY}/connected`
const DISCONNECT = `${SECURITY}/disconnect`

/** Only the user and session that started the linking process can complete it, even in the same browser. */
const ownerOf = ({ user, session }: PortalRequest): string => `portal ${user.sub} ${session.sid}`

const connectorsOf = ({ services }: PortalRequest): Configuration['login']['upstreams'] =>
  services.configuration.login.upstreams

/** With `firstSignIn: deny`, only administrators can link identities, so the portal does not offer linking. */
const isOffered = ({ firstSignIn }: { readonly firstSignIn: string }): boolean => firstSignIn !== 'deny'

/** The user's external identities; undefined if there are none and no provider can be linked. */
export function identitiesOf(page: PortalRequest, account: Account | undefined): IdentitiesProps | undefined {
  const connectors = connectorsOf(page)
  const { identities: held = [], origin } = account ?? {}
  const offered = connectors.filter((one) => isOffered(one) && !held.some(({ connector }) => connector === one.id))
  if (account === undefined || (held.length === 0 && offered.length === 0)) return undefined
  return {
    cards: held.map(({ connector: id, linkedAt }) => ({
      id,
      name: connectors.find((connector) => connector.id === id)?.name ?? id,
      linkedAt: new Date(linkedAt),
      isOrigin: id === origin,
    })),
    offered: offered.map(({ id, name }) => ({ id, name })),
  }
}

/** Name of the provider that the account comes from. */
export function providerOf(page: PortalRequest, account: Account | undefined): string | undefined {
  const origin = account?.origin
  return origin === undefined ? undefined : (connectorsOf(page).find(({ id }) => id === origin)?.name ?? origin)
}

export const fixedPasswordOf = (page: PortalRequest, account: Account | undefined): FixedPasswordProps => ({
  isConfigured: account?.source === 'configuration',
  by: providerOf(page, account),
})

/** GET /security/connect: explains linking, with a form that redirects to the provider. */
export async function askConnect(page: PortalRequest): Promise<void> {
  const { services, query, href } = page
  const directory = required(services.embedded)
  const connector = required(connectorsOf(page).find((one) => one.id === query.get('upstream') && isOffered(one)))
  if (!(await page.assertRecentSignIn())) return
  const account = await directory.account(page.user.sub)
  if (account?.identities?.some((one) => one.connector === connector.id) === true)
    return redirectWithFlash(page, SECURITY, 'info', say(page, connector, 'already'))
  const portalOrigin = new URL(services.configuration.portalUrl).origin
  const returnTo = withParameters(`${portalOrigin}${href(CONNECTED)}`, { upstream: connector.id })
  const form = await services.linking.form(connector.id, { owner: ownerOf(page), returnTo })
  // The form redirects to the provider, and browsers apply `form-action` to redirects too.
  await show(page, 200, PortalConnect, { form, provider: connector.name }, { kind: 'interaction' })
}

/** GET /security/connected: handles the return from the provider. */
export async function connect(page: PortalRequest): Promise<void> {
  const { services, query, user } = page
  const connector = required(connectorsOf(page).find((one) => one.id === query.get('upstream') && isOffered(one)))
  const identity = await services.linking.take(connector.id, query, ownerOf(page))
  if (identity === undefined) return redirectWithFlash(page, SECURITY, 'danger', say(page, connector, 'failed'))
  const { issuer, subject } = identity
  const { outcome } = await operationsOf(page).link(user.sub, { ...connector, issuer }, subject)
  if (outcome === 'done') return redirectWithFlash(page, SECURITY, 'ok', say(page, connector, 'done'))
  if (outcome === 'unchanged') return redirectWithFlash(page, SECURITY, 'info', say(page, connector, 'already'))
  const issue = outcome === 'identity-taken' ? 'taken' : 'failed'
  await redirectWithFlash(page, SECURITY, 'danger', say(page, connector, issue))
}

/** GET /security/disconnect: asks for confirmation before an identity is unlinked. */
export async function askDisconnect(page: PortalRequest): Promise<void> {
  const linked = await linkedOf(page)
  if (!(await page.assertRecentSignIn())) return
  if (linked === undefined) return gone(page)
  const form = formAt(page, `${DISCONNECT}?${page.query}`)
  await show(page, 200, PortalDisconnect, { form, provider: linked.name })
}

export async function disconnect(page: PortalRequest): Promise<void> {
  const linked = await linkedOf(page)
  if ((await checkSignIn(page, `${DISCONNECT}?${page.query}`)) === 'stale') return
  if (linked === undefined) return gone(page)
  const { outcome } = await operationsOf(page).unlink(page.user.sub, linked)
  const { lastWayIn } = viewOf(page).t.factors.security.removal
  if (outcome === 'last-way-in') return redirectWithFlash(page, SECURITY, 'danger', lastWayIn)
  if (outcome !== 'done') return gone(page)
  await redirectWithFlash(page, SECURITY, 'ok', say(page, linked, 'removed'))
}

/** The identity named in the query. Undefined if it created the account, because only administrators can unlink it. */
async function linkedOf(page: PortalRequest): Promise<NamedConnector | undefined> {
  const account = await required(page.services.embedded).account(page.user.sub)
  const found = identitiesOf(page, account)?.cards.find(({ id }) => id === page.query.get('upstream'))
  return found?.isOrigin === false ? found : undefined
}

function operationsOf({ services, user, context: { address, requestId } }: PortalRequest): IdentityOperations {
  return services.identityOperations(required(services.embedded), { name: user.sub, address, requestId })
}

type Outcome = 'done' | 'already' | 'taken' | 'failed' | 'removed'

const say = (page: PortalRequest, { name }: NamedConnector, outcome: Outcome): string =>
  viewOf(page).t.factors.security.identities[outcome]({ provider: isolate(name) })
