/** REL-17 on PostgreSQL: no space is left for its tables, or for its write-ahead log. */
import { randomBytes } from 'node:crypto'
import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres, UNPRIVILEGED } from '../support/postgres.ts'
import { smallDisk } from '../support/small-disk.ts'

const LONG = 3_600_000

/** @returns also a folder of the server on it */
async function diskOf(megabytes: number) {
  const disk = await smallDisk(megabytes)
  if (disk === undefined || UNPRIVILEGED === undefined) throw new Error('only root can mount a small disk')
  const folder = join(disk.path, 'folder')
  await mkdir(folder)
  await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  return { ...disk, folder }
}

it('no space for the tables: what does not fit is not done, and the service goes on with room again', async () => {
  const disk = await diskOf(16)
  const server = await startPostgres({ max_connections: '50' })
  await server.admin(`CREATE TABLESPACE small LOCATION '${disk.folder}'`)
  await server.admin('GRANT CREATE ON TABLESPACE small TO portico; ALTER ROLE portico SET default_tablespace = small')
  const storage = stoppedAtEnd(postgresStorage(server.url, { timeoutMs: GENEROUS_MS }))
  await storage.open()
  await disk.fill()
  const issue = (id: number): Promise<unknown> =>
    storage.families.issue(`${id}`, `record ${'x'.repeat(500)}`, LONG).catch((error: unknown) => error)
  let id = 0
  let refused: unknown
  for (; refused === undefined; id += 1) refused = await issue(id)
  expect(refused).toBeInstanceOf(StoreUnavailable)
  expect(refused).toMatchObject({ reason: '53100', outcomeUnknown: false, isPermanent: false })
  const last = id - 1
  for (let one = 0; one < last; one += 1) expect(await storage.families.read(`${one}`)).toMatch(/^record/)
  expect(await storage.families.read(`${last}`)).toBe(undefined)
  await disk.free()
  expect(await issue(last)).toBe(undefined)
})

it('no space for the write-ahead log: changes fail, and when the server starts with room again, everything acknowledged is there', async () => {
  const disk = await diskOf(16)
  const server = await startPostgres({ min_wal_size: '2MB', checkpoint_timeout: '1h' }, async (data, run) => {
    const options = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N', '--wal-segsize=1']
    await run('initdb', ['-D', data, '-X', join(disk.folder, 'log'), ...options])
  })
  const storage = stoppedAtEnd(postgresStorage(server.superuserUrl, { timeoutMs: GENEROUS_MS }))
  await storage.open()
  // Random, because the server compresses.
  const issue = (id: number): Promise<unknown> =>
    storage.families.issue(`${id}`, `record ${randomBytes(5_000).toString('hex')}`, LONG).catch((error) => error)
  await disk.fill()
  let id = 0
  let refused: unknown
  for (; refused === undefined; id += 1) refused = await issue(id)
  expect(refused).toMatchObject({ name: 'StoreUnavailable', isPermanent: false })
  const last = id - 1
  expect(await issue(last)).toMatchObject({ name: 'StoreUnavailable', isPermanent: false })
  await disk.free()
  await server.crash()
  await server.start()
  for (let one = 0; one < last; one += 1) expect(await storage.families.read(`${one}`)).toMatch(/^record/)
  expect(await issue(id)).toBe(undefined)
})
