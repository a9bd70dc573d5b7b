import { withParameters } from '../../domain/with-parameters.ts'
import { readForm } from '../../web/http/body.ts'
import { redirect } from '../../web/http/responses.ts'
import { type Handler, type RequestContext, singleParameters } from '../../web/request/request-context.ts'
import { PROMPT_OF } from '../engine/step.ts'
import { takeOnce } from './once.ts'
import {
  csrfBinding,
  type Form,
  type InteractionServices,
  type OpenInteraction,
  type Outcome,
  openInteraction,
} from './open-interaction.ts'
import { expired } from './page-expired.ts'
import { PASSKEY_OPTIONS, sendPasskeyOptions } from './passkey.ts'
import { sendCreationOptions, sendOfferOptions } from './passkey-offer.ts'
import { findPending } from './pending.ts'
import { RECOVERED, takeRecovered } from './recovered.ts'
import { redirectToProvider } from './redirect-to-provider.ts'
import { RETURNED, takeReturned } from './returned.ts'
import { secondStepOf } from './second-step.ts'
import { openShownAgain, SHOWN_AGAIN } from './shown-again.ts'
import { showFirstStep } from './sign-in.ts'
import { isFirstStep, type Stage, type StageFacts, stageOf, stageOfForm } from './stage.ts'
import { decline, finish, redirected, rendered, signedInUser } from './stage-page.ts'
import { STAGES } from './stages.ts'

/** GET and POST /interaction/:uid: shows and handles the pages for sign-in, account selection, and consent. */
export function interactionEndpoint(services: InteractionServices): Handler {
  return async (context) => {
    const open = await openInteraction(services, context)
    if (open === undefined) return expired(services, context)
    services.recent.remember(context, open.client.clientId, open.state.interaction)
    if (context.req.method !== 'POST') return showStage(services, open)
    const form = singleParameters(await readForm(context.req))
    await services.guard.assert(context, form, csrfBinding(open.state))
    await takeForm(services, open, form)
  }
}

/** Stages whose pages are counted in the statistics, and the name that each is counted under. */
const COUNTED: Partial<Record<Stage, NonNullable<RequestContext['shown']>>> = {
  'sign-in': 'page',
  'confirm-identity': 'page',
  'second-step': 'second-step',
  enroll: 'second-step',
  'mail-code': 'second-step',
  consent: 'consent',
}

/** GET: shows the page for the current stage, or the sign-in page if the user chose another account. */
async function showStage(services: InteractionServices, begun: OpenInteraction): Promise<void> {
  const query = new URLSearchParams(begun.context.query)
  const other = query.get('as') === 'other'
  if (query.get('returned') === RETURNED.returned && (await takeReturned(services, begun)) !== undefined) return
  if (query.get('returned') === RECOVERED.returned && (await takeRecovered(services, begun))) return
  const refused = query.get(SHOWN_AGAIN)
  const again = refused === null ? undefined : await openShownAgain(services, begun, refused)
  if (again !== undefined) return showFirstStep(services, { ...begun, pending: undefined }, again.stage, again)
  const open = other ? { ...begun, pending: undefined } : begun
  const stage = stageOf(factsOf(open, other))
  if (query.get('passkey') !== PASSKEY_OPTIONS.passkey) {
    if (isFirstStep(stage) && (await redirectToProvider(services, open))) return
    const counted = COUNTED[stage]
    if (counted !== undefined) begun.context.shown = counted
    return STAGES[stage].show(services, open)
  }
  if (stage === 'passkey-offer') return sendOfferOptions(services, open)
  if (stage === 'enroll') return sendCreationOptions(services, open, signedInUser(open))
  return sendPasskeyOptions(services, open, stage === 'second-step' ? secondStepOf(open).user : undefined)
}

/** POST: handles the actions that all pages share, and those of the current stage. */
async function takeForm(services: InteractionServices, open: OpenInteraction, form: Form): Promise<void> {
  const action = form.get('action')
  if (action === 'other') return redirect(open.context, withParameters(open.action, { as: 'other' }))
  if (action === 'cancel') await cancel(services, open)
  else await takeOnce(services, open, form, () => takeStage(services, open, form))
}

function cancel(services: InteractionServices, open: OpenInteraction): Promise<Outcome> {
  // The user did not decline: the access rule denied the sign-in. Let the engine report that reason to the client.
  const refused = PROMPT_OF['not-allowed']
  return open.state.interaction.prompt.name === refused && open.user !== undefined
    ? finish(services, open, { [refused]: {} })
    : decline(services, open)
}

async function takeStage(services: InteractionServices, begun: OpenInteraction, form: Form): Promise<Outcome> {
  const asked = stageOfForm(form, factsOf(begun))
  // A sign-in form is valid at any stage, because every page links to the sign-in page.
  if (isFirstStep(asked)) return STAGES[asked].take(services, begun, form)
  const open = { ...begun, pending: await findPending(services, begun.state) }
  const stage = stageOf(factsOf(open))
  if (asked === 'enroll' && stage !== asked && (await (await import('./enroll.ts')).showCodesAgain(services, open)))
    return 'rendered'
  if (asked !== undefined && asked !== stage) return showInstead(services, open)
  const outcome = await STAGES[stage].take(services, open, form)
  return outcome === 'stale' ? showInstead(services, begun) : outcome
}

/** Shows the current stage if the submitted form belongs to an earlier one, such as a form on an old page. */
async function showInstead(services: InteractionServices, open: OpenInteraction): Promise<Outcome> {
  const stage = stageOf(factsOf(open))
  if (!isFirstStep(stage)) return redirected(open)
  return rendered(showFirstStep(services, open, stage, { issue: { kind: 'begin_again' } }))
}

const factsOf = ({ state: { interaction }, user, pending }: OpenInteraction, other = false): StageFacts => ({
  prompt: interaction.prompt.name,
  answered: interaction.result !== undefined,
  pending: pending?.stage,
  signedIn: user !== undefined,
  beganSignedIn: interaction.session !== undefined,
  other,
})
