/**
 * In which order jest takes the test files: what waits beside what computes, so that neither core is idle; what is over
 * in a moment comes last, so that no long file is left for one worker alone. Otherwise the larger file comes first.
 */
import { statSync } from 'node:fs'

interface TestFile {
  readonly path: string
}

/** Most of their time they wait: for leases, time-outs, processes, other servers. */
const WAITING = /\/test\/(?:faults|adapters|proof|cli|examples)\//
const COMPUTING = /\/test\/(?:attack|browser|flows|protocol|relying-parties|package|bench|structure)\//
/** The longest, so first. */
const LONGEST = /\/(?:ui-pages|delivery-node-death)\.test\.js$/

const isIn =
  (set: RegExp) =>
  ({ path }: TestFile) =>
    set.test(path)

export default class Order {
  sort(files: readonly TestFile[]): readonly TestFile[] {
    const weight = ({ path }: TestFile): number => (LONGEST.test(path) ? Infinity : statSync(path).size)
    const sorted = files.toSorted((a, b) => (weight(a) === weight(b) ? 0 : weight(b) - weight(a)))
    const [waiting, computing] = [sorted.filter(isIn(WAITING)), sorted.filter(isIn(COMPUTING))]
    const rest = sorted.filter((file) => !waiting.includes(file) && !computing.includes(file))
    // Spread over the whole of the run, the shorter list between the longer.
    const placed = [waiting, computing].flatMap((list) =>
      list.map((file, index) => ({ file, at: index / list.length })),
    )
    return [...placed.toSorted((a, b) => a.at - b.at).map(({ file }) => file), ...rest]
  }

  allFailedTests(files: readonly TestFile[]): readonly TestFile[] {
    return files
  }

  cacheResults(): void {}
}
