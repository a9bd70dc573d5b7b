/** In which order the test files run: a random one, which `TEST_SEED` repeats. No test may depend on what another has left. */
import { createHash } from 'node:crypto'

interface TestFile {
  readonly path: string
}

const placeOf = ({ path }: TestFile): string =>
  createHash('sha256')
    .update(`${process.env['TEST_SEED']} ${path.slice(path.lastIndexOf('/test/'))}`)
    .digest('hex')

export default class Order {
  sort(files: readonly TestFile[]): readonly TestFile[] {
    return files.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1))
  }

  allFailedTests(files: readonly TestFile[]): readonly TestFile[] {
    return files
  }

  cacheResults(): void {}
}
