/** What an error reference means, for users and for developers. */
import { type ErrorCode, type ErrorRef, REFERENCES } from '../../../../../policies/errors.ts'
import type { Messages } from '../catalogue.ts'

export interface ErrorExplanation {
  readonly title: string
  readonly happened?: string
  readonly person: string
  readonly developer: readonly string[]
  readonly lookUp?: string
}

const SIGN_IN_AGAIN: readonly ErrorCode[] = [
  'invalid_grant',
  'invalid_token',
  'login_required',
  'consent_required',
  'interaction_required',
]
const COME_LATER: readonly ErrorCode[] = ['temporarily_unavailable', 'too_many_attempts']

/** The explanation, for the page's JSON format; undefined if the reference is unknown. */
export function explainErrorRef(t: Messages, errorRef: string): ErrorExplanation | undefined {
  const explained: Readonly<Record<string, ErrorExplanation>> = t.errorRefs
  if (Object.hasOwn(explained, errorRef)) return explained[errorRef]
  const titles: Readonly<Record<string, string>> = t.errorTitles
  const title = Object.hasOwn(titles, errorRef) ? titles[errorRef] : undefined
  return title === undefined
    ? undefined
    : { title, person: userOf(errorRef, t), developer: [t.errorAdvice[errorRef as ErrorRef]] }
}

/** Advice for users about the error. */
export function userOf(errorRef: string, { errorReference }: Messages): string {
  const codes: readonly ErrorCode[] = REFERENCES[errorRef as ErrorRef]?.errors ?? []
  if (codes.some((code) => COME_LATER.includes(code))) return errorReference.personLater
  return codes.some((code) => SIGN_IN_AGAIN.includes(code)) ? errorReference.personSignIn : errorReference.personOwner
}
