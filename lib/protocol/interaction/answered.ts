import { redirect } from '../../web/http/responses.ts'
import type { OpenInteraction, Outcome } from './open-interaction.ts'

/** The interaction already has a result, because a form was submitted twice. Redirects to continue with it. */
export async function showAnswered(_services: object, { context, state }: OpenInteraction): Promise<void> {
  redirect(context, state.interaction.returnTo)
}

export async function takeAnswered(services: object, open: OpenInteraction): Promise<Outcome> {
  await showAnswered(services, open)
  return 'led'
}
