import { type EngineContext, interactionPolicy } from 'oidc-provider'
import { PROMPTS } from '../../../policies/authorization-parameters.ts'
import { currentRun } from './context.ts'
import { SentBack } from './denials.ts'
import type { EngineSettings } from './settings.ts'
import { PROMPT_OF, requestFrom, stepFor } from './step.ts'

const { Check, Prompt, base } = interactionPolicy

/** The engine's prompts. Each applies only if policies/authorization-step.ts picks it as the next step. */
export function prompts(settings: EngineSettings): readonly interactionPolicy.Prompt[] {
  const policy = base()
  policy.clear()
  for (const name of new Set(Object.values(PROMPT_OF))) {
    const isNext = async ({ oidc }: EngineContext): Promise<boolean> => (await promptOf(oidc, settings)) === name
    const requestable = (PROMPTS as readonly string[]).includes(name)
    const prompt = new Prompt({ name, requestable }, new Check('step', '', 'interaction_required', isNext))
    // Remove the engine's own check, because policies/authorization-step.ts evaluates the `prompt` parameter.
    prompt.checks.remove(`${name}_prompt`)
    policy.add(prompt)
  }
  return policy
}

/** The prompt to show, if any. It is decided only once per request. @throws SentBack with the error for the client */
async function promptOf(oidc: EngineContext['oidc'], settings: EngineSettings): Promise<string | undefined> {
  const run = currentRun()
  // Restore the validated scopes, because the engine drops offline_access unless the request has prompt=consent.
  if (run.request !== undefined && oidc.params !== undefined) oidc.params.scope = run.request.scopes.join(' ')
  const { accountId, loginTs, acr } = oidc.session
  run.step ??= stepFor(settings, run, {
    ...requestFrom(oidc.params ?? {}),
    session: accountId === undefined ? undefined : { accountId, loginTs, acr },
    user: oidc.account !== undefined && run.user !== undefined,
    completed: Object.keys(oidc.result ?? {}),
  })
  const decision = await run.step
  if ('deny' in decision) throw new SentBack(decision.deny)
  return decision.step === 'code' ? undefined : PROMPT_OF[decision.step]
}
