import type { Deny } from '../../policies/verdict.ts'

/** What a rule said, in one word or two: `allowed`, or the error code and its cause. */
export function outcomeOf(verdict: { readonly allowed: true } | Deny): string {
  return verdict.allowed ? 'allowed' : `${verdict.error} ${verdict.ref}`
}
