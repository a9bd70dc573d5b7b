import { decideAuthorizationRequest } from '../../../policies/authorization-request.ts'
import { recordedText } from '../../../policies/untrusted-text.ts'
import { detailOf } from '../../../policies/verdict.ts'
import { findClient } from '../../domain/clients/client-record.ts'
import { readIdTokenHint } from '../../domain/tokens/id-token-hint.ts'
import type { TokenIssuer } from '../../domain/tokens/issuer.ts'
import { readForm } from '../../web/http/body.ts'
import { redirect } from '../../web/http/responses.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import { misencodedParameters, note, ProtocolError, parseParameters } from '../../web/request/request-context.ts'
import { redirectError } from '../engine/answers.ts'
import type { Engine } from '../engine/engine.ts'

/** GET /authorize. Validates the entire request; the engine then evaluates the session and picks the next step. */
export function authorizeEndpoint(issuer: TokenIssuer, authorizePath: string, engine: Engine): Handler {
  const { clients } = issuer.storage
  const knownScopes = Object.keys(issuer.scopeClaims)
  return async (context) => {
    if (context.req.method === 'POST') return repeatAsGet(context, authorizePath)
    const sent = parseParameters(context.query)
    context.sent = sent
    const clientId = sent.get('client_id')?.[0]
    const [client, stored] = await Promise.all([findClient(clients, clientId), engine.storedSession(context)])
    if (client !== undefined) context.client = client
    const asking = client && {
      active: client.status === 'active',
      redirectUris: client.redirectUris,
      scopes: client.scopes,
    }
    const misencoded = misencodedParameters(context.query)
    const evaluate = (badHint: boolean) =>
      decideAuthorizationRequest(sent, asking, { knownScopes, misencoded, badHint })
    let decision = evaluate(false)
    // Check the client and the redirect URI first (D-G4). Verify the hint's signature only if both are valid.
    const isTrusted = decision.allowed || decision.transport === 'redirect'
    const hint = isTrusted ? await hintFor(clientId, issuer, sent.get('id_token_hint')?.[0]) : undefined
    if (hint === 'bad') decision = evaluate(true)
    if (decision.allowed) {
      note(context.trace, 'authorization request', 'valid')
      const hintedSubject = hint === 'bad' ? undefined : hint?.sub
      const known = client as NonNullable<typeof client>
      return engine.authorize(context, { request: decision.request, client: known, stored, hintedSubject })
    }
    note(context.trace, 'authorization request', detailOf(decision.deny))
    if (decision.deny.ref === 'redirect_uri_mismatch')
      noteDifference(context, sent.get('redirect_uri')?.[0] ?? '', client?.redirectUris ?? [])
    if (decision.transport === 'direct') throw new ProtocolError(decision.deny)
    redirectError(context, issuer.issuer, decision.deny, decision.redirectUri, decision.state)
  }
}

/** Reads `id_token_hint`. Returns undefined if empty, or `bad` unless it is an ID token issued to this client. */
async function hintFor(clientId: string | undefined, issuer: TokenIssuer, sent: string | undefined) {
  if (sent === undefined || sent === '') return undefined
  const hint = await readIdTokenHint(issuer, sent)
  return hint?.aud === clientId ? hint : 'bad'
}

/** Redirects a form POST to the equivalent GET, so that the browser sends the session cookie (OIDC Core s3.1.2.1). */
async function repeatAsGet(context: RequestContext, authorizePath: string): Promise<void> {
  const form = await readForm(context.req)
  const query = new URLSearchParams(
    [...form].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  )
  redirect(context, `${authorizePath}?${query}`)
}

/** Number of characters to keep before the point where two long URIs first differ. */
const BEFORE_DIFFERENCE = 100

/** Records the redirect URI that was sent and the most similar registered one, for the administrator. */
function noteDifference(context: RequestContext, sent: string, registered: readonly string[]): void {
  const [nearest = ''] = [...registered].sort((a, b) => commonPrefix(b, sent) - commonPrefix(a, sent))
  const from = Math.max(0, commonPrefix(nearest, sent) - BEFORE_DIFFERENCE)
  const excerpt = (uri: string): string => recordedText(from === 0 ? uri : `…${uri.slice(from)}`)
  context.trace.facts.redirect_uri_sent = excerpt(sent)
  if (nearest !== '') context.trace.facts.redirect_uri_registered = excerpt(nearest)
}

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length]?.toLowerCase() === b[length]?.toLowerCase()) length += 1
  return length
}
