import { ACR_VALUES } from '../../../policies/authentication-context.ts'
import type { GuardRequirements } from '../../../policies/host-guard.ts'
import { parameterMalformed } from '../../../policies/parameters.ts'
import { deny } from '../../../policies/verdict.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { type Handler, ProtocolError, queryParameters, type RequestContext } from '../../web/request/request-context.ts'
import { HOST_PATH } from '../first-party/clients.ts'
import type { RelyingParty } from '../first-party/relying-party.ts'
import { finishSignIn, signIn } from '../first-party/sign-in.ts'

/**
 * URL that starts a sign-in and then returns to one of the host's pages.
 * @param returnTo path, or full URL at the origin of `baseUrl`
 * @throws TypeError for a URL at a different origin
 */
export function signInAddress(baseUrl: string, returnTo: string, { acr, maxAge }: GuardRequirements = {}): string {
  const path = pathAt(new URL(baseUrl).origin, returnTo)
  if (path === undefined) throw new TypeError('returnTo must be an address at the origin of baseUrl')
  return withParameters(`${baseUrl}${HOST_PATH}/sign-in`, {
    return_to: path,
    ...(acr === undefined ? {} : { acr }),
    ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
  })
}

/** Path, query, and fragment of a URL at this origin; undefined for a different origin. */
export function pathAt(origin: string, address: string): string | undefined {
  // The parser interprets backslashes and control characters the way browsers do.
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** Converts a request target to a URL at this origin. Ignores a host in the target, as well as the Host header. */
export const addressOf = (origin: string, target: string): string =>
  origin + target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')

export function hostRoute(party: RelyingParty): Handler {
  const { origin } = new URL(party.app.url)
  return (context) => {
    if (context.rest === 'callback') return finishSignIn(party, context)
    if (context.rest === 'sign-in') return begin(party, origin, context)
    throw new ProtocolError(deny('not_found', 'not_found'))
  }
}

/** GET /_sso/host/sign-in?return_to=: anonymous clients can call it with any URL, so the URL is validated here too. */
async function begin(party: RelyingParty, origin: string, context: RequestContext): Promise<void> {
  const parameters = queryParameters(context.query)
  const path = pathAt(origin, parameters.get('return_to') ?? '/')
  if (path === undefined) throw new ProtocolError(parameterMalformed('return_to'))
  const acr = ACR_VALUES.find((value) => value === parameters.get('acr'))
  const maxAge = /^\d{1,9}$/.exec(parameters.get('max_age') ?? '')?.[0]
  const isOther = parameters.get('prompt') === 'select_account'
  await signIn(party, context, path, isOther ? 'select_account' : { acr, maxAge })
}
