/** Every operation: the library in a host, the bare engine, the reference deployment, the floor. Then their memory. */
import { setTimeout as pause } from 'node:timers/promises'
import { OPERATIONS, type Operation, prepareStock } from './operations.ts'
import { type Party, startParty, startReference } from './parties.ts'
import { comparisonLine, HEADINGS, print } from './report.ts'
import { type Comparison, type Contestant, comparisonOf, figuresOf, ratios, takeTurns } from './rounds.ts'
import { MIB, type Run, withParties } from './run.ts'
import { ROWS, type RowName } from './targets.ts'

const ofReference = (operation: string): string => `${operation} (reference deployment)`
const isRow = (name: string): name is RowName => ROWS.some((row) => row.name === name)
const AFTERWARDS = ROWS.map(({ name }) => name).filter((name) => /^(?:memory after|peak memory) /.test(name))
const FLOOR = 'refresh (floor)'

export async function compareSpeed(run: Run): Promise<readonly Comparison[]> {
  const whole = run.wants(...AFTERWARDS)
  const namesOf = ({ name }: Operation): readonly string[] => [
    name,
    ofReference(name),
    ...(name === 'refresh' ? [FLOOR] : []),
  ]
  const operations = OPERATIONS.filter((operation) => whole || run.wants(...namesOf(operation).filter(isRow)))
  if (operations.length === 0) return []
  const { redis, profiles } = run
  await redis.admin.flushall()
  const ours = await startParty('portico', redis.url, { profiles })
  // It compares passwords, so only ours has the memory of hashing.
  const bare = await startParty('engine', redis.url, { profiles, passwordHash: false })
  const parties = [
    ours,
    bare,
    await startReference(redis.url),
    await startParty('floor', redis.url),
    await startParty('portico', redis.url, { issuer: ours.issuer }),
  ] as const
  return withParties(parties, async (first, engine, reference, floor, sibling) => {
    const library: Party = { ...first, sibling }
    const contestants: Contestant[] = []
    for (const party of [library, engine, reference, floor]) contestants.push([party, await prepareStock(party)])
    print(HEADINGS)
    const comparisons: Comparison[] = []
    for (const operation of operations) {
      const comparison = await compare(run, operation, contestants)
      comparisons.push(comparison)
      print(comparisonLine(comparison, run.figures.all()))
    }
    if (whole) await noteMemory(run, library, engine, reference)
    return comparisons
  })
}

async function compare(run: Run, operation: Operation, contestants: readonly Contestant[]): Promise<Comparison> {
  const { name } = operation
  // Tokens of another node would require a second node of the reference deployment.
  const takesPart = ({ name: party }: Party): boolean =>
    party === 'reference' ? isRow(ofReference(name)) : party === 'floor' ? name === 'refresh' : true
  const taking = contestants.filter(([party]) => takesPart(party))
  const samples = await takeTurns(operation, taking, run.effort)
  const of = (party: Party['name']) => samples[taking.findIndex(([each]) => each.name === party)]
  const [ours = [], bare = [], reference, floor] = (['portico', 'engine', 'reference', 'floor'] as const).map(of)
  const note = (row: string, values: readonly number[]) => (isRow(row) ? run.figures.note(row, values) : undefined)
  note(name, ratios(ours, bare))
  if (reference !== undefined) note(ofReference(name), ratios(reference, bare))
  if (floor !== undefined) note(FLOOR, ratios(floor, bare))
  return {
    ...comparisonOf(name, ours, bare, run.figures.of(name)),
    ...(reference === undefined ? {} : { reference: figuresOf(reference) }),
    ...(floor === undefined ? {} : { floor: figuresOf(floor) }),
  }
}

async function noteMemory({ figures, idleMs }: Run, library: Party, engine: Party, reference: Party): Promise<void> {
  await pause(idleMs)
  const [ours, bare, deployed] = [library, engine, reference].map((party) => party.memory())
  const mib = (bytes = NaN): readonly number[] => [bytes / MIB]
  figures.note('memory after (library)', mib(ours?.resident))
  figures.note('memory after (bare engine)', mib(bare?.resident))
  figures.note('memory after (reference deployment)', mib(deployed?.resident))
  figures.note('memory after (library : bare engine)', [(ours?.resident ?? NaN) / (bare?.resident ?? NaN)])
  figures.note('peak memory (library)', mib(ours?.peak))
  figures.note('peak memory (bare engine)', mib(bare?.peak))
  figures.note('peak memory (reference deployment)', mib(deployed?.peak))
}
