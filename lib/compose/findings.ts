import type { Finding } from '../../policies/findings.ts'
import type { Seeding } from '../domain/seed/seeding.ts'
import { type Logger, logFinding } from '../ports/logger.ts'
import { engineFinding } from '../protocol/engine/engine-version.ts'
import type { ForwardedWatch } from '../web/http/forwarded-watch.ts'

/** What this process knows to be wrong with its deployment. What it knows from the start is in its log. */
export function composeFindings(
  seeding: Pick<Seeding, 'shortcomings'>,
  forwarded: Pick<ForwardedWatch, 'finding'>,
  logger: Logger,
): () => readonly Finding[] {
  const engine = engineFinding()
  if (engine !== undefined) logFinding(logger, engine)
  return () => [engine, ...seeding.shortcomings(), forwarded.finding()].filter((found) => found !== undefined)
}
