/** Bugs that a store can have: the contract or the proof of `portico-sso/testing` finds each. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { storageWith } from '../../lib/domain/storage-with.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { type AdapterUnderTest, prove, storageContract } from '../kit/index.ts'

/** Of all nodes. */
let writing = 0
const pause = () => new Promise((resolve) => setImmediate(resolve))

/** A store in memory; `broken` gets its nodes. */
function adapter(broken: (storage: Storage, node: 'here' | 'there') => Storage): AdapterUnderTest {
  let clock = 1_763_736_000_000
  return {
    run: 'in turn',
    pass: async (ms) => void (clock += ms),
    async open() {
      const storage = embeddedStorage({ now: () => clock })
      await storage.open()
      const another = async () => broken(storage, 'there')
      return { storage: broken(storage, 'here'), another, close: () => storage.close() }
    },
  }
}

/** Remembers what it has read. */
function remembering<Read extends (...given: never[]) => Promise<unknown>>(read: Read): Read {
  const known = new Map<string, Promise<unknown>>()
  return ((...given: never[]) => {
    const key = JSON.stringify(given)
    known.set(key, known.get(key) ?? read(...given))
    return known.get(key)
  }) as Read
}

type Finder = 'contract' | 'prove'
type Bug = readonly [
  what: string,
  finders: readonly Finder[],
  broken: (storage: Storage, node: 'here' | 'there') => Storage,
]
const bug = (what: string, finders: readonly Finder[], broken: Bug[2]): Bug => [what, finders, broken]

const BUGS: readonly Bug[] = [
  bug('a family is read, then written', ['contract', 'prove'], (storage) => {
    const { families } = storage
    return storageWith(storage, {
      families: {
        ...families,
        async replace(id, expected, next, ttlMs) {
          const record = await families.read(id)
          if (record === next) return 'replaced'
          if (record !== expected) return record === undefined ? 'missing' : 'changed'
          await families.issue(id, next, ttlMs)
          return 'replaced'
        },
      },
    })
  }),
  bug('a family is replaced whatever it was', ['contract', 'prove'], (storage) => {
    const { families } = storage
    return storageWith(storage, {
      families: {
        ...families,
        replace: async (id, _expected, next, ttlMs) =>
          families.replace(id, (await families.read(id)) ?? '', next, ttlMs),
      },
    })
  }),
  bug('a revocation responds before it is done', ['contract', 'prove'], (storage) =>
    storageWith(storage, {
      families: {
        ...storage.families,
        revoke: async (id) => void pause().then(() => storage.families.revoke(id).catch(() => {})),
      },
    }),
  ),
  bug('the end of a session responds before it is done', ['contract', 'prove'], (storage) =>
    storageWith(storage, {
      subjects: {
        ...storage.subjects,
        endSession: async (...given) => void pause().then(() => storage.subjects.endSession(...given).catch(() => {})),
      },
    }),
  ),
  bug('the second node remembers what it has looked up', ['contract', 'prove'], (storage, node) =>
    node === 'here' ? storage : storageWith(storage, { tokenState: { look: remembering(storage.tokenState.look) } }),
  ),
  bug('the second node remembers users', ['contract', 'prove'], (storage, node) =>
    node === 'here'
      ? storage
      : storageWith(storage, { subjects: { ...storage.subjects, read: remembering(storage.subjects.read) } }),
  ),
  bug('a value is taken twice', ['contract'], (storage) =>
    storageWith(storage, {
      records: {
        ...storage.records,
        async take(kind, id) {
          const value = await storage.records.read(kind, id)
          await storage.records.remove(kind, id)
          return value
        },
      },
    }),
  ),
  bug('a delivery is leased twice', ['contract'], (storage) =>
    storageWith(storage, {
      deliveries: {
        ...storage.deliveries,
        async lease(now, limit, leaseMs) {
          const due = (await storage.deliveries.unfinished(limit)).filter(({ dueAt }) => dueAt <= now)
          await storage.deliveries.leaseThese(
            due.map(({ id }) => id),
            now,
            leaseMs,
          )
          return due
        },
      },
    }),
  ),
  bug('a counter loses hits', ['contract'], (storage) => {
    const counts = new Map<string, number>()
    return storageWith(storage, {
      rates: {
        ...storage.rates,
        async hit(key, windowMs) {
          const before = counts.get(key) ?? 0
          const { resetMs } = await storage.rates.hit(key, windowMs)
          counts.set(key, before + 1)
          return { count: before + 1, resetMs }
        },
      },
    })
  }),
  bug('nothing expires', ['contract'], (storage) =>
    storageWith(storage, {
      families: { ...storage.families, issue: (id, record) => storage.families.issue(id, record, 1e9) },
    }),
  ),
  bug('a client is created twice', ['contract'], (storage) =>
    storageWith(storage, {
      clients: {
        ...storage.clients,
        async create(entry) {
          await storage.clients.remove(entry.id)
          return storage.clients.create(entry)
        },
      },
    }),
  ),
  bug('a document is read, then written', ['contract'], (storage) =>
    storageWith(storage, {
      documents: {
        ...storage.documents,
        async replace(collection, id, expected, next) {
          const value = await storage.documents.read(collection, id)
          if (value !== expected && value !== next) return 'changed'
          await pause()
          return storage.documents.replace(collection, id, await storage.documents.read(collection, id), next)
        },
      },
    }),
  ),
  bug('a rollback does nothing', ['contract', 'prove'], (storage) =>
    storageWith(storage, { families: { ...storage.families, takeBack: async () => {} } }),
  ),
  bug('a write that meets another one fails with an error of the driver', ['contract', 'prove'], (storage) => {
    const { families } = storage
    return storageWith(storage, {
      families: {
        ...families,
        async replace(...given) {
          try {
            if ((writing += 1) > 1) throw new Error('could not serialize access')
            await pause()
            return await families.replace(...given)
          } finally {
            writing -= 1
          }
        },
      },
    })
  }),
]

/** The promises of the contract that do not hold. */
async function broken(under: AdapterUnderTest): Promise<readonly string[]> {
  const tests: (readonly [string, () => Promise<void>])[] = []
  storageContract('a store', under, {
    describe: (_name, body) => body(),
    it: (name: string, test: () => Promise<void>) => void tests.push([name, test]),
  })
  const failed: string[] = []
  for (const [name, test] of tests) await test().catch((error: Error) => failed.push(`${name}: ${error.message}`))
  return failed
}

it('find nothing in a store without bugs', async () => {
  const under = adapter((storage) => storage)
  expect(await broken(under)).toEqual([])
})

it.each(BUGS)('%s: found by %s', async (_what, finders, brokenStore) => {
  const under = adapter(brokenStore)
  const failed = await broken(under)
  expect(failed.length > 0).toBe(finders.includes('contract'))
  if (!finders.includes('prove')) return
  const { holds, story } = await prove(under)
  expect(holds).toBe(false)
  expect(story).toContainEqual(expect.stringMatching(/^1\. /))
  expect(story.at(-1)).toMatch(/^Broken: /)
})
