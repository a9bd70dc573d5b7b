/** The page for a signed-in user who may not enter an app of ours or a page of the host: another account, or their own pages. */
import type { Deny } from '../../../policies/verdict.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { errorBody } from '../../web/http/errors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { ProtocolError } from '../../web/request/request-context.ts'
import type { ClientView } from '../../web/ui/components/card.tsx'
import type { FirstPartyKind } from './clients.ts'
import { NoAccess } from './no-access-view.tsx'
import type { FirstPartyServices } from './relying-party.ts'

export interface NoAccessFacts {
  readonly app: FirstPartyKind | 'gate'
  /** The app and whom to ask for access, where it is none of the service's. */
  readonly client?: ClientView
  readonly owner?: string | undefined
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
  { app, client, owner, otherHref, isTooWeak = false, user }: NoAccessFacts,
  options: PageOptions = {},
): Promise<void> {
  context.refusal = denial
  const props = {
    app,
    client,
    owner,
    otherHref,
    secureHref: isTooWeak && accountHref !== undefined ? `${accountHref}security` : undefined,
    isTooWeak,
    account: user === undefined ? undefined : accountView(user),
    // A user who may not enter the portal is not sent there.
    accountHref: app === 'portal' ? undefined : accountHref,
    body: errorBody(denial, context.requestId),
  }
  await pages.show(context, new ProtocolError(denial).status, NoAccess, props, options)
}
