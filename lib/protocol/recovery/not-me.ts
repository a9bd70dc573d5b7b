import { accountView } from '../../web/pages/account-view.ts'
import { concluded, type LinkRequest, linkForm, showDone } from './link-page.ts'
import { RecoveryNotMe } from './not-me-view.tsx'
import { actionOf } from './services.ts'

/** GET /recovery/not-me */
export function showNotMe(request: LinkRequest): Promise<void> {
  const { context, services, link } = request
  return services.pages.show(context, 200, RecoveryNotMe, {
    form: linkForm(request),
    account: accountView(link.user.user),
  })
}

/** POST: ends sessions, tokens, and trusted browsers, restores a changed email address, and suspends the password. */
export async function takeNotMe(request: LinkRequest): Promise<void> {
  const { context, services, link } = request
  const outcome = await services.emailPages.uses.secure(link)
  if ((await concluded(request, outcome)) === 'shown') return
  context.subject = link.user.sub
  context.event = 'account.secured'
  await showDone(request, { done: 'secured', href: actionOf(services, '') })
}
