/** The codes of findings. `portico doctor` prints each with its fix. */
import { ENGLISH_ISSUES } from '../../../lib/web/ui/texts/issues.ts'
import { FINDINGS, type FindingCode } from '../../../policies/findings.ts'
import { code, list, type Parts } from './parts.ts'

export const FINDING_LIST: Parts = {
  findings: () =>
    list(
      Object.entries(FINDINGS).map(([name, severity]) => [
        `${code(name)} (${severity})`,
        ENGLISH_ISSUES.findings[name as FindingCode].why,
      ]),
    ),
}
