import type { Deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'

/** A denial with headers for its answer, such as `WWW-Authenticate`. */
export class ProtocolError extends DenialError {
  override readonly name = 'ProtocolError'
  constructor(
    denial: Deny,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(denial)
  }
}

/** Throws the denial of a verdict. */
export function assertAllowed(
  verdict: { readonly allowed: true } | Deny,
): asserts verdict is { readonly allowed: true } {
  if (!verdict.allowed) throw new ProtocolError(verdict)
}
