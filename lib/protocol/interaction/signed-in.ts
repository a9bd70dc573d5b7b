import { withParameters } from '../../domain/with-parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { accountView } from '../../web/pages/account-view.ts'
import { notOffered } from './finish.ts'
import type { Form, InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import { SignedIn } from './signed-in-view.tsx'
import { type PageServices, showPage, signedInUser, stageProps } from './stage-page.ts'

/** Somebody has signed in meanwhile, in another tab. */
export function showSignedIn(services: PageServices, open: OpenInteraction): Promise<void> {
  const account = accountView(signedInUser(open))
  return showPage(services, open, SignedIn, { ...stageProps(services, open, 'signed-in'), account })
}

/** The same authorization request from the beginning. */
export async function takeSignedIn(
  { mountPath }: Pick<InteractionServices, 'mountPath'>,
  { context, state }: OpenInteraction,
  form: Form,
): Promise<Outcome> {
  if (form.get('action') !== 'continue') throw notOffered()
  redirect(context, withParameters(`${mountPath}/authorize`, state.interaction.params))
  return 'led'
}
