/** The addresses behind the host's own pages: where a sign-in begins, and where it comes back to. */
import { ACR_VALUES } from '../../../policies/authentication-context.ts'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { deny } from '../../../policies/verdict.ts'
import { queryParameters } from '../../web/request/parameters.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { Handler, RequestContext } from '../../web/request/request-context.ts'
import type { RelyingParty } from '../first-party/relying-party.ts'
import { finishSignIn, signIn } from '../first-party/sign-in.ts'
import { pathAt } from './sign-in-address.ts'

export function hostRoute(party: RelyingParty): Handler {
  const { origin } = new URL(party.app.url)
  return (context) => {
    if (context.rest === 'callback') return finishSignIn(party, context)
    if (context.rest === 'sign-in') return begin(party, origin, context)
    throw new ProtocolError(deny('not_found', 'not_found'))
  }
}

/** GET /_sso/host/sign-in?return_to=: anybody may call it, so the address is judged here again. */
async function begin(party: RelyingParty, origin: string, context: RequestContext): Promise<void> {
  const parameters = queryParameters(context.query)
  const path = pathAt(origin, parameters.get('return_to') ?? '/')
  if (path === undefined) throw new ProtocolError(parameterMalformed('return_to'))
  const acr = ACR_VALUES.find((value) => value === parameters.get('acr'))
  const maxAge = /^\d{1,9}$/.exec(parameters.get('max_age') ?? '')?.[0]
  const isOther = parameters.get('prompt') === 'select_account'
  await signIn(party, context, path, isOther ? 'select_account' : { acr, maxAge })
}
