import { PROMPT_OF } from '../engine/step.ts'

/** What an interaction is waiting for. Each has a file of its own; stages.ts is the table, README.md the diagram. */
export type Stage =
  | 'sign-in'
  | 'confirm-identity'
  | 'second-step'
  | 'mail-code'
  | 'new-password'
  | 'passkey-offer'
  | 'select-account'
  | 'not-allowed'
  | 'consent'
  | 'signed-in'
  | 'answered'

/** Stages in which a password or a passkey begins a sign-in. */
export type FirstStep = 'sign-in' | 'confirm-identity'

/** All that decides the stage. */
export interface StageFacts {
  /** What the engine wants to know. */
  readonly prompt: string
  /** Whether the interaction has an answer that the browser has not gone on with. */
  readonly answered: boolean
  /** The step that a sign-in begun here waits for, if that sign-in still counts. */
  readonly pending: 'second-step' | 'mail-code' | 'new-password' | 'passkey-offer' | undefined
  /** Whether the browser has the session of a user who can sign in. */
  readonly signedIn: boolean
  /** Whether it had a session when the interaction began. */
  readonly beganSignedIn: boolean
  /** "Use another account": somebody else than the page is about wants to sign in. */
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
    case PROMPT_OF.consent:
      return 'consent'
    default:
      // There was no session when the page was opened, and there is one now: another tab was faster.
      return beganSignedIn ? 'confirm-identity' : 'signed-in'
  }
}

export const isFirstStep = (stage: string | undefined): stage is FirstStep =>
  stage === 'sign-in' || stage === 'confirm-identity'

/**
 * Which stage a form answers. It says so in a hidden field; a page of a host that does not send the field back is told by its
 * fields. Undefined for a form that has only buttons: whatever stage is present.
 */
export function stageOfForm(
  form: ReadonlyMap<string, string>,
  { prompt, signedIn }: Pick<StageFacts, 'prompt' | 'signedIn'>,
): string | undefined {
  if (form.has('stage')) return form.get('stage')
  const firstStep: FirstStep = prompt === 'login' && signedIn ? 'confirm-identity' : 'sign-in'
  if (form.has('code') || form.has('recovery_code')) return 'second-step'
  if (form.has('mail_code')) return 'mail-code'
  // The page of a first step has the fields of a password as well, the page of the second step has not.
  if ((form.get('passkey') ?? '') !== '') return form.has('password') ? firstStep : 'second-step'
  if (form.has('new_password')) return 'new-password'
  return form.has('username') || form.has('password') ? firstStep : undefined
}
