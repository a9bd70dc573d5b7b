import type { BoundedDraft, BoundedEntry } from '../../lib/ports/bounded-log.ts'
import { expect } from './expect.ts'
import { AWKWARD_TEXTS, type Check, race } from './nodes.ts'

const ROOMY = { total: 1_000, perShare: 1_000, since: 0 }
const draft = (id: string, share = '', at = 1): BoundedDraft => ({ id, share, at, text: `text of ${id}` })
const ids = (entries: readonly BoundedEntry[]): readonly string[] => entries.map(({ id }) => id)

/** Promises of `lib/ports/bounded-log.ts`. */
export function boundedLogContract(check: Check): void {
  check('entries are read newest first, from a position, and found by their id', async ({ here, there }) => {
    await here.bounded.put(
      'log',
      ['a', 'b', 'c'].map((id) => draft(id)),
      'keep',
      ROOMY,
    )
    await there.bounded.put('log', [draft('d')], 'keep', ROOMY)
    const all = await here.bounded.read('log', undefined, 'older', 10)
    expect(ids(all)).toEqual(['d', 'c', 'b', 'a'])
    const positions = all.map(({ position }) => position)
    expect(positions).toEqual(positions.toSorted((one, other) => other - one))
    expect(await there.bounded.read('log', all[1]?.position, 'older', 2)).toEqual(all.slice(1, 3))
    expect(await there.bounded.read('log', all[2]?.position, 'newer', 2)).toEqual([all[2], all[1]])
    expect(ids(await there.bounded.read('log', undefined, 'newer', 2))).toEqual(['a', 'b'])
    expect(await there.bounded.find('log', 'b')).toEqual(all[2]?.text)
    expect(await here.bounded.find('log', 'e')).toBeUndefined()
    expect(await here.bounded.read('other', undefined, 'older', 10)).toEqual([])
    expect(await here.bounded.find('other', 'a')).toBeUndefined()
  })

  check('under an id that is there the first stays, or its text is replaced, in its place', async ({ here, there }) => {
    await here.bounded.put('log', [draft('a', 'x', 5), draft('b')], 'keep', ROOMY)
    const [, first] = await here.bounded.read('log', undefined, 'older', 10)
    await there.bounded.put('log', [{ ...draft('a', 'y', 9), text: 'another' }], 'keep', ROOMY)
    expect(await here.bounded.find('log', 'a')).toEqual(first?.text)
    await there.bounded.put('log', [{ ...draft('a', 'y', 9), text: 'another' }], 'replace', ROOMY)
    expect(await here.bounded.find('log', 'a')).toBe('another')
    const [last, replaced] = await here.bounded.read('log', undefined, 'older', 10)
    expect([last?.id, replaced]).toEqual(['b', { ...first, text: 'another' }])
  })

  check('the oldest give way: of the whole, and of a share', async ({ here, there }) => {
    const bounds = { ...ROOMY, total: 5, perShare: 3 }
    await here.bounded.put('log', [draft('a', 'quiet'), draft('b', 'quiet')], 'keep', bounds)
    for (const id of ['1', '2', '3', '4', '5']) await there.bounded.put('log', [draft(id, 'loud')], 'keep', bounds)
    expect(ids(await here.bounded.read('log', undefined, 'older', 10))).toEqual(['5', '4', '3', 'b', 'a'])
    expect(await here.bounded.find('log', '2')).toBeUndefined()
    await here.bounded.put('log', [draft('c', 'third')], 'keep', bounds)
    expect(ids(await there.bounded.read('log', undefined, 'older', 10))).toEqual(['c', '5', '4', '3', 'b'])
    // Evicted entries are gone, and may come again.
    await there.bounded.put('log', [draft('a', 'quiet')], 'keep', bounds)
    expect(ids(await there.bounded.read('log', undefined, 'older', 10))).toEqual(['a', 'c', '5', '4', '3'])
  })

  check('shares whose names begin alike are not the same', async ({ here }) => {
    const bounds = { ...ROOMY, perShare: 1 }
    for (const share of ['', 'a', 'ab', 'a:', 'b'])
      await here.bounded.put('log', [draft(`of ${share}`, share)], 'keep', bounds)
    expect(await here.bounded.read('log', undefined, 'older', 10)).toHaveLength(5)
  })

  check(
    'entries are found by how their share begins, in its order, no more than asked for',
    async ({ here, there }) => {
      const drafts = ['k7m2-0001', 'k7m3-0001', 'k7m2-0000', 'k7', 'K7m2-0002', 'k7m2-0001-x', 'k7m2 é'].map((share) =>
        draft(`id of ${share}`, share),
      )
      await here.bounded.put('log', drafts, 'keep', ROOMY)
      await here.bounded.put('other', [draft('other', 'k7m2-0003')], 'keep', ROOMY)
      const found = (beginning: string, limit = 10): Promise<readonly string[]> =>
        there.bounded.idsOfShares('log', beginning, limit)
      const all = ['id of k7m2 é', 'id of k7m2-0000', 'id of k7m2-0001', 'id of k7m2-0001-x']
      expect(await found('k7m2')).toEqual(all)
      expect(await found('k7m2', 3)).toEqual(all.slice(0, 3))
      expect(await found('k7m2-0001-x')).toEqual(all.slice(3))
      expect(await found('k7m4')).toEqual([])
      await here.bounded.put('log', [draft('again', 'k7m2-0000')], 'keep', { ...ROOMY, perShare: 1 })
      expect(await found('k7m2-0000')).toEqual(['again'])
    },
  )

  check('what is older than the given time goes', async ({ here, there }) => {
    await here.bounded.put('log', [draft('a', '', 10), draft('b', '', 20)], 'keep', ROOMY)
    await there.bounded.put('log', [draft('c', '', 30)], 'keep', { ...ROOMY, since: 15 })
    expect(ids(await here.bounded.read('log', undefined, 'older', 10))).toEqual(['c', 'b'])
  })

  check('a log that was emptied gives no position again, and counts from the beginning', async ({ here, there }) => {
    const bounds = { ...ROOMY, total: 2, perShare: 2 }
    await here.bounded.put('log', [draft('a', '', 10), draft('b', '', 10)], 'keep', bounds)
    await here.bounded.put('other', [draft('a', '', 10)], 'keep', bounds)
    const [before] = await here.bounded.read('log', undefined, 'older', 1)
    await there.bounded.put('log', [draft('c', '', 10)], 'keep', { ...bounds, since: 20 })
    expect(await here.bounded.read('log', undefined, 'older', 10)).toEqual([])
    expect(await here.bounded.read('other', undefined, 'older', 10)).toHaveLength(1)
    await here.bounded.put('log', [draft('a', '', 30), draft('b', '', 30)], 'keep', bounds)
    const after = await here.bounded.read('log', undefined, 'older', 10)
    expect(ids(after)).toEqual(['b', 'a'])
    expect(after[1]?.position).toBeGreaterThan(before?.position ?? 0)
  })

  check('texts are opaque', async ({ here, there }) => {
    const drafts = AWKWARD_TEXTS.map((text, index) => ({ ...draft(`id ${index}`), text }))
    await here.bounded.put('log', drafts, 'keep', ROOMY)
    expect((await there.bounded.read('log', undefined, 'older', 20)).map(({ text }) => text)).toEqual(
      AWKWARD_TEXTS.toReversed(),
    )
  })

  check('of many at once none is lost, and the bounds hold', async (nodes) => {
    const bounds = { ...ROOMY, total: 40, perShare: 10 }
    await race(nodes, 60, (node, turn) =>
      node.bounded.put('log', [draft(`id ${turn}`, `share ${turn % 3}`)], 'keep', bounds),
    )
    const entries = await nodes.here.bounded.read('log', undefined, 'older', 100)
    expect(entries).toHaveLength(30)
    expect(new Set(entries.map(({ position }) => position)).size).toBe(30)
  })
}
