import { PROMPT_OF } from '../engine/step.ts'

/** The stages of an interaction. See stages.ts for their handlers and README.md for a diagram. */
export type Stage =
  | 'sign-in'
  | 'confirm-identity'
  | 'second-step'
  | 'enroll'
  | 'mail-code'
  | 'new-password'
  | 'passkey-offer'
  | 'select-account'
  | 'not-allowed'
  | 'consent'
  | 'signed-in'
  | 'answered'

/** Stages that start a sign-in with a password or a passkey. */
export type FirstStep = 'sign-in' | 'confirm-identity'

/** The facts that determine the stage. */
export interface StageFacts {
  /** The engine's prompt. */
  readonly prompt: string
  /** Whether the interaction has a result that the engine has not processed yet. */
  readonly answered: boolean
  /** The next step of a sign-in that is not complete; undefined if there is none or it is no longer valid. */
  readonly pending: 'second-step' | 'mail-code' | 'new-password' | 'passkey-offer' | undefined
  /** Whether the browser has a session for a user who can sign in. */
  readonly signedIn: boolean
  /** Whether the browser had a session when the interaction started. */
  readonly beganSignedIn: boolean
  /** Whether the user chose "Use another account". */
  readonly other: boolean
}

export function stageOf({ prompt, answered, pending, signedIn, beganSignedIn, other }: StageFacts): Stage {
  if (other) return 'sign-in'
  if (pending !== undefined) return pending
  if (answered) return 'answered'
  if (!signedIn) return 'sign-in'
  switch (prompt) {
    case PROMPT_OF['select-account']:
      return 'select-account'
    case PROMPT_OF['not-allowed']:
      return 'not-allowed'
    case PROMPT_OF['second-step']:
      return 'second-step'
    case PROMPT_OF.enroll:
      return 'enroll'
    case PROMPT_OF.consent:
      return 'consent'
    default:
      // If there was no session at the start, the user must have signed in from another tab since then.
      return beganSignedIn ? 'confirm-identity' : 'signed-in'
  }
}

export const isFirstStep = (stage: string | undefined): stage is FirstStep =>
  stage === 'sign-in' || stage === 'confirm-identity'

/**
 * Determines a form's stage from its hidden field, or from its other fields if a host's custom page omits that field.
 * Undefined for a form with only buttons, which belongs to the current stage.
 */
export function stageOfForm(
  form: ReadonlyMap<string, string>,
  { prompt, signedIn }: Pick<StageFacts, 'prompt' | 'signedIn'>,
): string | undefined {
  if (form.has('stage')) return form.get('stage')
  const firstStep: FirstStep = prompt === 'login' && signedIn ? 'confirm-identity' : 'sign-in'
  // The page that sets up a second factor has the same fields as the second step; either is the current stage.
  const factor = prompt === PROMPT_OF.enroll ? undefined : 'second-step'
  if (form.has('code') || form.has('recovery_code')) return factor
  if (form.has('mail_code')) return 'mail-code'
  // Both the first and the second step accept passkeys, but only the first has a password field.
  if ((form.get('passkey') ?? '') !== '') return form.has('password') ? firstStep : factor
  if (form.has('new_password')) return 'new-password'
  return form.has('username') || form.has('password') ? firstStep : undefined
}
