import { statusOf } from '../../policies/errors.ts'
import { type Deny, deny, describeDenial } from '../../policies/verdict.ts'

/** A denial as an error; the domain answers with its results or with this. */
export class DenialError extends Error {
  override readonly name: string = 'DenialError'
  constructor(readonly denial: Deny) {
    super(describeDenial(denial))
  }
  /** HTTP status that the error code stands for. */
  get status(): number {
    return statusOf(this.denial.error, this.denial.ref)
  }
}

/** The service, or a part that it depends on, is unavailable: never a verdict about the request. */
export function unavailable(
  ref: 'store_unavailable' | 'directory_unavailable' | 'not_ready',
  detail?: string,
): DenialError {
  return new DenialError(deny('temporarily_unavailable', ref, detail))
}
