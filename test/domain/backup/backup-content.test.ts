/** The lines of a backup: the reader returns everything written, in its order, or an error. */
import { contentChunks, contentItems } from '../../../lib/domain/backup/backup-content.ts'
import type { StoredItem } from '../../../lib/index.ts'

const ABOUT = { createdAt: 1_700_000_000_000, issuer: 'https://id.example.com', version: '1.0.0', store: 'redis' }
const ITEMS: readonly StoredItem[] = [
  { kind: 'document', collection: 'people', id: 'line\u2028feed\n', value: 'ünïcödé 🗝️ before\0after' },
  { kind: 'document', collection: 'people', id: 'long', value: 'x'.repeat(200_000) },
  { kind: 'audit-anchor', seq: 0, hash: '' },
]

async function* of<T>(...values: readonly T[]): AsyncGenerator<T> {
  yield* values
}
async function collected<T>(values: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
const written = async (): Promise<string> =>
  Buffer.concat(await collected(contentChunks(ABOUT, of(...ITEMS), () => {}))).toString()
const read = (text: string): Promise<unknown[]> => collected(contentItems(of(Buffer.from(text))))

it('what was written is read, in whatever parts it comes, and counted', async () => {
  const counts: unknown[] = []
  const bytes = Buffer.concat(await collected(contentChunks(ABOUT, of(...ITEMS), (found) => counts.push({ ...found }))))
  expect(counts.at(-1)).toEqual({ document: 2, client: 0, 'audit-anchor': 1, 'audit-line': 0, version: 0 })
  const parts = Array.from({ length: Math.ceil(bytes.length / 1_000) }, (_, place) =>
    bytes.subarray(place * 1_000, (place + 1) * 1_000),
  )
  expect(await collected(contentItems(of(...parts)))).toEqual([ABOUT, ...ITEMS])
})

it('an entry or the last line that is missing, and another order, are refused', async () => {
  const lines = (await written()).trimEnd().split('\n')
  const without = (place: number): string => `${lines.toSpliced(place, 1).join('\n')}\n`
  await expect(read(without(1))).rejects.toThrow('does not have as many entries as were written')
  await expect(read(without(lines.length - 1))).rejects.toThrow('does not have as many entries as were written')
  await expect(read(without(0))).rejects.toThrow('not in the order')
  await expect(read(`${lines.join('\n')}\n${lines[1]}\n`)).rejects.toThrow('not in the order')
})
