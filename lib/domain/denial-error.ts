import { descriptionOf, statusOf } from '../../policies/errors.ts'
import { type Deny, deny } from '../../policies/verdict.ts'

/** A denial on its way to whoever answers; the domain knows no other answer than this and its results. */
export class DenialError extends Error {
  override readonly name: string = 'DenialError'
  constructor(readonly denial: Deny) {
    super(descriptionOf(denial.error, denial.ref))
  }
  /** HTTP status that the error code stands for. */
  get status(): number {
    return statusOf(this.denial.error, this.denial.ref)
  }
}

/** The service, or what it depends on, cannot answer now: never a verdict about what was sent. */
export function unavailable(
  ref: 'store_unavailable' | 'directory_unavailable' | 'not_ready',
  detail?: string,
): DenialError {
  return new DenialError(deny('temporarily_unavailable', ref, detail))
}
