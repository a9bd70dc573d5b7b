/**
 * What every rule answers: allowed, or a denial. Rules return verdicts and never throw; one place of the service turns a denial
 * into an answer.
 *
 * Spec      error bodies; D-G3
 * Deny      each denial: its code, its cause inside the code, and for the log what was found
 * Enforced  lib/web/request/request-context.ts, lib/web/http/errors.ts
 * Tests     test/policies/verdict.test.ts
 */
import { descriptionOf, type ErrorCode, type ErrorRef } from './errors.ts'
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
  /** What the caller is told, where it says more than the sentence of the cause: our own words and published names, nothing that was sent. */
  readonly description?: string
  /** The cause is that a parameter was not sent, where the same cause stands for a wrong value as well. */
  readonly missing?: true
  /** Of a request that is wrong in several ways: each denial by itself, in the documented order. */
  readonly all?: readonly Deny[]
}

export type Verdict = Allow | Deny

export const ALLOW: Allow = { allowed: true }

export function deny(error: ErrorCode, ref: ErrorRef, detail?: string, description?: string): Deny {
  return {
    allowed: false,
    error,
    ref,
    ...(detail === undefined ? {} : { detail: recordedText(detail) }),
    ...(description === undefined ? {} : { description }),
  }
}

/** Several denials of one request as one: code and cause are those of the first, the sentences those of all. */
export function denyAll(denials: readonly [Deny, ...Deny[]]): Deny {
  const [first] = denials
  const singles = denials.flatMap((denial) => denial.all ?? [denial])
  const all = [...new Map(singles.map((single) => [`${single.ref} ${found(single)}`, single])).values()]
  if (all.length === 1) return first
  const sentences = (told: (denial: Deny) => string): string => [...new Set(all.map(told))].join('; ')
  return {
    ...deny(first.error, first.ref, sentences(found), sentences(describeDenial)),
    ...(first.missing && { missing: true }),
    all,
  }
}

/** `error_description`: the public sentence of a denial. */
export const describeDenial = ({ error, ref, description }: Deny): string => description ?? descriptionOf(error, ref)

/** For the trace and the log: what was found, or what the caller is told. */
export const found = (denial: Deny): string => denial.detail ?? describeDenial(denial)
