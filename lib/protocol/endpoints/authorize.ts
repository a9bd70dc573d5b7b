import { decideAuthorizationRequest } from '../../../policies/authorization-request.ts'
import { findClient } from '../../domain/clients/client-record.ts'
import type { ClientStore } from '../../ports/clients.ts'
import { readForm } from '../../web/http/body.ts'
import { redirect } from '../../web/http/responses.ts'
import type { LastClient } from '../../web/pages/last-client.ts'
import { misencodedParameters, parseParameters } from '../../web/request/parameters.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import { note } from '../../web/request/trace.ts'
import { redirectError } from '../engine/answers.ts'
import type { Engine } from '../engine/engine.ts'

/** GET /authorize: the request is judged here, whole; the engine then judges the browser session and what to ask. */
export function authorizeEndpoint(
  issuerUrl: string,
  authorizePath: string,
  clients: ClientStore,
  engine: Engine,
  lastClient: LastClient,
): Handler {
  return async (context) => {
    if (context.req.method === 'POST') return repeatAsGet(context, authorizePath)
    const sent = parseParameters(context.query)
    const clientId = sent.get('client_id')?.[0]
    const client = await findClient(clients, clientId)
    if (client !== undefined) context.client = client
    const asking = client && {
      active: client.status === 'active',
      redirectUris: client.redirectUris,
      scopes: client.scopes,
    }
    const decision = decideAuthorizationRequest(sent, asking, misencodedParameters(context.query))
    if (decision.allowed) {
      note(context.trace, 'authorization request', 'valid')
      // Without a page there is none that could expire.
      if (!decision.request.prompts.includes('none')) lastClient.remember(context, decision.request.clientId)
      return engine.authorize(context, decision.request, client as NonNullable<typeof client>)
    }
    note(context.trace, 'authorization request', decision.deny.detail ?? decision.deny.ref)
    if (decision.deny.ref === 'redirect_uri_mismatch')
      noteDifference(context, sent.get('redirect_uri')?.[0] ?? '', client?.redirectUris ?? [])
    if (decision.transport === 'direct') throw new ProtocolError(decision.deny)
    redirectError(context, issuerUrl, decision.deny, decision.redirectUri, decision.state)
  }
}

/** A form POST means the same as a GET (OIDC Core s3.1.2.1); as a GET it carries the session cookie (SameSite=Lax). */
async function repeatAsGet(context: RequestContext, authorizePath: string): Promise<void> {
  const form = await readForm(context.req)
  const query = new URLSearchParams(
    [...form].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  )
  redirect(context, `${authorizePath}?${query}`)
}

/** For the administrator: what was sent, beside the registered address that is nearest to it. */
function noteDifference(context: RequestContext, sent: string, registered: readonly string[]): void {
  context.trace.facts.redirect_uri_sent = sent.slice(0, 500)
  const nearest = [...registered].sort((a, b) => commonPrefix(b, sent) - commonPrefix(a, sent))[0]
  if (nearest !== undefined) context.trace.facts.redirect_uri_registered = nearest
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length]?.toLowerCase() === b[length]?.toLowerCase()) length += 1
  return length
}
