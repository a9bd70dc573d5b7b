import { execFile, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { appendFile, chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { stoppedAtEnd } from './at-end.ts'
import { childServer } from './child-server.ts'
import { freePort } from './free-port.ts'
import { postgresFolder } from './proxy-path.ts'

/** Real PostgreSQL servers for tests, each with a temporary folder. */
export interface PostgresServer {
  readonly port: number
  /** `postgres://portico:password@127.0.0.1:port/postgres`, of a user who may create schemas and nothing else. */
  readonly url: string
  /** The same, of the superuser. */
  readonly superuserUrl: string
  readonly folder: string
  /** Runs SQL as the superuser. */
  admin(sql: string): Promise<readonly Readonly<Record<string, unknown>>[]>
  /** Runs a statement in a transaction, which ends when `end` resolves. */
  locking(sql: string, begun: () => void, end: Promise<void>): Promise<void>
  /** How clients on this machine prove who they are from now on; `trust` at first. */
  trust(method: string): Promise<void>
  /** Sends a signal to the server and all of its processes. */
  signal(name: NodeJS.Signals): void
  /** Kills the server, like a crash; its folder stays for `start`. */
  crash(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** PostgreSQL does not run as root; this is Debian's user without rights. */
export const UNPRIVILEGED = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined

/**
 * @param settings of postgresql.conf
 * @param prepare makes the data folder; by default a new, empty server
 * @param programs folder of the server's programs
 */
export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
  prepare?: (folder: string, run: (program: string, args: readonly string[]) => Promise<unknown>) => Promise<void>,
  programs = postgresFolder() ?? '',
): Promise<PostgresServer> {
  const user = UNPRIVILEGED
  const folder = await mkdtemp(join(tmpdir(), 'portico-postgres-'))
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  const run = (program: string, args: readonly string[]) =>
    promisify(execFile)(join(programs, program), [...args], { ...user, cwd: folder })
  const data = join(folder, 'data')
  if (prepare === undefined)
    await run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'])
  else await prepare(data, run)
  const port = await freePort()
  const all = {
    port: `${port}`,
    listen_addresses: "'127.0.0.1'",
    unix_socket_directories: `'${folder}'`,
    logging_collector: 'off',
    // Faster, and a crash of the server alone loses nothing with it.
    fsync: 'off',
    ...settings,
  }
  await appendFile(
    join(data, 'postgresql.conf'),
    `${Object.entries(all)
      .map(([name, value]) => `\n${name} = ${value}`)
      .join('')}\n`,
  )
  const admin = async (sql: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    client.on('error', () => undefined)
    await client.connect()
    try {
      return (await client.query(sql)).rows as Readonly<Record<string, unknown>>[]
    } finally {
      await client.end()
    }
  }
  const locking = async (sql: string, begun: () => void, end: Promise<void>): Promise<void> => {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' })
    await client.connect()
    await client.query('BEGIN')
    await client.query(sql)
    begun()
    await end
    await client.query('COMMIT')
    await client.end()
  }
  const isUp = async (): Promise<boolean> =>
    admin('SELECT 1').then(
      () => true,
      () => false,
    )
  let pid: number | undefined
  const options = { ...user, cwd: folder, stdio: 'pipe' } as const
  const server = childServer(
    'postgres',
    () => {
      const child = spawn(join(programs, 'postgres'), ['-D', data], options)
      pid = child.pid
      return child
    },
    isUp,
  )
  /** Each connection is a child process. */
  const signal = (name: NodeJS.Signals): void => {
    if (pid === undefined) return
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    for (const one of [pid, ...children.map(Number)]) {
      try {
        if (one > 0) process.kill(one, name)
      } catch (error) {
        // A connection can end meanwhile.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
      }
    }
  }
  const crash = async (): Promise<void> => {
    if (await isUp()) signal('SIGKILL')
    await server.crash()
  }
  await server.start()
  if (prepare === undefined) {
    await admin("CREATE ROLE portico LOGIN PASSWORD 'password'")
    await admin('GRANT CREATE ON DATABASE postgres TO portico')
  }
  return stoppedAtEnd({
    port,
    url: `postgres://portico:password@127.0.0.1:${port}/postgres`,
    superuserUrl: `postgres://postgres@127.0.0.1:${port}/postgres`,
    folder: data,
    admin,
    locking,
    signal,
    async trust(method) {
      const rules = `local all all trust\nhost all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 ${method}\n`
      await writeFile(join(data, 'pg_hba.conf'), rules)
      await admin('SELECT pg_reload_conf()')
    },
    start: server.start,
    crash,
    async stop() {
      await crash()
      await rm(folder, { recursive: true, force: true })
    },
  })
}
