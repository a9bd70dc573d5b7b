import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { readQueue } from '../../adapters/embedded/read-queue.ts'
import { newFolder } from '../support/new-folder.ts'

let folder: string
let ours: DatabaseSync
let theirs: DatabaseSync
beforeEach(async () => {
  folder = newFolder()
  const file = join(folder, 'data.sqlite')
  ours = new DatabaseSync(file)
  ours.exec('PRAGMA journal_mode = WAL; CREATE TABLE numbers (n INTEGER); INSERT INTO numbers VALUES (1)')
  theirs = new DatabaseSync(file)
})
afterEach(async () => {
  for (const connection of [ours, theirs]) if (connection.isOpen) connection.close()
})

const newest = () => ours.prepare('SELECT max(n) AS n FROM numbers').get()?.['n']

it('all steps of a turn see the same, and what another process has committed before the last was asked for', async () => {
  const reads = readQueue(() => ours, 'by-turn')
  const first = reads.add(newest)
  theirs.exec('INSERT INTO numbers VALUES (2)')
  const second = reads.add(() => {
    const before = newest()
    theirs.exec('INSERT INTO numbers VALUES (3)')
    return [before, newest()]
  })
  expect([await first, await second]).toEqual([2, [2, 2]])
  expect(await reads.add(newest)).toBe(3)
})

it('a step that fails fails alone, and the connection can write afterwards', async () => {
  const reads = readQueue(() => ours, 'by-turn')
  const [failed, good] = await Promise.allSettled([reads.add(() => ours.prepare('SELECT nothing')), reads.add(newest)])
  expect(failed).toMatchObject({ status: 'rejected', reason: { name: 'StoreUnavailable' } })
  expect(good).toEqual({ status: 'fulfilled', value: 1 })
  ours.exec('BEGIN IMMEDIATE; INSERT INTO numbers VALUES (4); COMMIT')
  expect(await reads.add(newest)).toBe(4)
})

it('steps that waited while the store was closed say so', async () => {
  const reads = readQueue(() => ours, 'by-turn')
  const waiting = [reads.add(newest), reads.add(newest)]
  ours.close()
  for (const one of await Promise.allSettled(waiting))
    expect(one).toMatchObject({ status: 'rejected', reason: { message: 'embedded store: closed' } })
})
