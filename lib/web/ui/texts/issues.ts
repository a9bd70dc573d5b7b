/** Describes findings and issues in words, for the panel, the command line, the log, and startup errors. */
import type { Finding } from '../../../../policies/findings.ts'
import { catalogueFor, DEFAULT_LOCALE, type Messages } from './catalogue.ts'

export type IssueTexts = Messages['issues']

/** The English messages, which the command line, the log, startup errors, and JSON always use. */
export const { issues: ENGLISH_ISSUES, errorAdvice: ENGLISH_ADVICE } = catalogueFor(DEFAULT_LOCALE)

/** `what` is wrong, without a trailing period. */
export function findingText({ code, what }: Pick<Finding, 'code' | 'what'>, texts: IssueTexts) {
  const { why, fix } = texts.findings[code]
  return { what: whatText(what, texts), why, fix }
}

function whatText(what: Finding['what'], { seen }: IssueTexts): string {
  if (typeof what === 'string') return what
  return what.seen === 'engine' ? seen.engine(what) : seen[what.seen](what)
}
