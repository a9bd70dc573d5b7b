/** Collects what the no-access page shows to a signed-in user. */
import type { Deny } from '../../../policies/verdict.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { errorBody } from '../../web/http/errors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import { NoAccess, type NoAccessProps } from './no-access-view.tsx'
import type { FirstPartyServices } from './relying-party.ts'

interface NoAccessFacts extends Pick<NoAccessProps, 'app' | 'client' | 'owner' | 'otherHref' | 'isTooWeak'> {
  /** Absent if the sign-in itself was denied. */
  readonly user?: User
}

export async function showNoAccess(
  { pages, accountHref }: Pick<FirstPartyServices, 'pages' | 'accountHref'>,
  context: RequestContext,
  denial: Deny,
  { user, ...facts }: NoAccessFacts,
  options: PageOptions = {},
): Promise<void> {
  context.refusal = denial
  const props = {
    ...facts,
    secureHref: facts.isTooWeak === true && accountHref !== undefined ? `${accountHref}security` : undefined,
    account: user === undefined ? undefined : accountView(user),
    // Users without access to the portal get no link to it.
    accountHref: facts.app === 'portal' ? undefined : accountHref,
    body: errorBody(denial, context.requestId),
  }
  await pages.show(context, new ProtocolError(denial).status, NoAccess, props, options)
}
