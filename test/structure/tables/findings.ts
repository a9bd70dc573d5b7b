/** The codes of findings, as `portico doctor` explains them. */
import { FINDINGS } from '../../../policies/findings.ts'
import { code, type Parts, table } from './parts.ts'

export const FINDING_LIST: Parts = {
  findings: () =>
    table(
      ['code', 'severity', 'why it matters', 'how to mend it'],
      Object.entries(FINDINGS).map(([name, { severity, why, mend }]) => [code(name), severity, why, mend]),
    ),
}
