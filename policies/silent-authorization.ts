/**
 * When an authorization request is answered without a page, because the session that the browser has says all that the request asks,
 * and when with the page of a sign-in, because there is none. Consent and access are judged after it, by their own rules. Whatever
 * else there is to do is led through the engine's prompts, which come to the same answer for the same facts.
 *
 * Spec      GET /authorize (prompt, max_age, acr_values, id_token_hint); D-T2, D-T12
 * RFC       OIDC Core s3.1.2.1, s3.1.2.3
 * Deny      none
 * Enforced  lib/protocol/engine/engine.ts, lib/protocol/engine/resume-sign-in.ts
 * Tests     test/policies/silent-authorization.test.ts, test/flows/silent-authorization.test.ts
 */
import { decideStepUp } from './authentication-context.ts'

export interface SilentFacts {
  readonly prompts: readonly string[]
  /** Seconds. */
  readonly maxAge: number | undefined
  /** The parameter `acr_values`. */
  readonly acrValues: string | undefined
  /** Whom a verified `id_token_hint` names. */
  readonly hintedSubject: string | undefined
  /** The session of the browser, if somebody is signed in. */
  readonly session:
    | {
        readonly accountId: string
        /** When the user signed in, seconds since the epoch. */
        readonly loginTs?: number
        readonly acr?: string
      }
    | undefined
  /** Seconds since the epoch. */
  readonly now: number
}

/** `go-on`: nothing in the request asks the user to do anything. `sign-in`: whatever it asks comes after the sign-in. */
export function decideSilent({
  prompts,
  maxAge,
  acrValues,
  hintedSubject,
  session,
  now,
}: SilentFacts): 'go-on' | 'sign-in' | 'ask' {
  if (session === undefined) return prompts.includes('none') ? 'ask' : 'sign-in'
  if (prompts.some((prompt) => prompt !== 'none')) return 'ask'
  if (maxAge !== undefined && !isRecent(session.loginTs, maxAge, now)) return 'ask'
  if (hintedSubject !== undefined && hintedSubject !== session.accountId) return 'ask'
  return decideStepUp(acrValues, session.acr) === 'enough' ? 'go-on' : 'ask'
}

/** `max_age=0` asks for a fresh sign-in, however recent the last one is. */
function isRecent(loginTs: number | undefined, maxAge: number, now: number): boolean {
  return loginTs !== undefined && maxAge > 0 && now - loginTs <= maxAge
}
