import { errors } from 'oidc-provider'
import { statusOf } from '../../../policies/errors.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import { DenialError } from '../../domain/denial-error.ts'

/** A denial by Portico that the engine sends to the client in the same way as its own errors. */
export class SentBack extends errors.OIDCProviderError {
  constructor(readonly denial: Deny) {
    super(400, denial.error)
  }
}

/** Whether the result is meant for the user or the client. False for internal errors. */
export function isAnswered(error: unknown): boolean {
  const denial = error === undefined ? undefined : denialOf(error)
  return error === undefined || (denial !== undefined && statusOf(denial.error, denial.ref) < 500)
}

/** Maps the engine's errors to Portico's error codes, by class and code, never by message text. */
export function denialOf(error: unknown): Deny | undefined {
  if (error instanceof DenialError || error instanceof SentBack) return error.denial
  if (error instanceof errors.SessionNotFound) return deny('invalid_request', 'interaction_expired')
  if (!(error instanceof errors.OIDCProviderError)) return undefined
  switch (error.error) {
    case 'access_denied':
      return deny('access_denied', 'user_denied')
    case 'invalid_request':
      return deny('invalid_request', 'parameter_malformed', error.message)
    // The client was checked before the sign-in began. A disabled one looks like an unknown one (D-G4).
    case 'invalid_client':
      return deny('invalid_request', 'invalid_client')
    default:
      return undefined
  }
}
