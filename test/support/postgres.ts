/** A real PostgreSQL server with one database, in a temporary folder. */
import { execFileSync, spawn } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { stoppedAtEnd } from './at-end.ts'
import { childServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { answers } from './listening.ts'
import { newFolder } from './new-folder.ts'
import { postgresFolder } from './proxy-path.ts'

/** PostgreSQL does not run as root; this is Debian's user without rights. */
const UNPRIVILEGED = { uid: 65_534, gid: 65_534 }

export async function startPostgres() {
  const data = newFolder()
  const user = process.getuid?.() === 0 ? UNPRIVILEGED : {}
  if (user === UNPRIVILEGED) chownSync(data, UNPRIVILEGED.uid, UNPRIVILEGED.gid)
  const program = (name: string): string => join(postgresFolder() ?? '', name)
  execFileSync(program('initdb'), ['-D', data, '-A', 'trust', '-U', 'portico', '-E', 'UTF8', '--no-sync'], user)
  const port = await freePort()
  const options = ['-D', data, '-p', String(port), '-k', '', '-h', '127.0.0.1', '-F']
  const server = childServer(
    'postgres',
    () => spawn(program('postgres'), options, { ...user, stdio: 'pipe' }),
    () => answers(port),
  )
  await server.start()
  return stoppedAtEnd({ ...server, url: `postgres://portico@127.0.0.1:${port}/postgres`, stop: server.crash })
}
