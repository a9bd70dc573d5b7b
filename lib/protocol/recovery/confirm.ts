/** Handles links in emails for verifying an email address and for "This wasn't me". */
import { displayUsername } from '../../domain/accounts/display-name.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { RecoveryAddress, RecoveryNotMe } from './confirm-view.tsx'
import { concluded, type LinkPage, linkForm, showDone } from './link-page.ts'
import { actionOf } from './services.ts'

export const addressPage: LinkPage = {
  show(request) {
    const { context, services, link } = request
    const { user, name } = link.user
    const { email: _other, ...known } = user
    return services.pages.show(context, 200, RecoveryAddress, {
      form: linkForm(request),
      account: { name, detail: displayUsername(known) },
      address: link.address ?? '',
    })
  },
  /** Marks the email address as verified. */
  async take(request) {
    const { context, services, link } = request
    const { address } = link
    const href = services.accountHref
    const outcome = await services.emailPages.uses.proveAddress(link)
    if (outcome === 'address-taken') return showDone(request, { done: 'address-taken', href })
    if ((await concluded(request, outcome)) === 'rendered') return
    context.subject = link.user.sub
    context.event = 'account.address-proved'
    await showDone(request, { done: 'address', address, href })
  },
}

export const notMePage: LinkPage = {
  show(request) {
    const account = accountView(request.link.user.user)
    return request.services.pages.show(request.context, 200, RecoveryNotMe, { form: linkForm(request), account })
  },
  /** Ends all access to the account, suspends the password, and restores the email address if it was changed. */
  async take(request) {
    const { context, services, link } = request
    const outcome = await services.emailPages.uses.secure(link)
    if ((await concluded(request, outcome)) === 'rendered') return
    context.subject = link.user.sub
    context.event = 'account.secured'
    await showDone(request, { done: 'secured', href: actionOf(services, '') })
  },
}
