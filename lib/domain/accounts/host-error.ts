import { withoutCredentials } from '../../../policies/untrusted-text.ts'
import { errorFields } from '../../ports/logger.ts'

/** Log fields for a host error: its class, location, and message, with credentials removed. */
export function hostErrorFields(error: unknown): object {
  const fields = Object.entries(errorFields(error))
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? withoutCredentials(value) : value]),
  )
}
