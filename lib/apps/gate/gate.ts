/** GET /gate?app=: the forward auth (gate) endpoint that a reverse proxy calls for every request to an app. */
import { CLIENT_ID } from '../../../policies/client-registration.ts'
import type { IdentityFact } from '../../../policies/identity-headers.ts'
import { parameterMissing } from '../../../policies/parameters.ts'
import { deny } from '../../../policies/verdict.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { send } from '../../web/http/responses.ts'
import { navigates, prefersHtml } from '../../web/request/negotiation.ts'
import { type Handler, ProtocolError, queryParameters, type RequestContext } from '../../web/request/request-context.ts'
import { showNoAccess } from '../first-party/no-access.ts'
import type { FirstPartyServices } from '../first-party/relying-party.ts'
import { type EvaluationParts, evaluate, type Refused, requestedUrl } from './evaluate.ts'
import { gatePath, namedOf, otherAccountPath } from './gate-party.ts'
import { assertionOf, headersOf, type IdentityParts } from './identity.ts'

export interface GateParts extends EvaluationParts, IdentityParts, Pick<FirstPartyServices, 'pages' | 'accountHref'> {
  readonly issuer: FirstPartyServices['issuer']
}

export function gateEndpoint(parts: GateParts): Handler {
  const { settings } = parts
  return async (context) => {
    // Only the sign-in is counted and stored, not every request to the app.
    context.unrecorded = true
    const clientId = queryParameters(context.query).get('app') ?? ''
    if (!CLIENT_ID.test(clientId)) throw new ProtocolError(parameterMissing('app'))
    const evaluation = await evaluate(parts, context.req, clientId)
    if (evaluation.decision !== 'pass') return refuse(parts, context, clientId, evaluation)
    const { client, user, session, identity } = evaluation
    context.subject = user.sub
    const facts: Partial<Record<IdentityFact, string>> = { ...identity }
    if (client.gate?.assertion === true) facts.assertion = await assertionOf(parts, client, user, session)
    send(context, 200, undefined, '', headersOf(facts, settings.headers))
  }
}

const REFUSALS = { 'other-url': 'gate_other_url', unnamed: 'gate_unnamed', 'no-access': 'access_rule' } as const

/** Redirects to the sign-in, or denies access. */
export function refuse(
  parts: Pick<GateParts, 'pages' | 'accountHref'>,
  context: RequestContext,
  clientId: string,
  evaluation: Refused,
): Promise<void> | void {
  if (evaluation.decision === 'sign-in') return sendToSignIn(context, clientId)
  const { decision, client, user, session } = evaluation
  context.client = client
  context.subject = user.sub
  context.sid = session.sid
  delete context.unrecorded
  const denial = deny('access_denied', REFUSALS[decision])
  if (decision === 'other-url' || !prefersHtml(context.req)) {
    if (isAskedByProxy(context)) context.api = true
    throw new ProtocolError(denial)
  }
  return showNoAccess(
    parts,
    context,
    denial,
    {
      ...namedOf(client),
      app: 'gate',
      otherHref: otherAccountPath(clientId),
      user,
    },
    // The page has no language links, because they would lead to the app.
    { languages: 'none' },
  )
}

/** nginx rejects redirects from subrequests, so it gets the sign-in URL in a header of a 401 response. */
const isAskedByProxy = ({ req }: RequestContext): boolean => req.headers['x-original-url'] !== undefined

/** Redirects to a path on the app's own host. `begin` in gate-app.ts validates the return path. */
function sendToSignIn(context: RequestContext, clientId: string): void {
  const { path } = requestedUrl(context.req)
  const location = withParameters(gatePath(clientId, 'sign-in'), { return_to: path })
  context.unrecorded = true
  if (!navigates(context.req)) {
    context.api = true
    throw new ProtocolError(deny('login_required', 'sign_in_required'))
  }
  if (!isAskedByProxy(context) || context.route.name !== 'gate')
    return send(context, 302, undefined, '', { Location: location })
  context.api = true
  throw new ProtocolError(deny('login_required', 'sign_in_required'), { Location: location })
}
