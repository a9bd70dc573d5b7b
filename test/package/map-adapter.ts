/** The store adapter of a third party in one file, and its tests: families are in a Map, a trip away. */
export const MAP_ADAPTER = `
import { StoreUnavailable } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'

const trip = () => new Promise((resolve) => setImmediate(resolve))

/** @param careless reads first, and writes then */
export function mapStorage({ families, rest, now }, careless) {
  let closed = false
  const step = async (work) => {
    await trip()
    if (closed) throw new StoreUnavailable('the Map is closed')
    return work()
  }
  const read = (id) => (families.get(id)?.until > now() ? families.get(id).record : undefined)
  const write = (id, record, ttlMs) => void families.set(id, { record, until: now() + ttlMs })
  const wordOf = (record, expected, next) =>
    record === undefined ? 'missing' : record === expected || record === next ? 'replaced' : 'changed'
  const replace = (id, expected, next, ttlMs) => {
    const word = wordOf(read(id), expected, next)
    if (word === 'replaced') write(id, next, ttlMs)
    return word
  }
  return {
    ...rest,
    copies: undefined,
    name: 'map (test)',
    families: {
      issue: (id, record, ttlMs) => step(() => write(id, record, ttlMs)),
      read: (id) => step(() => read(id)),
      async replace(id, expected, next, ttlMs) {
        if (!careless) return step(() => replace(id, expected, next, ttlMs))
        const word = wordOf(await step(() => read(id)), expected, next)
        if (word === 'replaced') await step(() => write(id, next, ttlMs))
        return word
      },
      takeBack: (id, expected, next, ttlMs) =>
        step(() => ([expected, next].includes(read(id)) ? write(id, expected + ' ', ttlMs) : undefined)),
      resolved: () => step(() => undefined),
      revoke: (id) => step(() => void families.delete(id)),
    },
    tokenState: {
      async look({ family, ...others }) {
        const record = family === undefined ? undefined : await step(() => read(family))
        return { ...(await rest.tokenState.look(others)), family: record }
      },
    },
    async close() {
      closed = true
      await rest.close()
    },
  }
}

let clock = 1_763_736_000_000
const now = () => clock

export const adapter = (careless) => ({
  run: 'in turn',
  pass: async (ms) => void (clock += ms),
  async open() {
    const database = { families: new Map(), rest: embeddedStorage({ now }), now }
    const another = async () => {
      const storage = mapStorage(database, careless)
      await storage.open()
      return storage
    }
    return { storage: await another(), another, close: () => database.rest.close() }
  },
})
`

/** @param runner where `describe` and `it` come from; empty if they are global */
export const adapterTests = (runner: string): string => `${runner}
import assert from 'node:assert/strict'
import { prove, storageContract } from 'portico-sso/testing'
import { adapter } from './map-storage.mjs'

storageContract('the Map adapter', adapter(false), { describe, it })

it('finds the bug', async () => {
  const { holds, story } = await prove(adapter(true))
  assert.equal(holds, false)
  const text = story.join('\\n')
  assert.match(text, /families.replace\\(.*\\) starts …\\n\\d+. .*families.replace\\(.*\\) starts …/)
  assert.match(text, /Broken: A code gives tokens once/)
}, 300_000)
`
