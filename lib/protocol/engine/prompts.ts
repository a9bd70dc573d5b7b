import { type EngineContext, errors, interactionPolicy } from 'oidc-provider'
import { decideStepUp } from '../../../policies/authentication-context.ts'
import { decideConsent, isImitable } from '../../../policies/consent.ts'
import { currentRun } from './context.ts'
import { HINTED_SUBJECT } from './engine-parameters.ts'
import { NOT_ALLOWED, STEP_UP } from './prompt-names.ts'
import type { PromptDependencies } from './settings.ts'

const { Check, Prompt, base } = interactionPolicy

/** A refusal by the host's access rule, told apart from the user's own "no" by its class. */
export class AccessRuleRefusal extends errors.AccessDenied {}

/** What may have to be asked of the user, in order: who they are, which account, whether the app is for them, a second step, whether they agree. */
export function prompts(dependencies: PromptDependencies): readonly interactionPolicy.Prompt[] {
  const policy = base()
  const login = policy.get('login')
  login.checks.add(new Check('scope', '', 'login_required', restoreScope), 0)
  login.checks.add(
    new Check(
      'account_inactive',
      'the account cannot be used',
      'login_required',
      ({ oidc }) => oidc.session.accountId !== undefined && oidc.account === undefined,
    ),
  )
  login.checks.add(
    new Check(
      'max_age_zero',
      'a fresh sign-in is required',
      'login_required',
      ({ oidc }) => Number(oidc.params?.max_age ?? NaN) === 0 && oidc.result?.login === undefined,
    ),
  )
  login.checks.add(
    new Check('another_person', 'somebody else than the hint names is signed in', 'login_required', isAnotherUser),
  )
  policy.remove('consent')
  policy.add(new Prompt({ name: 'select_account', requestable: true }), 1)
  const stepUp = (ctx: EngineContext): Promise<boolean> => needsStepUp(ctx, dependencies)
  const owed = new Check('acr', 'a further step of the sign-in is needed', 'interaction_required', stepUp)
  policy.add(
    new Prompt(
      { name: NOT_ALLOWED, requestable: false },
      new Check('access', '', 'access_denied', (ctx) => needsAccess(ctx, dependencies)),
    ),
  )
  policy.add(new Prompt({ name: STEP_UP, requestable: false }, owed))
  policy.add(
    new Prompt(
      { name: 'consent', requestable: true },
      new Check('consent_missing', 'the user has not consented yet', 'consent_required', (ctx) =>
        needsConsent(ctx, dependencies),
      ),
    ),
  )
  return policy
}

/** A client asks for more than the session has reached (OIDC Core s3.1.2.1, acr_values): owed where the user can do it. */
async function needsStepUp({ oidc }: EngineContext, { hasSecondStep }: PromptDependencies): Promise<boolean> {
  const { accountId, acr } = oidc.session
  if (accountId === undefined || decideStepUp(oidc.params?.acr_values, acr) === 'enough') return Check.NO_NEED_TO_PROMPT
  return (await hasSecondStep(accountId)) ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
}

/** The engine drops offline_access without prompt=consent; we have judged the scopes before it did. */
function restoreScope({ oidc }: EngineContext): boolean {
  const { request } = currentRun()
  if (request !== undefined && oidc.params !== undefined) oidc.params.scope = request.scopes.join(' ')
  return Check.NO_NEED_TO_PROMPT
}

/** A hint names the one user who is meant, and nobody else gets a code (Core s3.1.2.1, s3.1.2.2). It was verified on arrival. */
function isAnotherUser({ oidc }: EngineContext): boolean {
  const hinted = oidc.params?.[HINTED_SUBJECT]
  if (hinted === undefined || oidc.session.accountId === undefined || oidc.session.accountId === hinted)
    return Check.NO_NEED_TO_PROMPT
  // Who has just signed in as somebody else is not asked over and over: the client decides how to go on.
  if (oidc.result?.login !== undefined)
    throw new errors.LoginRequired('somebody else than the hint names has signed in')
  return Check.REQUEST_PROMPT
}

/** The user sees why first, and is sent back with the denial after reading it; where nothing may be shown, at once. */
async function needsAccess({ oidc }: EngineContext, { canSignIn }: PromptDependencies): Promise<boolean> {
  const { user, client } = currentRun()
  if (oidc.account === undefined || user === undefined || client === undefined) return Check.NO_NEED_TO_PROMPT
  if (await canSignIn(user, client)) return Check.NO_NEED_TO_PROMPT
  if (oidc.prompts.has('none') || oidc.result?.[NOT_ALLOWED] !== undefined)
    throw new AccessRuleRefusal('the user may not use this client')
  return Check.REQUEST_PROMPT
}

async function needsConsent({ oidc }: EngineContext, { rememberedScopes }: PromptDependencies): Promise<boolean> {
  const { client, user } = currentRun()
  if (client === undefined || user === undefined) return Check.REQUEST_PROMPT
  const answered = oidc.result?.consent !== undefined
  const decision = decideConsent({
    mode: client.consent,
    answered,
    imitable: isImitable(client.type, oidc.params?.redirect_uri),
    silent: oidc.prompts.has('none'),
    requested: (oidc.params?.scope ?? '').split(' '),
    remembered: answered || client.consent !== 'once' ? [] : await rememberedScopes(user.sub, client),
  })
  return decision === 'ask' ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT
}
