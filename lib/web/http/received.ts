import { CLIENT_ID } from '../../../policies/client-registration.ts'
import { isPublished } from '../../../policies/parameters.ts'
import { addressWithoutValues, isName, recordedText } from '../../../policies/untrusted-text.ts'
import type { Deny } from '../../../policies/verdict.ts'
import type { Received } from '../../domain/audit/received.ts'
import type { RequestContext } from '../request/request-context.ts'

/** Pattern for parameter names used in specifications and products. Names in any other format are not recorded. */
const NAME = /^[a-z]+(?:_[a-z]+)*$/
/** Maximum number of names to record, to keep the record small (D-G12). No endpoint accepts so many parameters. */
const NAMES_MAX = 20

/** What to record about a denied request: three values that are not secret, and only the names of other parameters. */
export function receivedIn({ sent, client }: RequestContext, { ref, all = [] }: Deny, at: number): Received {
  const names = [...(sent?.keys() ?? [])]
  const shown = names.filter((name) => isPublished(name) || (isName(name) && NAME.test(name))).slice(0, NAMES_MAX)
  const value = (name: string): string | undefined => sent?.get(name)?.[0] || undefined
  const [clientId, scope] = [value('client_id'), value('scope')]
  const address = value('redirect_uri') ?? value('post_logout_redirect_uri')
  return {
    at,
    ref,
    also: [...new Set(all.map((denial) => denial.ref))].filter((other) => other !== ref),
    // A value that cannot be a client ID is often a secret, so it is not stored.
    clientId: clientId !== undefined && CLIENT_ID.test(clientId) ? clientId : client?.clientId,
    redirectUri: address && addressWithoutValues(address),
    scope:
      scope &&
      recordedText(
        scope
          .split(' ')
          .map((word) => (isName(word) ? word : '…'))
          .join(' '),
      ),
    names: shown,
    unnamed: names.length - shown.length,
  }
}
