/** Shows a refused first step after a redirect, so that a reload does not send the password again. */
import { openJson } from '../../domain/keys/seal.ts'
import { withParameters } from '../../domain/with-parameters.ts'
import type { InteractionServices, OpenInteraction, Outcome } from './open-interaction.ts'
import type { PasswordIssue } from './password.ts'
import type { FirstStep } from './stage.ts'
import { redirected } from './stage-page.ts'

/** Query parameter of the URL that the browser is redirected to. */
export const SHOWN_AGAIN = 'refused'

export interface ShownAgain {
  readonly stage: FirstStep
  readonly issue: PasswordIssue
  readonly username: string
  readonly remember: boolean
}

type Services = Pick<InteractionServices, 'sealer' | 'seconds'>

/** How long the URL shows the error, in seconds. Later, it shows the sign-in page without it. */
const LIVES_SECONDS = 60
/** Maximum length of a username in the URL. */
const USERNAME_MAX = 1000

/** The URL contains the page's values sealed: users can type a password as their name. @returns undefined: too long */
export async function showAgain(
  { sealer, seconds }: Services,
  open: OpenInteraction,
  shown: ShownAgain,
): Promise<Outcome | undefined> {
  if (shown.username.length > USERNAME_MAX) return undefined
  const { requestId } = open.context
  const kept = JSON.stringify({ ...shown, requestId, until: seconds() + LIVES_SECONDS })
  const sealed = await sealer.seal(kept, 'shown-again', open.state.interaction.uid)
  const as = shown.stage === 'sign-in' ? { as: 'other' } : {}
  return redirected(open, withParameters(open.action, { ...as, [SHOWN_AGAIN]: sealed }))
}

/** @param sealed the URL's parameter */
export async function openShownAgain(
  { sealer, seconds }: Services,
  { state, context }: OpenInteraction,
  sealed: string,
): Promise<ShownAgain | undefined> {
  type Kept = ShownAgain & { readonly until: number; readonly requestId: string }
  const kept = await openJson<Kept>(sealer, sealed, 'shown-again', state.interaction.uid)
  if (kept === undefined || seconds() >= kept.until) return undefined
  // The failed sign-in is recorded, not the page that shows it: this is the ID to ask the administrator about.
  context.unrecorded = true
  context.requestId = kept.requestId
  context.res.setHeader('X-Request-Id', kept.requestId)
  return kept
}
