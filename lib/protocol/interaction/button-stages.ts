import type { Unusable } from '../../domain/accounts/user-directory.ts'
import { REASON_MAX_LENGTH } from '../../domain/management/access-requests.ts'
/** Handlers for the pages that have only buttons. `stage-page.ts` contains the actions that all pages share. */
import { accountView } from '../../web/pages/account-view.ts'
import { type AskIssue, NotAllowed, SelectAccount, SignedIn, Suspended } from './button-stages-view.tsx'
import { oneUse } from './once.ts'
import type { Form, InteractionServices, OpenInteraction, StageHandlers } from './open-interaction.ts'
import {
  finish,
  notOffered,
  type PageServices,
  redirected,
  rendered,
  showPage,
  signedInUser,
  stageProps,
} from './stage-page.ts'

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
  show: (services, open) => showNotAllowed(services, open),
  /** Asks the app's owner for access. */
  async take(services, open, form) {
    const { accessRequests } = services.email
    if (form.get('action') !== 'ask' || accessRequests?.mayAsk(open.client) !== true) throw notOffered()
    const { context, client } = open
    const user = signedInUser(open)
    const reason = (form.get('reason') ?? '').replace(/[^\P{C}\n]/gu, ' ').trim()
    if (reason === '') return rendered(showNotAllowed(services, open, { kind: 'missing', reason }))
    if ([...reason].length > REASON_MAX_LENGTH)
      return rendered(showNotAllowed(services, open, { kind: 'long', reason }))
    const actor = { name: user.sub, address: context.address, requestId: context.requestId }
    const outcome = await accessRequests.ask(client, user, reason, actor)
    return outcome === 'asked' ? redirected(open) : rendered(showNotAllowed(services, open, { kind: 'often', reason }))
  },
}

async function showNotAllowed(
  services: PageServices & Pick<InteractionServices, 'email'>,
  open: OpenInteraction,
  issue?: AskIssue,
): Promise<void> {
  const user = signedInUser(open)
  const { accessRequests } = services.email
  const pending = accessRequests?.mayAsk(open.client) ? await accessRequests.list(open.client.clientId) : undefined
  const asked = pending?.find(({ sub }) => sub === user.sub)
  const props = {
    ...stageProps(services, open, 'not-allowed', oneUse()),
    account: accountView(user),
    owner: open.client.ownerEmail || undefined,
    ask: pending && { askedAt: asked && new Date(asked.at), issue, max: REASON_MAX_LENGTH },
  }
  return showPage(services, open, NotAllowed, props, { status: 403 })
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
