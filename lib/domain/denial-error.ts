import { statusOf } from '../../policies/errors.ts'
import { type Deny, deny, describeDenial } from '../../policies/verdict.ts'

export class DenialError extends Error {
  override readonly name: string = 'DenialError'
  constructor(readonly denial: Deny) {
    super(describeDenial(denial))
  }
  get status(): number {
    return statusOf(this.denial.error, this.denial.ref)
  }
}

/** Portico or a dependency is unavailable, regardless of the request. */
export function unavailable(
  ref: 'store_unavailable' | 'directory_unavailable' | 'overloaded' | 'not_ready',
  detail?: string,
): DenialError {
  return new DenialError(deny('temporarily_unavailable', ref, detail))
}
