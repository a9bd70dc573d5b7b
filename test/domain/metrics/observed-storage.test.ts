/** An observed store behaves the same; an unobserved one has no wrapper. */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { observedStorage } from '../../../lib/domain/metrics/observed-storage.ts'
import { type Storage, StoreUnavailable } from '../../../lib/index.ts'
import { type Measurements, UNMEASURED } from '../../../lib/ports/measurements.ts'

function recorded(): { readonly reported: unknown[][]; readonly measurements: Measurements } {
  const reported: unknown[][] = []
  const measurements: Measurements = {
    ...UNMEASURED,
    stored: (method, seconds, failure) => void reported.push([method, seconds >= 0, failure]),
    revoked: (cause) => void reported.push(['revoked', cause]),
  }
  return { reported, measurements }
}

it('without measurements and traces it is the very object', () => {
  const storage = embeddedStorage()
  expect(observedStorage(storage, undefined, undefined)).toBe(storage)
})

it('every method of every port is there', async () => {
  const storage = embeddedStorage()
  const observed = observedStorage(storage, UNMEASURED, undefined)
  const shape = (one: Storage) =>
    Object.entries(one)
      .map(([name, part]) => [name, typeof part === 'object' ? Object.keys(part).toSorted() : typeof part])
      .toSorted()
  expect(shape(observed)).toEqual(shape(storage))
  await storage.close()
})

it('calls are reported by name, with the reason of their failure; a revocation also by its cause', async () => {
  const { reported, measurements } = recorded()
  const storage = embeddedStorage()
  await storage.open()
  const failures = [new StoreUnavailable('away'), new StoreUnavailable('away', true), new TypeError('a slip')]
  /** Methods that need their object, as those of a class do. */
  class Failing {
    readonly left = [...failures]
    async issue(): Promise<void> {
      throw this.left.shift()
    }
  }
  const families = new Failing() as unknown as Storage['families']
  const observed = observedStorage({ ...storage, families }, measurements, undefined)
  for (const failure of failures) await expect(observed.families.issue('a', 'b', 1)).rejects.toBe(failure)
  await observed.subjects.revoke('alice')
  expect(reported).toEqual([
    ['families.issue', true, 'unavailable'],
    ['families.issue', true, 'outcome_unknown'],
    ['families.issue', true, 'error'],
    ['subjects.revoke', true, undefined],
    ['revoked', 'user'],
  ])
  await observed.close()
})
