import {
  type LazyFacts,
  type NextStep,
  nextStep,
  type RequestedAuthentication,
  type StepFacts,
  type UserStep,
} from '../../../policies/authorization-step.ts'
import { isImitable } from '../../../policies/consent.ts'
import type { EngineRun } from './context.ts'
import { HINTED_SUBJECT } from './engine-parameters.ts'
import type { EngineSettings } from './settings.ts'

/** The engine's prompt for each question: the prompts from OIDC Core s3.1.2.1, and two that Portico adds. */
export const PROMPT_OF: Readonly<Record<UserStep, string>> = {
  'sign-in': 'login',
  'confirm-identity': 'login',
  'select-account': 'select_account',
  'not-allowed': 'not_allowed',
  'second-step': 'second_step',
  consent: 'consent',
}

/** Facts that the request and the browser provide. All other facts are looked up. */
export type RequestFacts = RequestedAuthentication &
  LazyFacts &
  Pick<StepFacts, 'session' | 'completed'> & { readonly redirectUri: string | undefined }

/** Evaluates the next step and looks up the facts it depends on. */
export async function stepFor(
  { seconds, findUser, lookUps }: Pick<EngineSettings, 'seconds' | 'findUser' | 'lookUps'>,
  run: EngineRun,
  { redirectUri, ...known }: RequestFacts,
): Promise<NextStep> {
  const { client } = run
  if (client === undefined) throw new Error('a step without a client')
  const subject = known.session?.accountId ?? ''
  const consented = async () =>
    client.consent === 'once' ? { consented: await lookUps.rememberedScopes(subject, client) } : {}
  const found: Readonly<Record<keyof LazyFacts, () => Promise<LazyFacts>>> = {
    async user() {
      // Read the consents together with the user, because most requests need both.
      const [user, further] = await Promise.all([findUser(subject), consented()])
      if (user !== undefined) run.user = user
      return { user: user !== undefined, ...further }
    },
    access: async () => ({ access: run.user !== undefined && (await lookUps.canSignIn(run.user, client)) }),
    secondFactor: async () => ({ secondFactor: await lookUps.hasSecondStep(subject) }),
    consented,
  }
  const imitable = isImitable(client.type, redirectUri)
  let facts: StepFacts = { ...known, consentMode: client.consent, imitable, now: seconds() }
  for (;;) {
    const decision = nextStep(facts)
    if (!('lookUp' in decision)) return decision
    facts = { ...facts, ...(await found[decision.lookUp]()) }
  }
}

/** Parses the request from an interaction's parameters. */
export function requestFrom(
  params: Readonly<Record<string, string | undefined>>,
): RequestedAuthentication & Pick<RequestFacts, 'redirectUri'> {
  const listed = (text: string | undefined): string[] => (text ?? '').split(' ').filter((word) => word !== '')
  return {
    prompts: listed(params.prompt),
    maxAge: params.max_age === undefined ? undefined : Number(params.max_age),
    acrValues: params.acr_values,
    hintedSubject: params[HINTED_SUBJECT],
    scopes: listed(params.scope),
    redirectUri: params.redirect_uri,
  }
}
