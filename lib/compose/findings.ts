import type { Finding } from '../../policies/findings.ts'
import type { Seeding } from '../domain/seed/seeding.ts'
import type { Logger } from '../ports/logger.ts'
import { engineFinding } from '../protocol/engine/engine-version.ts'
import type { ForwardedWatch } from '../web/http/forwarded-watch.ts'
import { ENGLISH_ISSUES, findingText } from '../web/ui/texts/issues.ts'

/** Logs a finding as a warning whatever its severity: the service runs. */
export const findingLog =
  (logger: Logger) =>
  (found: Finding): void => {
    const { what, why, mend } = findingText(found, ENGLISH_ISSUES)
    logger.warn({ code: found.code, why, mend }, what)
  }

/** What this process knows to be wrong with its deployment. What it knows from the start is in its log. */
export function composeFindings(
  seeding: Pick<Seeding, 'shortcomings'>,
  forwarded: Pick<ForwardedWatch, 'finding'>,
  reportFinding: (finding: Finding) => void,
): () => readonly Finding[] {
  const engine = engineFinding()
  if (engine !== undefined) reportFinding(engine)
  return () => [engine, ...seeding.shortcomings(), forwarded.finding()].filter((found) => found !== undefined)
}
