import type { Finding } from '../../policies/findings.ts'
import type { Logger } from '../ports/logger.ts'
import { ENGLISH_ISSUES, findingText } from '../web/ui/texts/issues.ts'

/** Logs every finding as a warning, because Portico keeps running. */
export const findingLog =
  (logger: Logger) =>
  (found: Finding): void => {
    const { what, why, fix } = findingText(found, ENGLISH_ISSUES)
    logger.warn({ code: found.code, why, fix }, what)
  }
