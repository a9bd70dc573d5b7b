/** The page for somebody who is signed in and may not enter an app of ours (ux.md A11): another account, or their own pages. */
import type { Deny } from '../../policies/verdict.ts'
import type { Person } from '../accounts/directory.ts'
import { accountView } from '../endpoints/interaction-views.ts'
import { errorBody } from '../http/errors.ts'
import type { Exchange } from '../http/exchange.ts'
import { ProtocolError } from '../http/protocol-error.ts'
import type { Services } from '../services.ts'
import { NoAccess } from '../ui/screens/auth/no-access.tsx'

export interface NoAccessFacts {
  readonly app: 'panel' | 'portal'
  readonly otherHref: string
  /** Unknown when the sign-in itself was refused. */
  readonly person?: Person
}

export async function showNoAccess(
  services: Services,
  exchange: Exchange,
  denial: Deny,
  { app, otherHref, person }: NoAccessFacts,
): Promise<void> {
  exchange.refusal = denial
  await services.pages.show(exchange, new ProtocolError(denial).status, NoAccess, {
    app,
    otherHref,
    account: person === undefined ? undefined : accountView(person),
    // Who may not enter the portal is not sent there.
    accountHref: app === 'portal' ? undefined : services.accountHref,
    body: errorBody(denial, exchange.requestId),
  })
}
