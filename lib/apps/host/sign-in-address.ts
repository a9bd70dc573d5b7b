import type { GuardDemand } from '../../../policies/host-guard.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { HOST_PATH } from '../first-party/clients.ts'
import { pathAt } from './path-at.ts'

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
