/**
 * The result of every rule: allowed, or a denial. Rules never throw; a single place turns denials into responses.
 *
 * Spec      error bodies; D-G3
 * Deny      each denial has a code, a cause within that code, and a detail for the log
 * Enforced  lib/web/request/request-context.ts, lib/web/http/errors.ts
 * Tests     test/policies/verdict.test.ts
 */
import { descriptionOf, type ErrorCode, type ErrorRef } from './errors.ts'
import { recordedText } from './untrusted-text.ts'

export interface Allow {
  readonly allowed: true
}

export interface Deny {
  readonly allowed: false
  /** The error code from RFC 6749, OIDC Core, or RFC 6750 that the caller sees. */
  readonly error: ErrorCode
  /** The stable cause within the error code (D-G3). */
  readonly ref: ErrorRef
  /** For traces and logs only: a short, one-line observation without secrets. Never sent to a client. */
  readonly detail?: string
  /** More specific than the cause's description. Contains only Portico's own words and published names, no input. */
  readonly description?: string
  /** True if a parameter is missing, because the same cause can also mean that the parameter's value is wrong. */
  readonly missing?: true
  /** All denials in the documented order, if the request breaks several rules. */
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

/** Merges a request's denials: the code and cause of the first, and the descriptions of all. */
export function denyAll(denials: readonly [Deny, ...Deny[]]): Deny {
  const [first] = denials
  const singles = denials.flatMap((denial) => denial.all ?? [denial])
  const all = [...new Map(singles.map((single) => [`${single.ref} ${detailOf(single)}`, single])).values()]
  if (all.length === 1) return first
  const sentences = (textOf: (denial: Deny) => string): string => [...new Set(all.map(textOf))].join('; ')
  return {
    ...deny(first.error, first.ref, sentences(detailOf), sentences(describeDenial)),
    ...(first.missing && { missing: true }),
    all,
  }
}

/** The public description of a denial, sent as `error_description`. */
export const describeDenial = ({ error, ref, description }: Deny): string => description ?? descriptionOf(error, ref)

/** For traces and logs: the detail or, without one, the public description. */
export const detailOf = (denial: Deny): string => denial.detail ?? describeDenial(denial)
