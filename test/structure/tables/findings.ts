/** The codes of findings, with the explanations of `portico doctor`. */
import { ENGLISH_ISSUES } from '../../../lib/web/ui/texts/issues.ts'
import { FINDINGS, type FindingCode } from '../../../policies/findings.ts'
import { code, type Parts } from './parts.ts'

export const FINDING_LIST: Parts = {
  findings: () =>
    Object.entries(FINDINGS)
      .map(([name, severity]) => {
        const { why, fix } = ENGLISH_ISSUES.findings[name as FindingCode]
        return `- ${code(name)} (${severity}): ${why} *Fix:* ${fix}`
      })
      .join('\n'),
}
