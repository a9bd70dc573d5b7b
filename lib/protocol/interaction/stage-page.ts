import { parameterMalformed } from '../../../policies/parameters.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import { redirect } from '../../web/http/responses.ts'
import { clientView } from '../../web/pages/client-view.ts'
import type { PageOptions } from '../../web/pages/pages.ts'
import { note, ProtocolError } from '../../web/request/request-context.ts'
import type { FormTarget } from '../../web/ui/components/form.tsx'
import type { Screen } from '../../web/ui/view.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import type { PendingAt, PendingSignIn } from './pending.ts'
import type { Stage } from './stage.ts'

export type PageServices = Pick<InteractionServices, 'pages'>

/** Props that all stage pages share. The form contains the name of its stage. @param more additional hidden fields */
export function stageProps(
  { pages }: PageServices,
  { context, state, client, action, hidden }: OpenInteraction,
  stage: Stage,
  more: Readonly<Record<string, string>> = {},
): { readonly form: FormTarget; readonly client: ReturnType<typeof clientView> } {
  return {
    form: { action, hidden: { ...hidden, ...more, stage } },
    client: clientView(client, pages.view(context, state.interaction.params.ui_locales)),
  }
}

export function showPage<Props extends object>(
  { pages }: PageServices,
  { context, state }: OpenInteraction,
  screen: Screen<Props>,
  props: Props,
  { status = 200, ...options }: { readonly status?: number } & Pick<PageOptions, 'headers' | 'compressed'> = {},
): Promise<void> {
  return pages.show(context, status, screen, props, { uiLocales: state.interaction.params.ui_locales, ...options })
}

/** The pending sign-in, for stages that `stageOf` returns only if a sign-in is pending. */
export function pendingAt<Stage extends PendingSignIn['stage']>(
  stage: Stage,
  { pending }: OpenInteraction,
): PendingAt<Stage> {
  if (pending?.stage !== stage) throw new Error(`no sign-in is pending at ${stage}`)
  return pending as PendingAt<Stage>
}

/** The signed-in user, for stages that `stageOf` returns only if a user is signed in. */
export function signedInUser({ user }: OpenInteraction): User {
  if (user === undefined) throw new Error('a stage of a signed-in user, and no user is signed in')
  return user
}

export type FinishServices = Pick<InteractionServices, 'engine'>
export type Answer = Readonly<Record<string, unknown>>

/** Redirects the browser, by default to the page of the current stage. */
export function redirected({ context, action }: OpenInteraction, to = action): 'redirected' {
  redirect(context, to)
  return 'redirected'
}

/** Waits until the page is shown again, then returns the form's outcome. */
export const rendered = (page: Promise<void>): Promise<Outcome> => page.then(() => 'rendered')

/** Stores the interaction's result and redirects the browser. */
export async function finish({ engine }: FinishServices, open: OpenInteraction, answer: Answer): Promise<Outcome> {
  return redirected(open, await engine.finishInteraction(open.state, answer))
}

export function decline(services: FinishServices, open: OpenInteraction): Promise<Outcome> {
  note(open.context.trace, 'interaction', 'the user declined')
  open.context.event = 'consent.declined'
  return finish(services, open, { error: 'access_denied' })
}

/** The error for an action that the page does not offer. */
export const notOffered = (): ProtocolError => new ProtocolError(parameterMalformed('action'))
