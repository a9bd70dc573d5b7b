import { parameterMalformed } from '../../../policies/parameters.ts'
import { redirect } from '../../web/http/responses.ts'
import { ProtocolError } from '../../web/request/protocol-error.ts'
import { note } from '../../web/request/trace.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'

export type FinishServices = Pick<InteractionServices, 'engine'>
export type Answer = Readonly<Record<string, unknown>>

/** Keeps the answer to the interaction and sends the browser on. */
export async function finish({ engine }: FinishServices, open: OpenInteraction, answer: Answer): Promise<Outcome> {
  redirect(open.context, await engine.finishInteraction(open.state, answer))
  return 'led'
}

/** The user's own "no". */
export function decline(services: FinishServices, open: OpenInteraction): Promise<Outcome> {
  note(open.context.trace, 'interaction', 'the user declined')
  open.context.event = 'consent.declined'
  return finish(services, open, { error: 'access_denied' })
}

/** A button that the page does not have. */
export const notOffered = (): ProtocolError => new ProtocolError(parameterMalformed('action'))
