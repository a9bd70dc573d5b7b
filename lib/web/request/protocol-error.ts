import { descriptionOf, statusOf } from '../../../policies/errors.ts'
import type { Deny } from '../../../policies/verdict.ts'

/** A refusal on its way to the one place that turns it into an answer (`errors.ts`). */
export class ProtocolError extends Error {
  override readonly name = 'ProtocolError'
  readonly status: number
  /** @param headers what the answer must carry besides, such as WWW-Authenticate */
  constructor(
    readonly denial: Deny,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(descriptionOf(denial.error, denial.ref))
    this.status = statusOf(denial.error, denial.ref)
  }
}

/** Throws the denial of a verdict; the rule itself only says no. */
export function assertAllowed(
  verdict: { readonly allowed: true } | Deny,
  headers?: Readonly<Record<string, string>>,
): asserts verdict is { readonly allowed: true } {
  if (!verdict.allowed) throw new ProtocolError(verdict, headers)
}
