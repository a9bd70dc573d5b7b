import { headerNameIssue, IDENTITY_FACTS } from '../../../policies/identity-headers.ts'
import { describeReceived, objectAt, textAt } from '../data/plain-data.ts'
import { type ConfigIssue, configIssue } from '../issues/config-error.ts'

const EXPECTED = {
  malformed: 'the name of a header: letters, digits and hyphens',
  taken: 'a name without a meaning of its own',
  repeated: 'a name that none of the others has',
} as const

export function checkGate(data: unknown): readonly ConfigIssue[] {
  const headers = objectAt(objectAt(data, 'gate'), 'headers')
  const seen: string[] = []
  return IDENTITY_FACTS.flatMap((fact): ConfigIssue[] => {
    const name = textAt(headers, fact)
    if (name === undefined) return []
    const issue = headerNameIssue(name, seen)
    seen.push(name)
    if (issue === undefined) return []
    return [configIssue('E1006', `gate.headers.${fact}`, EXPECTED[issue], describeReceived(name, 'shown'))]
  })
}
