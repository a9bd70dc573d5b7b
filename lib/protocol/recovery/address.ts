import { displayUsername } from '../../domain/accounts/display-name.ts'
import { RecoveryAddress } from './address-view.tsx'
import { concluded, type LinkRequest, linkForm, showDone } from './link-page.ts'

/** GET /recovery/address */
export function showAddress(request: LinkRequest): Promise<void> {
  const { context, services, link } = request
  const { user, name } = link.user
  const { email: _other, ...known } = user
  return services.pages.show(context, 200, RecoveryAddress, {
    form: linkForm(request),
    account: { name, detail: displayUsername(known) },
    address: link.address ?? '',
  })
}

/** POST: marks the email address as verified. */
export async function takeAddress(request: LinkRequest): Promise<void> {
  const { context, services, link } = request
  const { address } = link
  const href = services.accountHref
  const outcome = await services.emailPages.uses.proveAddress(link)
  if (outcome === 'address-taken') return showDone(request, { done: 'address-taken', href })
  if ((await concluded(request, outcome)) === 'shown') return
  context.subject = link.user.sub
  context.event = 'account.address-proved'
  await showDone(request, { done: 'address', address, href })
}
