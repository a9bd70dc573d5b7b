/**
 * The longest files, then all others; each group in a random order that `TEST_SEED` repeats. Tests must not depend on
 * each other.
 */
import { createHash } from 'node:crypto'

interface TestFile {
  readonly path: string
}

/** At the end, one of these would run alone. */
const LONGEST = [
  ...['adapters/postgres-proof', 'adapters/proofs', 'browser/engines/walk-firefox', 'browser/engines/walk-webkit'],
  ...['attack/campaign', 'postgres/endpoints', 'release/release', 'simulate/simulate'],
]

const isLong = ({ path }: TestFile): boolean => LONGEST.some((place) => path.includes(`/test/${place}.test.`))

const placeOf = ({ path }: TestFile): string =>
  createHash('sha256')
    .update(`${process.env['TEST_SEED']} ${path.slice(path.lastIndexOf('/test/'))}`)
    .digest('hex')

export default class Order {
  sort(files: readonly TestFile[]): readonly TestFile[] {
    return files.toSorted((a, b) => Number(isLong(b)) - Number(isLong(a)) || (placeOf(a) < placeOf(b) ? -1 : 1))
  }

  allFailedTests(files: readonly TestFile[]): readonly TestFile[] {
    return files
  }

  cacheResults(): void {}
}
