/** Handles `/.portico/{client_id}/` on a gated app's host. The proxy forwards these requests to Portico unchanged. */
import { CLIENT_ID } from '../../../policies/client-registration.ts'
import { isAtGate } from '../../../policies/gate.ts'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { deny } from '../../../policies/verdict.ts'
import { findClient } from '../../domain/clients/client-record.ts'
import { type GatedClient, isGated } from '../../domain/clients/gate.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { ClientStore } from '../../ports/clients.ts'
import { redirect } from '../../web/http/responses.ts'
import { requestedHost, sourceOf } from '../../web/request/received-headers.ts'
import { type Handler, ProtocolError, queryParameters, type RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyServices, RelyingParty } from '../first-party/relying-party.ts'
import { finishSignIn, signIn } from '../first-party/sign-in.ts'
import { signOut } from '../first-party/sign-out.ts'
import { evaluate, pathIn, requestedUrl } from './evaluate.ts'
import { type GateParts, refuse } from './gate.ts'
import { gateParty } from './gate-party.ts'

export interface GateAppParts extends FirstPartyServices, Omit<GateParts, keyof FirstPartyServices> {
  readonly storage: GateParts['storage'] & { readonly clients: Pick<ClientStore, 'find'> }
}

type Action = (parts: GateAppParts, context: RequestContext, client: GatedClient) => Promise<void> | void

const ACTIONS: ReadonlyMap<string, Action> = new Map<string, Action>([
  ['sign-in', begin],
  ['callback', (parts, context, client) => finishSignIn(gateParty(parts, client), context)],
  ['refusal', refusal],
  ['sign-out', leave],
])

export function gateApp(parts: GateAppParts): Handler {
  return async (context) => {
    const [clientId = '', name = '', ...more] = context.rest.split('/')
    const action = ACTIONS.get(name)
    if (action === undefined || more.length > 0 || !CLIENT_ID.test(clientId))
      throw new ProtocolError(deny('not_found', 'not_found'))
    const client = await findClient(parts.storage.clients, clientId)
    if (client === undefined || !isGated(client))
      throw new ProtocolError(deny('not_found', 'not_found', 'no gated app has this id'))
    context.client = client
    if (!isAtItsHost(context, client)) throw new ProtocolError(deny('invalid_request', 'gate_host'))
    await action(parts, context, client)
  }
}

/** Cookies for a different host would break the callback, so the proxy must forward the host the browser requested. */
function isAtItsHost({ req }: RequestContext, { gate }: GatedClient): boolean {
  const hosts = [requestedHost(req), requestedUrl(req).host].filter((host) => host !== undefined)
  return hosts.some((host) => isAtGate(gate.url, { host }))
}

/** Anonymous clients can start a sign-in, so the return path is validated here. */
async function begin(parts: GateAppParts, context: RequestContext, client: GatedClient): Promise<void> {
  const parameters = queryParameters(context.query)
  const path = pathIn(parameters.get('return_to') ?? '/')
  if (path === undefined || (path !== '/' && !isAtGate(client.gate.url, { path })))
    throw new ProtocolError(parameterMalformed('return_to'))
  const isOther = parameters.get('prompt') === 'select_account'
  await signIn(gateParty(parts, client), context, path, isOther ? 'select_account' : 'none')
}

/** nginx redirects denied users here, because it discards the body of the gate's own response. */
async function refusal(parts: GateAppParts, context: RequestContext, client: GatedClient): Promise<void> {
  const evaluation = await evaluate(parts, context.req, client.clientId)
  if (evaluation.decision !== 'pass') return refuse(parts, context, client.clientId, evaluation)
  const { path = '/' } = requestedUrl(context.req)
  // The user now has access, for example after a sign-in in a different tab.
  redirect(context, gateParty(parts, client).href(isAtGate(client.gate.url, { path }) ? path : '/'))
}

/** A form in the app signs the user out immediately. A link, or a form on a different site, requires confirmation. */
async function leave(parts: GateAppParts, context: RequestContext, client: GatedClient): Promise<void> {
  const { clientId } = client
  const party: RelyingParty = gateParty(parts, client)
  const found = isOwnForm(context, client) ? await party.sessions.read(context) : undefined
  if (found === undefined)
    return redirect(context, withParameters(`${parts.issuer.issuer}/connect/logout`, { client_id: clientId }))
  await signOut(party, context, found.session)
}

const isOwnForm = ({ req }: RequestContext, { gate }: GatedClient): boolean =>
  req.method === 'POST' && sourceOf(req, new URL(gate.url).origin) === 'same-origin'
