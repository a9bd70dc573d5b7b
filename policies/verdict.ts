/**
 * What every rule answers: allowed, or a denial. Rules return verdicts and never throw; one place of the service turns a denial
 * into an answer.
 *
 * Spec      error bodies; D-G3
 * Deny      each denial: its code, its cause inside the code, and for the log what was found
 * Enforced  lib/web/request/protocol-error.ts, lib/web/http/errors.ts
 * Tests     test/policies/verdict.test.ts
 */
import type { ErrorCode, ErrorRef } from './errors.ts'
import { recordedText } from './foreign-text.ts'

export interface Allow {
  readonly allowed: true
}

export interface Deny {
  readonly allowed: false
  /** The code of RFC 6749, OIDC Core, RFC 6750 that the caller sees. */
  readonly error: ErrorCode
  /** The stable cause inside that code (D-G3). */
  readonly ref: ErrorRef
  /** For the trace and the log only: what was found, without secrets, short and on one line. Never sent to a client. */
  readonly detail?: string
}

export type Verdict = Allow | Deny

export const ALLOW: Allow = { allowed: true }

export function deny(error: ErrorCode, ref: ErrorRef, detail?: string): Deny {
  if (detail === undefined) return { allowed: false, error, ref }
  return { allowed: false, error, ref, detail: recordedText(detail) }
}
