import type { Unusable } from '../../domain/accounts/user-directory.ts'
/** Handlers for the pages that have only buttons. `stage-page.ts` contains the actions that all pages share. */
import { accountView } from '../../web/pages/account-view.ts'
import { NotAllowed, SelectAccount, SignedIn, Suspended } from './button-stages-view.tsx'
import type { Form, OpenInteraction, StageHandlers } from './open-interaction.ts'
import { finish, notOffered, type PageServices, redirected, showPage, signedInUser, stageProps } from './stage-page.ts'

function assertContinue(form: Form): void {
  if (form.get('action') !== 'continue') throw notOffered()
}

export const selectAccount: StageHandlers = {
  show(services, open) {
    const account = accountView(signedInUser(open))
    return showPage(services, open, SelectAccount, { ...stageProps(services, open, 'select-account'), account })
  },
  async take(services, open, form) {
    assertContinue(form)
    return finish(services, open, { select_account: {} })
  },
}

export const signedIn: StageHandlers = {
  show(services, open) {
    const account = accountView(signedInUser(open))
    return showPage(services, open, SignedIn, { ...stageProps(services, open, 'signed-in'), account })
  },
  /** Continues with the stored request, which the engine now evaluates with the new session. */
  async take(_services, open, form) {
    assertContinue(form)
    return redirected(open, open.state.interaction.returnTo)
  },
}

export const notAllowed: StageHandlers = {
  show(services, open) {
    const account = accountView(signedInUser(open))
    const owner = open.client.ownerEmail || undefined
    const props = { ...stageProps(services, open, 'not-allowed'), account, owner }
    return showPage(services, open, NotAllowed, props, { status: 403 })
  },
  async take() {
    throw notOffered()
  },
}

/** Continues with the interaction's existing result if a form is submitted a second time. */
export const answered: StageHandlers = {
  async show(_services, open) {
    redirected(open, open.state.interaction.returnTo)
  },
  take: async (_services, open) => redirected(open, open.state.interaction.returnTo),
}

/** Shows why the account cannot be used. Call this only after authentication, so that attackers do not learn of it. */
export function showSuspended(services: PageServices, open: OpenInteraction, why: Unusable): Promise<void> {
  const props = { ...stageProps(services, open, 'sign-in'), ended: why === 'ended' }
  return showPage(services, open, Suspended, props, { status: 403 })
}
