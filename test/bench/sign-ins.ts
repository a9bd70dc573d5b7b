/** Complete sign-ins, relative to the bare engine: both check passwords with the same argon2id, then neither. */
import { INTERACTIVE, NAMESAKES } from './interactive.ts'
import { startParty } from './parties.ts'
import { comparisonLine, print } from './report.ts'
import { type Comparison, comparisonOf, ratios, takeTurns } from './rounds.ts'
import { type Run, withParties } from './run.ts'

const NOTHING = { cookies: [], tokens: [], askable: [] }

export async function compareSignIns(run: Run): Promise<readonly Comparison[]> {
  const comparisons: Comparison[] = []
  for (const [operation, passwordHash] of [
    [INTERACTIVE.plain, false],
    [INTERACTIVE.hashed, true],
  ] as const) {
    if (!run.wants(operation.name)) continue
    const { redis, figures, effort } = run
    await redis.admin.flushall()
    const parties = [
      await startParty('portico', redis.url, { passwordHash, namesakes: NAMESAKES }),
      await startParty('engine', redis.url, { passwordHash }),
    ] as const
    const comparison = await withParties(parties, async (...both) => {
      const samples = await takeTurns(
        operation,
        both.map((party) => [party, NOTHING] as const),
        effort,
      )
      const [ours = [], bare = []] = samples
      figures.note(operation.name, ratios(ours, bare))
      return comparisonOf(operation.name, ours, bare, figures.of(operation.name))
    })
    comparisons.push(comparison)
    print(comparisonLine(comparison, figures.all()))
  }
  return comparisons
}
