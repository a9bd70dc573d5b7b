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

/** The engine's prompt for each step. Three of them are specific to Portico; the rest come from OIDC Core s3.1.2.1. */
export const PROMPT_OF: Readonly<Record<UserStep, string>> = {
  'sign-in': 'login',
  'confirm-identity': 'login',
  'select-account': 'select_account',
  'not-allowed': 'not_allowed',
  'second-step': 'second_step',
  enroll: 'enroll',
  consent: 'consent',
}

/** Facts that the request provides. All others are looked up only when needed. */
export type RequestFacts = RequestedAuthentication &
  LazyFacts &
  Pick<StepFacts, 'session' | 'completed'> & { readonly redirectUri: string | undefined }

/** Decides what the user must do next, and looks up the facts that the decision requires. */
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
      // Most requests also need the consents, so read them at the same time as the user.
      const [user, further] = await Promise.all([findUser(subject), consented()])
      if (user !== undefined) run.user = user
      return { user: user !== undefined, ...further }
    },
    access: async () => ({ access: run.user !== undefined && (await lookUps.canSignIn(run.user, client)) }),
    secondFactor: async () => ({ secondFactor: await lookUps.hasSecondStep(subject) }),
    required: async () => ({
      required:
        run.user === undefined
          ? 'not-required'
          : await lookUps.secondFactor.stateOf(run.user, client, {
              acr: known.session?.acr,
              signedInAt: known.session?.loginTs ?? 0,
            }),
    }),
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

/** Parses the authorization request that is stored in an interaction. */
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
