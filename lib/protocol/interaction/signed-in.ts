import { redirect } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import type { Form, OpenInteraction, Outcome } from './open-interaction.ts'
import { SignedIn } from './signed-in-view.tsx'
import { notOffered, type PageServices, showPage, signedInUser, stageProps } from './stage-page.ts'

export function showSignedIn(services: PageServices, open: OpenInteraction): Promise<void> {
  const account = accountView(signedInUser(open))
  return showPage(services, open, SignedIn, { ...stageProps(services, open, 'signed-in'), account })
}

/** The engine evaluates the stored request against the new session; its parameters are not sent again. */
export async function takeSignedIn(
  _services: object,
  { context, state }: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  if (form.get('action') !== 'continue') throw notOffered()
  redirect(context, state.interaction.returnTo)
  return 'led'
}
