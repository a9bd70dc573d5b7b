/** PostgreSQL of other versions than Debian's: the oldest that works, the newest, and one that is too old. */
import { chown, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { postgresUnderTest } from '../contract/postgres-under-test.ts'
import { storageContract } from '../kit/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { newFolder } from '../support/new-folder.ts'
import { startPostgres, UNPRIVILEGED } from '../support/postgres.ts'
import { GUIDES } from './packages.ts'

async function startVersion(version: number) {
  // The user of the server may be unable to read the repository.
  const folder = newFolder()
  await cp(join(GUIDES.install(), `node_modules/postgres-${version}/native`), folder, {
    recursive: true,
    verbatimSymlinks: true,
  })
  if (UNPRIVILEGED !== undefined) await chown(folder, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  return await startPostgres({ max_connections: '1000' }, undefined, join(folder, 'bin'))
}

for (const version of [13, 18]) {
  const { url } = await startVersion(version)
  storageContract(`PostgreSQL ${version}`, postgresUnderTest(url), { describe, it })
}

it('PostgreSQL 12 is refused, with its version', async () => {
  const storage = stoppedAtEnd(postgresStorage((await startVersion(12)).url))
  const message = expect.stringContaining('PostgreSQL 13 or later is needed, not 12')
  await expect(storage.open()).rejects.toMatchObject({ reason: 'VERSION', isPermanent: true, message })
  expect((await storage.inspect?.())?.map(({ code }) => code)).toEqual(['postgres-unsuitable'])
})
