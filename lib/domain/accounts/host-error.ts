import { withoutCredentials } from '../../../policies/foreign-text.ts'
import { errorFields } from '../../ports/logger.ts'

/** What the log says of an error of the host: its class, where it happened, and its message without credentials. */
export function hostErrorFields(error: unknown): object {
  const fields = Object.entries(errorFields(error))
  return Object.fromEntries(
    fields.map(([name, value]) => [name, typeof value === 'string' ? withoutCredentials(value) : value]),
  )
}
