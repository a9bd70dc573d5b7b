/**
 * The closed error vocabulary: every error code that Portico returns, and every cause (`error_ref`) within a code.
 *
 * Spec      every endpoint; D-G3, D-G4, D-G5
 * RFC       6749 s4.1.2.1 and s5.2, 6750 s3.1, 7009, 7662; OIDC Core s3.1.2.6
 * Deny      all error codes
 * Enforced  lib/web/http/errors.ts, lib/domain/denial-error.ts, lib/protocol/endpoints/error-reference.ts
 * Tests     test/policies/errors.test.ts
 *
 * Descriptions are public and constant: lowercase printable ASCII without quotes or backslashes (RFC 6749 s5.2).
 */
import data from './errors.json' with { type: 'json' }

/** Maps each code to its HTTP status, which applies unless the error is sent by redirect. */
export const ERRORS = data.codes

export type ErrorCode = keyof typeof ERRORS

interface Reference {
  /** Sent as `error_description`. */
  readonly description: string
  /** The error codes that can have this cause. */
  readonly errors: readonly ErrorCode[]
  /** The HTTP status, if it differs from the error code's status. */
  readonly status?: number
}

const CAUSES = data.causes

export type ErrorRef = keyof typeof CAUSES

/**
 * The causes, in the order of `{baseUrl}/errors/`. Advice for client developers is under `errorAdvice` in
 * lib/web/ui/texts/LANGUAGE/issues.json.
 */
export const REFERENCES = CAUSES as Readonly<Record<ErrorRef, Reference>>

/** The HTTP status of a denial that is not sent by redirect. */
export function statusOf(error: ErrorCode, ref?: ErrorRef): number {
  const reference = ref === undefined ? undefined : REFERENCES[ref]
  // A cause's status applies only to its first code: `invalid_grant` is always 400 (RFC 6749 s5.2).
  return (reference?.errors[0] === error ? reference.status : undefined) ?? ERRORS[error].status
}

/** The public description of a denial. */
export function descriptionOf(error: ErrorCode, ref?: ErrorRef): string {
  return ref === undefined ? ERRORS[error].meaning : REFERENCES[ref].description
}
