import type { Deny } from '../../policies/verdict.ts'

/** The decision of a rule, in one word or two: `allowed`, or the error code and its cause. */
export function outcomeOf(verdict: { readonly allowed: true } | Deny): string {
  return verdict.allowed ? 'allowed' : `${verdict.error} ${verdict.ref}`
}
