import type { StoredItem } from '../../lib/ports/copies.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { expect } from './expect.ts'
import { AWKWARD_TEXTS, type Check, LONG } from './nodes.ts'

const copiesOf = ({ copies }: Storage): NonNullable<Storage['copies']> => copies as NonNullable<Storage['copies']>
async function all(storage: Storage): Promise<StoredItem[]> {
  const found: StoredItem[] = []
  for await (const item of copiesOf(storage).readAll()) found.push(item)
  return found
}
const link = (before: string, { seq }: { readonly seq: number }): string => `${before.length}+${seq}`
const nameOf = (item: StoredItem): string => JSON.stringify(item)
const KINDS = ['document', 'client', 'audit-anchor', 'audit-line', 'version']

/** Something of everything, what is kept and what is not. */
async function fill(storage: Storage): Promise<void> {
  for (const [index, text] of AWKWARD_TEXTS.entries()) {
    await storage.documents.replace('people', `p${index}`, undefined, text)
    await storage.documents.replace('keys', `{a}:${index} *`, undefined, text)
  }
  await storage.clients.create({ id: 'wiki', record: 'the wiki', redirectUris: ['https://a/1', 'https://a/{2}'] })
  await storage.clients.create({ id: 'bare', record: '', redirectUris: [] })
  await storage.audit.append(1_000, ['dropped'], link)
  await storage.audit.append(2_000, ['one', '{"two":"\n"}'], link)
  await storage.audit.trim(1_500)
  for (const subject of ['{u}*', 'u-2']) {
    await storage.subjects.revoke(subject)
    await storage.subjects.revoke(subject)
    await storage.subjects.revokeClient(subject, 'wiki')
  }
  await storage.subjects.changeRoles('u-3')
  await storage.subjects.revokeSession('u-4', 'session', LONG)
  await storage.families.issue('family', 'a record', LONG)
  await storage.records.put('kind', 'id', 'value', LONG)
  await storage.sessions.write('key', 'base', LONG)
}

/** Promises of `lib/ports/copies.ts`. */
export function copiesContract(checkAny: Check): void {
  // A store need not have copies.
  const check: Check = (promise, test) =>
    checkAny(promise, async (nodes) => (nodes.here.copies === undefined ? undefined : await test(nodes)))
  check('what is read is all that is kept for good, in the order of its kinds', async ({ here, there }) => {
    await fill(here)
    const found = await all(there)
    expect(found.map(({ kind }) => KINDS.indexOf(kind))).toEqual(found.map(({ kind }) => KINDS.indexOf(kind)).sort())
    const lines = await here.audit.read(undefined, 'newer', 10)
    const version = (subject: string, of: 'all' | 'roles', count: number): StoredItem => ({
      kind: 'version',
      subject,
      of,
      version: count,
    })
    const ofWiki = (subject: string): StoredItem => ({
      kind: 'version',
      subject,
      of: 'client',
      client: 'wiki',
      version: 1,
    })
    const expected: readonly StoredItem[] = [
      ...AWKWARD_TEXTS.flatMap((value, index): StoredItem[] => [
        { kind: 'document', collection: 'keys', id: `{a}:${index} *`, value },
        { kind: 'document', collection: 'people', id: `p${index}`, value },
      ]),
      { kind: 'client', id: 'bare', record: '', redirectUris: [] },
      { kind: 'client', id: 'wiki', record: 'the wiki', redirectUris: ['https://a/1', 'https://a/{2}'] },
      { kind: 'audit-anchor', seq: 1, hash: '0+1' },
      ...lines.map((line): StoredItem => ({ kind: 'audit-line', ...line })),
      ...['{u}*', 'u-2'].flatMap((subject) => [version(subject, 'all', 2), ofWiki(subject)]),
      version('u-3', 'roles', 1),
    ]
    expect(found.map((item) => JSON.parse(nameOf(item)) as StoredItem).sort(byName)).toEqual([...expected].sort(byName))
  })

  check('a store is empty until anything at all is in it', async ({ here, there }) => {
    expect(await copiesOf(here).isEmpty()).toBe(true)
    await there.families.issue('family', 'a record', LONG)
    expect(await copiesOf(here).isEmpty()).toBe(false)
  })

  check(
    'what was read and written into a store that was cleared is there again, twice written or once',
    async (nodes) => {
      const { here, there } = nodes
      await fill(here)
      const before = await all(here)
      await copiesOf(here).clear('people')
      expect(await all(there)).toEqual([{ kind: 'audit-anchor', seq: 0, hash: '' }])
      for (let start = 0; start < before.length; start += 7) {
        await copiesOf(here).write(before.slice(start, start + 7))
        await copiesOf(here).write(before.slice(start, start + 7))
      }
      expect((await all(there)).sort(byName)).toEqual(before.sort(byName))
      expect(await there.clients.holderOf('https://a/{2}')).toBe('wiki')
      expect(await there.clients.list(undefined, 10)).toEqual({ records: ['', 'the wiki'], total: 2 })
      expect((await there.documents.list('people', undefined, 100)).total).toBe(AWKWARD_TEXTS.length)
      expect(await there.audit.bounds()).toEqual({ first: 2, last: 3, hashBeforeFirst: '0+1' })
      await there.audit.append(3_000, ['three'], link)
      const [last] = await here.audit.read(undefined, 'older', 1)
      expect([last?.seq, last?.entry]).toEqual([4, 'three'])
    },
  )

  check('a version is raised, never lowered, and goes on from there', async ({ here, there }) => {
    const { write } = copiesOf(here)
    for (let times = 0; times < 3; times += 1) await here.subjects.revoke('u-1')
    await write([{ kind: 'version', subject: 'u-1', of: 'all', version: 2 }])
    expect((await there.subjects.read('u-1')).generation).toBe(3)
    await write([
      { kind: 'version', subject: 'u-1', of: 'all', version: 2_000_000_003 },
      { kind: 'version', subject: 'u-1', of: 'roles', version: 5 },
      { kind: 'version', subject: 'u-1', of: 'client', client: 'wiki', version: 7 },
    ])
    const state = await there.subjects.read('u-1', undefined, 'wiki')
    expect([state.generation, state.rolesGeneration, state.clientGeneration]).toEqual([2_000_000_003, 5, 7])
    expect(await there.subjects.revoke('u-1')).toBe(2_000_000_004)
  })

  check('a client that is put again frees the redirect URIs that it has no more', async ({ here, there }) => {
    const client = (redirectUris: readonly string[]): StoredItem => ({
      kind: 'client',
      id: 'wiki',
      record: 'w',
      redirectUris,
    })
    await copiesOf(here).write([client(['https://a/1', 'https://a/2'])])
    await copiesOf(here).write([client(['https://a/2', 'https://a/3'])])
    const holders = ['https://a/1', 'https://a/2', 'https://a/3'].map((uri) => there.clients.holderOf(uri))
    expect(await Promise.all(holders)).toEqual([undefined, 'wiki', 'wiki'])
  })

  check('what is read is whole while it is changed, and has what was there before', async ({ here, there }) => {
    for (let turn = 0; turn < 600; turn += 1) await here.documents.replace('people', `p${turn}`, undefined, 'first')
    let isOver = false
    const changes = (async () => {
      for (let turn = 0; !isOver; turn = (turn + 1) % 600) {
        await there.documents.replace('people', `p${turn}`, 'first', 'second')
        await there.clients.create({ id: `c${turn}`, record: `c${turn}`, redirectUris: [`https://c${turn}/`] })
        await there.subjects.revoke(`late ${turn}`)
      }
    })()
    await here.subjects.revoke('early')
    const found = await all(here)
    isOver = true
    await changes
    const documents = found.filter((item) => item.kind === 'document')
    expect(documents).toHaveLength(600)
    expect(documents.every(({ value }) => value === 'first' || value === 'second')).toBe(true)
    for (const item of found) if (item.kind === 'client') expect(item.redirectUris).toEqual([`https://${item.id}/`])
    expect(found.filter((item) => item.kind === 'version' && item.subject === 'early')).toEqual([
      { kind: 'version', subject: 'early', of: 'all', version: 1 },
    ])
  })
}

const byName = (one: StoredItem, other: StoredItem): number => (nameOf(one) < nameOf(other) ? -1 : 1)
