/** What a restore brings back, and in which form: every version is one that no token has. */
import { keptItems, newRaise, raisedItems, withoutIssuer } from '../../../lib/domain/backup/backup-selection.ts'
import { NewerRecordError } from '../../../lib/domain/stored-record.ts'
import type { StoredItem } from '../../../lib/index.ts'
import { words } from '../../support/words.ts'

const RAISE = 1_500_000_000
const document = (collection: string, id: string, value = '{"v":1}'): StoredItem => ({
  kind: 'document',
  collection,
  id,
  value,
})

async function* of(...items: readonly StoredItem[]): AsyncGenerator<StoredItem> {
  yield* items
}
async function collected(items: AsyncIterable<StoredItem>): Promise<StoredItem[]> {
  const all: StoredItem[] = []
  for await (const item of items) all.push(item)
  return all
}

it('what belongs to one life of the store is left out, and nothing else', async () => {
  const documents = (paths: readonly string[]): StoredItem[] =>
    paths.map((path) => document(path.slice(0, path.indexOf('/')), path.slice(path.indexOf('/') + 1)))
  const kept = documents(words`people/u-1 audit/anything service/issuer toString/constructor keys/signing`)
  const left = documents(words`
    preparation/x nodes/x restore/under-way session-ends/x upstream-sessions/x trusted-devices/u-1 service/secrets
    audit/checked
  `)
  expect(await collected(keptItems(of(...left, ...kept)))).toEqual(kept)
  expect(await collected(withoutIssuer(of(...kept)))).toEqual(kept.toSpliced(2, 1))
})

it('every subject with a version, every account and every client gets another one', async () => {
  const account = document('people', 'u-1', JSON.stringify({ v: 1, sub: 'u-1' }))
  const line: StoredItem = { kind: 'audit-line', seq: 1, at: 0, entry: 'e', hash: 'h' }
  const client = { clientId: 'wiki', epoch: 'abcdefgh', redirectUris: ['https://wiki/'], version: 7 }
  const [first, ofAccount, wiki, ...rest] = await collected(
    raisedItems(
      of(
        account,
        { kind: 'client', id: 'wiki', record: JSON.stringify({ v: 1, ...client }), redirectUris: ['https://wiki/'] },
        line,
        { kind: 'version', subject: 'u-1', of: 'all', version: 3 },
        { kind: 'version', subject: 'u-2', of: 'roles', version: 1 },
        { kind: 'version', subject: 'u-2', of: 'client', client: 'wiki', version: 2 },
      ),
      RAISE,
    ),
  )
  expect(first).toEqual(account)
  expect(ofAccount).toEqual({ kind: 'version', subject: 'u-1', of: 'all', version: RAISE })
  const { epoch, ...others } = JSON.parse(wiki?.kind === 'client' ? wiki.record : '') as typeof client
  expect(epoch).toMatch(/^[\w-]{8}$/)
  expect(epoch).not.toBe(client.epoch)
  expect(others).toEqual({ v: 1, clientId: 'wiki', redirectUris: ['https://wiki/'], version: 7 })
  expect(rest).toEqual([
    line,
    { kind: 'version', subject: 'u-1', of: 'all', version: RAISE + 3 },
    { kind: 'version', subject: 'u-2', of: 'roles', version: RAISE + 1 },
    { kind: 'version', subject: 'u-2', of: 'client', client: 'wiki', version: RAISE + 2 },
  ])
})

it('no number of two restores is the same, and all are beyond what a subject reaches', () => {
  const raises = Array.from({ length: 100 }, newRaise)
  expect(new Set(raises).size).toBe(100)
  expect(Math.min(...raises)).toBeGreaterThanOrEqual(1_000_000_000)
})

it('a record of a later release is found while the backup is verified', async () => {
  const newer = raisedItems(of(document('people', 'u-1', '{"v":99}')), RAISE)
  await expect(collected(newer)).rejects.toThrow(NewerRecordError)
})
