/** Facts for the page that a signed-in user without access sees. */
import type { Deny } from '../../../policies/verdict.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { errorBody } from '../../web/http/errors.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import { ProtocolError, type RequestContext } from '../../web/request/request-context.ts'
import type { ClientView } from '../../web/ui/components/card.tsx'
import type { FirstPartyKind } from './clients.ts'
import { NoAccess } from './no-access-view.tsx'
import type { FirstPartyServices } from './relying-party.ts'

export interface NoAccessFacts {
  readonly app: FirstPartyKind | 'gate'
  /** The app and its owner, for apps that are not first-party. */
  readonly client?: ClientView
  readonly owner?: string | undefined
  readonly otherHref: string
  /** The sign-in is too weak, and the user has no second factor. */
  readonly isTooWeak?: boolean
  /** Absent when the sign-in itself was denied. */
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
    // A user without access to the portal gets no link to it.
    accountHref: app === 'portal' ? undefined : accountHref,
    body: errorBody(denial, context.requestId),
  }
  await pages.show(context, new ProtocolError(denial).status, NoAccess, props, options)
}
