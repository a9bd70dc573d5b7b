/** The data file of the embedded adapter: its permissions, what it refuses, and an unavailable file. */
import { chmodSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PERMANENT_FILE_ERRORS } from '../../adapters/embedded/data-file.ts'
import { type EmbeddedOptions, embeddedStorage } from '../../adapters/embedded/index.ts'
import type { Storage } from '../../lib/ports/storage.ts'
import { LONG } from '../contract/nodes.ts'
import { newFolder } from '../support/new-folder.ts'
import { smallDisk } from '../support/small-disk.ts'
import { until } from '../support/until.ts'

let folder: string
let file: string
let opened: { close(): unknown }[]
beforeEach(() => {
  folder = newFolder()
  file = join(folder, 'data', 'portico.sqlite')
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
})

function storageOn(options: EmbeddedOptions): Storage {
  const storage = embeddedStorage(options)
  opened.push(storage)
  return storage
}

function otherConnection(): DatabaseSync {
  const connection = new DatabaseSync(file)
  opened.push(connection)
  return connection
}

const countOf = (table: string) => otherConnection().prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows

it('the file, its siblings and its folder are private to their owner', async () => {
  const storage = storageOn({ file })
  expect(await storage.open()).toEqual([])
  await storage.families.issue('f', 'one', LONG)
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  const names = readdirSync(join(folder, 'data'))
  expect(names).toContain('portico.sqlite-wal')
  for (const name of names) expect([name, statSync(join(folder, 'data', name)).mode & 0o777]).toEqual([name, 0o600])
})

it('open warns of a file that others may read, and of a store in memory', async () => {
  await storageOn({ file }).open()
  chmodSync(file, 0o644)
  expect(await storageOn({ file }).open()).toEqual([
    { code: 'file-permissions', what: `${file} can be read by other users on this machine` },
  ])
  for (const options of [{}, { file: ':memory:' }]) {
    const storage = storageOn(options)
    expect(await storage.open()).toEqual([{ code: 'store-in-memory', what: 'the store is in memory' }])
    expect(storage.name).toBe('embedded (memory)')
  }
})

it('what is kept in the file is there after the store was closed and opened again', async () => {
  const first = storageOn({ file })
  await first.families.issue('f', 'one', LONG)
  await first.subjects.revoke('alice')
  await first.audit.append(1, ['entry'], () => 'hash')
  await first.close()
  const second = storageOn({ file })
  expect(second.name).toBe('embedded (file)')
  expect(await second.families.read('f')).toBe('one')
  expect((await second.subjects.read('alice', 's')).generation).toBe(1)
  expect(await second.audit.bounds()).toEqual({ first: 1, last: 1, hashBeforeFirst: '' })
})

it('steps waiting when the store is closed are done and acknowledged', async () => {
  const first = storageOn({ file })
  const writing = first.families.issue('f', 'one', LONG)
  await first.close()
  await writing
  expect(await storageOn({ file }).families.read('f')).toBe('one')
})

it('a file of a newer schema is refused and left as it is', async () => {
  const first = storageOn({ file })
  await first.open()
  await first.close()
  otherConnection().exec('PRAGMA user_version = 99')
  const older = storageOn({ file })
  const refusal = { name: 'StoreUnavailable', message: expect.stringContaining('newer version') }
  await expect(older.open()).rejects.toMatchObject(refusal)
  await expect(older.families.read('f')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  expect(otherConnection().prepare('PRAGMA user_version').get()).toEqual({ user_version: 99 })
})

it('a file that is no data file, and a folder, give StoreUnavailable', async () => {
  const text = join(folder, 'text')
  writeFileSync(text, 'plain text, '.repeat(1_000))
  const failures = {
    [text]: ['NOTADB', `embedded store: not a data file (${text})`],
    [folder]: ['CANTOPEN', `embedded store: file cannot be opened (${folder})`],
  }
  for (const [place, [reason, message]] of Object.entries(failures)) {
    const refused = { name: 'StoreUnavailable', message, reason, place, isPermanent: true }
    await expect(storageOn({ file: place }).open()).rejects.toMatchObject(refused)
  }
})

it('a place where no data file can be made ends the start, whatever the reason', async () => {
  const readOnly = await smallDisk()
  if (readOnly === undefined) throw new Error('only root can mount a small disk')
  await readOnly.remount('ro')
  for (const [name, target] of Object.entries({ loop: 'loop', broken: 'nowhere', linked: readOnly.path }))
    symlinkSync(target, join(folder, name))
  const text = join(folder, 'text')
  writeFileSync(text, '')
  const places: readonly (readonly [code: string, path: string])[] = [
    ['EROFS', join(readOnly.path, 'data/below/it')],
    ['EROFS', join(readOnly.path, 'at-its-top')],
    ['EROFS', join(folder, 'linked/data/file')],
    ['ELOOP', join(folder, 'loop/file')],
    ['ELOOP', join(folder, 'loop/data/file')],
    ['ENOTDIR', join(text, 'below')],
    ['ENOTDIR', join(text, 'data/below')],
    ['ENOTDIR', join(folder, 'broken/file')],
    ['ENAMETOOLONG', join(folder, 'x'.repeat(300), 'file')],
    ['EPERM', '/dev/pts/data/file'],
    ['EACCES', '/dev/pts/file'],
    ['ENOENT', '/proc/data/file'],
  ]
  for (const [reason, place] of places) {
    const message = `embedded store: ${place} cannot be made: ${reason}`
    const refused = { name: 'StoreUnavailable', message, reason, place, isPermanent: true }
    await expect(storageOn({ file: place }).open()).rejects.toMatchObject(refused)
  }
  expect(new Set(places.map(([code]) => code))).toEqual(PERMANENT_FILE_ERRORS)
})

it('a step that cannot get the lock is not done and gives StoreUnavailable while another holds it; reads go on', async () => {
  const { families, ping } = storageOn({ file })
  await families.issue('f', 'one', LONG)
  const other = otherConnection()
  other.exec('BEGIN IMMEDIATE')
  const refusal = { name: 'StoreUnavailable', message: 'embedded store: busy', outcomeUnknown: false }
  await expect(families.replace('f', 'one', 'two', LONG)).rejects.toMatchObject(refusal)
  expect(await families.read('f')).toBe('one')
  await ping()
  other.exec('ROLLBACK')
  expect(await families.replace('f', 'one', 'two', LONG)).toBe('replaced')
})

it('a replacement that cannot be rolled back immediately is rolled back in the background; until then it is not resolved', async () => {
  const { families } = storageOn({ file })
  await families.issue('f', 'one', LONG)
  await families.replace('f', 'one', 'two', LONG)
  const other = otherConnection()
  other.exec('BEGIN IMMEDIATE')
  await families.takeBack('f', 'one', 'two', LONG)
  other.exec('ROLLBACK')
  await expect(families.resolved('f')).rejects.toMatchObject({ name: 'StoreUnavailable' })
  await families.resolved('another')
  await until(() => families.resolved('f').then(() => true))
  expect((await families.read('f'))?.trimEnd()).toBe('one')
})

it('a step with an error fails alone: those that would have shared its commit are done', async () => {
  const { families } = storageOn({ file })
  const outcomes = await Promise.allSettled([
    families.issue('before', 'one', LONG),
    families.issue('wrong', Symbol('no text') as never, LONG),
    families.issue('after', 'one', LONG),
  ])
  expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await families.read('before')).toBe('one')
  expect(await families.read('wrong')).toBeUndefined()
  expect(await families.read('after')).toBe('one')
})

it('rows whose time is over are swept by later steps, and rows whose time is not over never', async () => {
  let clock = 1_000
  const { families, records, rates, sessions } = storageOn({ file, now: () => clock })
  for (let turn = 0; turn < 600; turn += 1) {
    await families.issue(`f${turn}`, 'one', turn % 2 === 0 ? 10 : LONG)
    await rates.hit(`k${turn}`, 10)
  }
  await sessions.write('s', 'base', 10)
  clock += 20
  for (let turn = 0; turn < 1_000; turn += 1) await records.put('kind', 'id', 'value', LONG)
  for (let turn = 0; turn < 400; turn += 1) await rates.hit('k', 10)
  expect(countOf('families')).toBe(300)
  expect(countOf('sessions')).toBe(0)
  expect(countOf('records')).toBe(1)
  expect(countOf('rate_windows')).toBe(1)
})

it('a window is not made longer by a clock that was set back', async () => {
  let clock = 10_000_000
  const { rates } = storageOn({ now: () => clock })
  await rates.hit('k', 60_000)
  clock -= 3_600_000
  expect(await rates.hit('k', 60_000)).toEqual({ count: 1, resetMs: 60_000 })
  expect(await rates.hit('k', 60_000)).toEqual({ count: 2, resetMs: 60_000 })
})
