/** Changes of one document by several writers: none is lost, and a writer that always loses gets a 503. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import {
  changeDocument,
  changeList,
  changeText,
  readDocument,
  readDocumentList,
  removeDocument,
} from '../../lib/domain/documents.ts'
import { type Storage, StoreUnavailable } from '../../lib/index.ts'

let storage: Storage
let writes = 0
let documents: Storage['documents']
beforeEach(async () => {
  storage = embeddedStorage()
  await storage.open()
  writes = 0
  documents = {
    ...storage.documents,
    replace: (...call) => {
      writes += 1
      return storage.documents.replace(...call)
    },
  }
})
afterEach(() => storage.close())

interface Count {
  readonly count: number
}
const grow = () => changeDocument<Count>(documents, 'test', 'x', ({ count } = { count: 0 }) => ({ count: count + 1 }))
const read = () => readDocument<Count>(documents, 'test', 'x')

it('fifty writers of the same change are all counted', async () => {
  const changes = await Promise.all(Array.from({ length: 50 }, grow))
  expect(await read()).toEqual({ count: 50 })
  expect(new Set(changes.map(({ after }) => after?.count)).size).toBe(50)
})

it('of two that use up the same code one succeeds', async () => {
  const use = async (): Promise<boolean> => {
    const { before, after } = await changeDocument<{ codes: readonly string[] }>(documents, 'test', 'x', (record) =>
      record?.codes.length === 0 ? 'keep' : { codes: [] },
    )
    return after !== before
  }
  expect((await Promise.all([use(), use()])).filter(Boolean)).toHaveLength(1)
})

it('what is kept is not written, and what is removed is gone', async () => {
  await grow()
  const kept = await changeDocument<Count>(documents, 'test', 'x', () => 'keep')
  const same = await changeDocument<Count>(documents, 'test', 'x', (record) => record)
  expect([writes, kept.after, same.after]).toEqual([1, { count: 1 }, { count: 1 }])
  const gone = await changeDocument<Count>(documents, 'test', 'x', () => undefined)
  expect([gone.before, gone.after, await read()]).toEqual([{ count: 1 }, undefined, undefined])
  await changeDocument<Count>(documents, 'test', 'x', () => undefined)
  await removeDocument(documents, 'test', 'x')
  expect(writes).toBe(2)
})

it('a list without entries is no document, and one with the same entries is not written', async () => {
  const change = (edit: (list: readonly string[]) => readonly string[]) =>
    changeList<string>(documents, 'test', 'list', edit)
  await change((list) => [...list, 'a', 'b'])
  await change((list) => list.filter((entry) => entry !== 'c'))
  expect([writes, await readDocumentList(documents, 'test', 'list')]).toEqual([1, ['a', 'b']])
  expect((await change(() => [])).before).toEqual(['a', 'b'])
  expect(await storage.documents.read('test', 'list')).toBeUndefined()
})

it('of any number who claim a text one gets it, and all are given its name', async () => {
  const claims = await Promise.all(
    ['ann', 'bob', 'cid'].map((name) => changeText(documents, 'test', 'name', (holder) => holder ?? name)),
  )
  const holder = await storage.documents.read('test', 'name')
  expect(claims.map(({ after }) => after)).toEqual([holder, holder, holder])
  expect(claims.filter(({ before, after }) => before !== after)).toHaveLength(1)
})

it('a writer that others are always faster than stops, with an error that becomes a 503', async () => {
  documents = { ...documents, replace: async () => 'changed' }
  await expect(grow()).rejects.toThrow(StoreUnavailable)
  expect(await read()).toBeUndefined()
})
