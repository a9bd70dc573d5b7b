import type { GuardDemand } from '../../../policies/host-guard.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { HOST_PATH } from '../first-party/clients.ts'

/**
 * Address at which a sign-in begins that comes back to a page of the host.
 * @param returnTo path, or whole address at the origin of `baseUrl`
 * @throws TypeError for an address elsewhere
 */
export function signInAddress(baseUrl: string, returnTo: string, { acr, maxAge }: GuardDemand = {}): string {
  const path = pathAt(new URL(baseUrl).origin, returnTo)
  if (path === undefined) throw new TypeError('returnTo must be an address at the origin of baseUrl')
  return withParameters(`${baseUrl}${HOST_PATH}/sign-in`, {
    return_to: path,
    ...(acr === undefined ? {} : { acr }),
    ...(maxAge === undefined ? {} : { max_age: String(maxAge) }),
  })
}

/** The path of an address at this origin, with query and fragment; undefined for an address elsewhere. */
export function pathAt(origin: string, address: string): string | undefined {
  // The parser reads backslashes and control characters as browsers do.
  const url = URL.parse(address, origin)
  return url?.origin === origin ? url.pathname + url.search + url.hash : undefined
}

/** The address of a request at this origin, by the target of its request line; a host in it is ignored, as the Host header is. */
export const addressOf = (origin: string, target: string): string =>
  origin + target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?!\/)/, '/')
