/** How PostgreSQL can be set up wrongly: each way ends a start with its own words, or is a finding of the doctor. */
import { appendFile, chown, writeFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { createPortico } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { freePort } from '../support/free-port.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { newFolder } from '../support/new-folder.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { startPostgres, UNPRIVILEGED } from '../support/postgres.ts'
import { standbyOf } from '../support/postgres-standby.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { examined, SECRET } from './doctor-world.ts'

const BASE_URL = 'https://id.example'
const settings = { baseUrl: BASE_URL, secret: SECRET } as const
const certificate = selfSigned('localhost')
const files = newFolder()
const [certFile, keyFile] = [join(files, 'cert.pem'), join(files, 'key.pem')]
await writeFile(certFile, certificate.cert)
await writeFile(keyFile, certificate.key, { mode: 0o600 })
for (const path of [files, certFile, keyFile])
  if (UNPRIVILEGED !== undefined) await chown(path, UNPRIVILEGED.uid, UNPRIVILEGED.gid)

const server = await startPostgres({
  fsync: 'on',
  max_connections: '200',
  max_wal_senders: '4',
  listen_addresses: "'*'",
  ssl: 'on',
  ssl_cert_file: `'${certFile}'`,
  ssl_key_file: `'${keyFile}'`,
})
const { admin } = server
await appendFile(join(server.folder, 'pg_hba.conf'), 'host all all all trust\n')
await admin('SELECT pg_reload_conf()')
const atPort = (port: number): string => server.url.replace(`:${server.port}/`, `:${port}/`)

/** Starts a service, and stops it. */
async function start(url: string, schema = 'portico'): Promise<void> {
  const storage = postgresStorage(url, { schema, timeoutMs: GENEROUS_MS })
  try {
    const sso = await createPortico({ ...settings, storage })
    await sso.close()
  } finally {
    await storage.close()
  }
}
const endOf = async (url: string, schema?: string): Promise<unknown> => {
  const error: unknown = await start(url, schema).catch((reason: unknown) => reason)
  return error instanceof StoreUnavailable ? `${error.isPermanent ? 'ends' : 'waits'}: ${error.message}` : error
}
const look = (url: string, schema = 'portico') =>
  examined({
    BASE_URL,
    PORTICO_SECRET: SECRET,
    DATABASE_URL: url,
    DATABASE_SCHEMA: schema,
    DATABASE_TIMEOUT_MS: String(GENEROUS_MS),
  })
/** Without the finding that a busy machine causes. */
async function found(url: string, schema?: string): Promise<readonly string[]> {
  const findings = (await look(url, schema)).filter(({ code }) => code !== 'store-slow')
  expect(JSON.stringify(findings)).not.toContain('hunter2')
  return findings.map(({ code, what }) => `${code}: ${String(what)}`)
}
const finding = (code: string, what: RegExp) => [expect.stringMatching(new RegExp(`^${code}: .*${what.source}`))]

beforeAll(() => start(server.url))

it('nothing, where every commit is on disk before it is acknowledged', async () =>
  expect(await found(server.url)).toEqual([]))

describe('a start ends, and the doctor finds the same:', () => {
  it('a wrong password', async () => {
    const strict = await startPostgres({ password_encryption: "'scram-sha-256'" })
    await strict.admin("ALTER ROLE portico PASSWORD 'right'")
    await strict.trust('scram-sha-256')
    const url = strict.url.replace('password', 'hunter2')
    expect(await endOf(url)).toMatch(/^ends: .*rejects the user or the password \(28P01\)$/)
    expect(await found(url)).toEqual(finding('store-credentials', /rejects the user or the password/))
  })

  it('a missing database', async () => {
    const url = server.url.replace(/postgres$/, 'nowhere')
    expect(await endOf(url)).toMatch(/^ends: .*the database does not exist/)
    expect(await found(url)).toEqual(finding('postgres-unsuitable', /the database does not exist/))
  })

  it('the right to create tables is missing; later, a right to use them', async () => {
    await admin('CREATE ROLE poor LOGIN')
    const url = server.url.replace('portico:password', 'poor')
    expect(await endOf(url, 'poor')).toMatch(/^ends: .*apply the SQL that "portico store schema" prints/)
    expect(await found(url, 'poor')).toEqual(finding('postgres-rights', /portico store schema/))
    await start(server.url, 'poor')
    for (const grant of ['USAGE ON SCHEMA poor', 'SELECT ON ALL TABLES IN SCHEMA poor']) {
      expect(await endOf(url, 'poor')).toMatch(/^ends: this user needs USAGE on the schema "poor", and SELECT/)
      expect(await found(url, 'poor')).toEqual(finding('postgres-rights', /needs USAGE/))
      await admin(`GRANT ${grant} TO poor`)
    }
    await admin('GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA poor TO poor')
    expect(await found(url, 'poor')).toEqual([])
    await admin('REVOKE DELETE ON poor.families FROM poor')
    expect(await endOf(url, 'poor')).toMatch(/^ends: this user needs/)
  })

  it('a version before 13', async () => {
    const proxy = await startProxy(server.port, '127.0.0.1', (reply) =>
      reply.replace(/(\0\0\0\x06)1[3-9]\d{4}(?=\0\0\0)/, '$1120022'),
    )
    expect(await endOf(atPort(proxy.port))).toBe('ends: PostgreSQL 13 or later is needed, not 12')
    expect(await found(atPort(proxy.port))).toEqual(finding('postgres-unsuitable', /13 or later is needed, not 12/))
  })

  it('a server without TLS', async () => {
    const plain = await startPostgres()
    const url = `${plain.url}?sslmode=verify-full`
    expect(await endOf(url)).toMatch(/^ends: .*the server has no TLS$/)
    expect(await found(url)).toEqual(finding('postgres-unsuitable', /the server has no TLS/))
  })

  it('a self-signed certificate; with it as sslrootcert nothing is found, under its own name alone', async () => {
    const url = `${server.url.replace('127.0.0.1', 'localhost')}?sslmode=verify-full`
    const refused = /the server's certificate is not accepted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/
    expect(await endOf(url)).toMatch(new RegExp(`^ends: .*${refused.source}$`))
    expect(await found(url)).toEqual(finding('postgres-unsuitable', refused))
    expect(await found(`${url}&sslrootcert=${certFile}`)).toEqual([])
    expect(await endOf(`${server.url}?sslmode=verify-full&sslrootcert=${certFile}`)).toMatch(
      /^ends: .*ERR_TLS_CERT_ALTNAME_INVALID/,
    )
  })
})

describe('a start waits for the primary, and the doctor finds:', () => {
  it('an unreachable server', async () => {
    const url = atPort(await freePort())
    expect(await endOf(url)).toBe(undefined)
    expect(await found(url)).toEqual(finding('store-unreachable', /no connection to PostgreSQL \(ECONNREFUSED\)/))
  })

  it('a standby, and read-only transactions', async () => {
    const standby = await standbyOf(server, 'follower')
    await until(async () => (await standby.admin("SELECT to_regclass('portico.families') AS it"))[0]?.['it'] !== null)
    const reading = 'CREATE ROLE reader LOGIN; ALTER ROLE reader SET default_transaction_read_only = on'
    await admin(reading)
    for (const url of [standby.url, server.url.replace('portico:password', 'reader')])
      expect(await found(url)).toEqual(finding('postgres-read-only', /the server is read-only/))
    await standby.stop()
  })
})

describe('a start warns, and the doctor finds:', () => {
  it('synchronous_commit off, and local next to a synchronous standby', async () => {
    await admin('CREATE ROLE hasty LOGIN; GRANT portico TO hasty; ALTER ROLE hasty SET synchronous_commit = off')
    const url = server.url.replace('portico:password', 'hasty')
    expect(await found(url)).toEqual(finding('postgres-loses-commits', /synchronous_commit is off/))
    await admin('ALTER ROLE hasty SET synchronous_commit = local')
    expect(await found(url)).toEqual([])
    const standbys = async (value: string): Promise<void> => {
      await admin(`ALTER SYSTEM SET synchronous_standby_names = '${value}'`)
      await admin('SELECT pg_reload_conf()')
      await until(
        async () => (await admin('SHOW synchronous_standby_names'))[0]?.['synchronous_standby_names'] === value,
      )
    }
    await standbys('absent')
    expect(await found(url)).toEqual(finding('postgres-loses-commits', /synchronous_commit is local/))
    await standbys('')
  })

  it('fsync off', async () => {
    const careless = await startPostgres()
    await start(careless.url)
    expect(await found(careless.url)).toEqual(finding('postgres-loses-store', /fsync is off/))
  })

  it('a connection without TLS, unless it is on this machine', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .find(({ family, internal }) => family === 'IPv4' && !internal)
    if (outside === undefined) throw new Error('this test needs an address other than 127.0.0.1')
    const url = server.url.replace('127.0.0.1', outside.address)
    expect(await found(url)).toEqual(finding('postgres-not-encrypted', /connections do not use TLS/))
    expect(await found(`${url}?sslmode=no-verify`)).toEqual([])
  })

  it('a clock ten minutes behind', async () => {
    const proxy = await startProxy(server.port, '127.0.0.1', (reply) =>
      reply.replace(/(\0\0\0\x0d)(\d{13})(?=C)/, (_, head, at) => `${head}${Number(at) - 600_000}`),
    )
    expect(await found(atPort(proxy.port))).toEqual(finding('clock-off', /\d{3} s ahead of the store's clock/))
  })

  it('a slow server', async () => {
    const proxy = await startProxy(server.port)
    proxy.delay(12)
    expect((await look(atPort(proxy.port))).map(({ code }) => code)).toEqual(['store-slow'])
  })
})
