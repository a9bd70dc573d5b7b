import { createHash } from 'node:crypto'
import type { AuditLine, ChainLink } from '../../lib/ports/audit-log.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { expect } from './expect.ts'
import { AWKWARD_TEXTS, type Check, race } from './nodes.ts'

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
/** Any function of a line and the hash before it; the store has no part in it. */
const LINK: ChainLink = (before, { seq, at, entry }) => sha256([before, seq, at, entry].join('\n'))
const seqs = (lines: readonly AuditLine[]) => lines.map((line) => line.seq)

/** Reads the whole log and follows the chain from the hash before its first line. Gives the lines. */
async function expectUnbroken(storage: Storage): Promise<readonly AuditLine[]> {
  const bounds = await storage.audit.bounds()
  const lines = await storage.audit.read(undefined, 'newer', 10_000)
  if (!bounds) {
    expect(lines).toEqual([])
    return lines
  }
  expect(seqs(lines)).toEqual(
    Array.from({ length: bounds.last - bounds.first + 1 }, (_, index) => bounds.first + index),
  )
  let before = bounds.hashBeforeFirst
  for (const line of lines) {
    expect(line.hash).toBe(LINK(before, line))
    before = line.hash
  }
  return lines
}

/** Promises of `lib/ports/audit-log.ts`. */
export function auditLogContract(check: Check): void {
  check(
    'append chains entries in order from seq 1; before the first line the hash is empty',
    async ({ here, there }) => {
      expect(await here.audit.bounds()).toBeUndefined()
      await here.audit.append(100, ['one', 'two'], LINK)
      await there.audit.append(200, ['three'], LINK)
      await here.audit.append(300, [], LINK)
      expect(await there.audit.bounds()).toEqual({ first: 1, last: 3, hashBeforeFirst: '' })
      expect((await expectUnbroken(there)).map(({ seq, at, entry }) => ({ seq, at, entry }))).toEqual([
        { seq: 1, at: 100, entry: 'one' },
        { seq: 2, at: 100, entry: 'two' },
        { seq: 3, at: 200, entry: 'three' },
      ])
      expect((await here.audit.read(1, 'newer', 1))[0]?.hash).toBe(sha256('\n1\n100\none'))
    },
  )

  check('entries are opaque: any text comes back as it was, and is hashed as UTF-8', async ({ here, there }) => {
    await here.audit.append(1_763_736_000_123, AWKWARD_TEXTS, LINK)
    expect((await expectUnbroken(there)).map((line) => line.entry)).toEqual(AWKWARD_TEXTS)
  })

  check(
    'appends at once from two nodes make one unbroken chain that holds every entry, each batch together',
    async (nodes) => {
      await race(nodes, 30, (node, turn) => node.audit.append(turn, [`${turn} a`, `${turn} b`], LINK))
      const entries = (await expectUnbroken(nodes.here)).map((line) => line.entry)
      expect(entries.toSorted()).toEqual(
        Array.from({ length: 30 }, (_, turn) => [`${turn} a`, `${turn} b`])
          .flat()
          .toSorted(),
      )
      for (let index = 0; index < 60; index += 2) expect(entries[index + 1]).toBe(entries[index]!.replace('a', 'b'))
    },
  )

  check('read goes from a position, inclusive, or from that end of the log', async ({ here, there }) => {
    expect(await here.audit.read(undefined, 'older', 5)).toEqual([])
    await here.audit.append(1, ['a', 'b', 'c', 'd', 'e'], LINK)
    const { audit } = there
    expect(seqs(await audit.read(undefined, 'newer', 2))).toEqual([1, 2])
    expect(seqs(await audit.read(undefined, 'older', 2))).toEqual([5, 4])
    expect(seqs(await audit.read(3, 'newer', 2))).toEqual([3, 4])
    expect(seqs(await audit.read(3, 'older', 2))).toEqual([3, 2])
    expect(seqs(await audit.read(5, 'newer', 2))).toEqual([5])
    expect(seqs(await audit.read(1, 'older', 2))).toEqual([1])
    expect(await audit.read(6, 'newer', 2)).toEqual([])
    expect(seqs(await audit.read(99, 'older', 2))).toEqual([5, 4])
  })

  check(
    'trim drops lines older than the given time; the chain goes on from the hash before the first',
    async ({ here, there }) => {
      for (const at of [100, 200, 300]) await here.audit.append(at, ['entry'], LINK)
      const lines = await here.audit.read(undefined, 'newer', 10)
      await there.audit.trim(200)
      expect(await here.audit.bounds()).toEqual({ first: 2, last: 3, hashBeforeFirst: lines[0]!.hash })
      expect(await expectUnbroken(here)).toEqual(lines.slice(1))
      expect(seqs(await here.audit.read(1, 'newer', 1))).toEqual([2])
      await here.audit.append(400, ['entry'], LINK)
      expect(seqs(await expectUnbroken(there))).toEqual([2, 3, 4])
    },
  )

  // Clocks of nodes differ, so `at` may go backwards; a gap would look like tampering.
  check(
    'trim never makes a gap: a line that is younger than the limit keeps all that come after it',
    async ({ here }) => {
      for (const at of [50, 300, 100, 200]) await here.audit.append(at, ['entry'], LINK)
      await here.audit.trim(150)
      expect(seqs(await expectUnbroken(here))).toEqual([2, 3, 4])
    },
  )

  check(
    'a log trimmed to nothing is empty, and what is appended then goes on with seq and chain',
    async ({ here, there }) => {
      await here.audit.append(100, ['a', 'b'], LINK)
      const last = (await here.audit.read(undefined, 'older', 1))[0]!
      await here.audit.trim(1_000)
      expect(await there.audit.bounds()).toBeUndefined()
      expect(await there.audit.read(undefined, 'newer', 10)).toEqual([])
      await there.audit.append(2_000, ['c'], LINK)
      expect(await here.audit.bounds()).toEqual({ first: 3, last: 3, hashBeforeFirst: last.hash })
      expect((await expectUnbroken(here))[0]?.entry).toBe('c')
    },
  )
}
