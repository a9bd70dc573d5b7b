import { statusOf } from '../../policies/errors.ts'
import { type Deny, deny, describeDenial } from '../../policies/verdict.ts'

/** A denial as an error: the domain returns results or throws this. */
export class DenialError extends Error {
  override readonly name: string = 'DenialError'
  constructor(readonly denial: Deny) {
    super(describeDenial(denial))
  }
  /** HTTP status of the error code. */
  get status(): number {
    return statusOf(this.denial.error, this.denial.ref)
  }
}

/** Portico, or a part that it depends on, is unavailable: never a verdict about the request. */
export function unavailable(
  ref: 'store_unavailable' | 'directory_unavailable' | 'not_ready',
  detail?: string,
): DenialError {
  return new DenialError(deny('temporarily_unavailable', ref, detail))
}
