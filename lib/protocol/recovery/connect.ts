import type { NamedConnector } from '../../domain/accounts/identities.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { notFound } from '../../web/request/request-context.ts'
import { hasReturned } from '../upstream/linking.ts'
import { showChoose, takeChoose } from './choose.ts'
import { RecoveryConnect, type RecoveryConnectProps } from './connect-view.tsx'
import { concluded, type LinkRequest, linkBinding, showDone } from './link-page.ts'

/** GET /recovery/invitation: lets the user set a password or a passkey, or sign in at the external provider. */
export async function showInvitation(request: LinkRequest): Promise<void> {
  const { invitedBy } = request.link.user
  if (invitedBy === undefined) return showChoose(request)
  const query = new URLSearchParams(request.context.query)
  return hasReturned(query) ? takeReturned(request, invitedBy, query) : showConnect(request, invitedBy)
}

/** POST /recovery/invitation. Returns a 404 if the user must sign in at an external provider instead. */
export function takeInvitation(request: LinkRequest): Promise<void> {
  if (request.link.user.invitedBy !== undefined) throw notFound()
  return takeChoose(request)
}

async function showConnect(request: LinkRequest, connector: NamedConnector, issue?: RecoveryConnectProps['issue']) {
  const { context, services, link, token } = request
  const returnTo = withParameters(`${services.issuerUrl}/recovery/${link.kind}`, { link: token })
  const browser = services.binding.bind(context)
  await services.pages.show(
    context,
    issue === undefined ? 200 : 422,
    RecoveryConnect,
    {
      form: await services.linking.form(connector.id, { owner: linkBinding(link), returnTo, browser }),
      account: accountView(link.user.user),
      provider: connector.name,
      issue,
    },
    issue === undefined ? {} : { languages: 'none' },
  )
}

/** Links the external identity to the account. This does not sign the user in. */
async function takeReturned(request: LinkRequest, connector: NamedConnector, query: URLSearchParams): Promise<void> {
  const { context, services, link } = request
  const { embedded } = services
  const identity = await services.linking.take(connector.id, query, linkBinding(link))
  if (embedded === undefined || identity === undefined) return showConnect(request, connector, 'failed')
  const { sub } = link.user
  const { address, requestId } = context
  const operations = services.identityOperations(embedded, { name: sub, address, requestId })
  const outcome = await services.emailPages.uses.linkIdentity(link, async () => {
    const result = await operations.link(sub, { ...connector, issuer: identity.issuer }, identity.subject)
    if (result.outcome === 'done' || result.outcome === 'unchanged') return 'done'
    return result.outcome === 'identity-taken' ? 'taken' : 'outdated'
  })
  if (outcome === 'taken') return showConnect(request, connector, 'taken')
  if ((await concluded(request, outcome)) === 'rendered') return
  context.subject = sub
  context.event = 'account.invitation-accepted'
  await showDone(request, { done: 'connected', provider: connector.name, href: services.accountHref })
}
