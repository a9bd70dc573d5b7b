import { endIn } from '../../../policies/end-dates.ts'
import { type Arguments, UsageError } from '../terminal/command.ts'

/** An option with an end date. Undefined if it is absent, empty if it removes the end date. */
export function endOption(args: Arguments, name = 'until'): string | undefined {
  const text = args.text(name)
  if (text !== undefined && text !== '' && endIn(text) === undefined)
    throw new UsageError(`--${name} must be a date such as 2027-01-31 or a time such as 2027-01-31T18:00:00Z`)
  return text
}
