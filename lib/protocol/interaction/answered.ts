import { redirect } from '../../web/http/responses.ts'
import type { OpenInteraction, Outcome } from './open-interaction.ts'

/** The browser has not gone on with the answer: a form was sent twice, and nobody looked at the answer to the first. */
export async function showAnswered(_services: object, { context, state }: OpenInteraction): Promise<void> {
  redirect(context, state.interaction.returnTo)
}

export async function takeAnswered(services: object, open: OpenInteraction): Promise<Outcome> {
  await showAnswered(services, open)
  return 'led'
}
