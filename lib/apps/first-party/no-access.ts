/** The page for a signed-in user who may not enter an app of ours or a page of the host: another account, or their own pages. */
import type { Deny } from '../../../policies/verdict.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { errorBody } from '../../web/http/errors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyKind } from './clients.ts'
import { NoAccess } from './no-access-view.tsx'
import type { FirstPartyServices } from './relying-party.ts'

export interface NoAccessFacts {
  readonly app: FirstPartyKind
  readonly otherHref: string
  /** The sign-in is not strong enough, and the user has nothing stronger. */
  readonly isTooWeak?: boolean
  /** Unknown when the sign-in itself was refused. */
  readonly user?: User
}

export async function showNoAccess(
  { pages, accountHref }: Pick<FirstPartyServices, 'pages' | 'accountHref'>,
  context: RequestContext,
  denial: Deny,
  { app, otherHref, isTooWeak = false, user }: NoAccessFacts,
): Promise<void> {
  context.refusal = denial
  await pages.show(context, new ProtocolError(denial).status, NoAccess, {
    app,
    otherHref,
    secureHref: isTooWeak && accountHref !== undefined ? `${accountHref}security` : undefined,
    isTooWeak,
    account: user === undefined ? undefined : accountView(user),
    // A user who may not enter the portal is not sent there.
    accountHref: app === 'portal' ? undefined : accountHref,
    body: errorBody(denial, context.requestId),
  })
}
