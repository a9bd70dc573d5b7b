/** Rejects a day that does not exist, because a rule would never apply from it on. */
import { dayIn } from '../data/day.ts'
import { describeReceived, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

export function checkSecondFactor(data: unknown): readonly ConfigIssue[] {
  const from = textAt(objectAt(objectAt(data, 'login'), 'secondFactor'), 'from')
  if (from === undefined || dayIn(from) !== undefined) return []
  return [configIssue('E1006', 'login.secondFactor.from', 'a date (YYYY-MM-DD)', describeReceived(from, 'shown'))]
}
