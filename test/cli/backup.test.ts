/**
 * A backup under load, restored into another store: sign-in, keys and clients are equal; what was revoked before the
 * backup is dead, and so is what was issued before or after it.
 */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { postgresStorage } from '../../adapters/postgres/index.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import type { Storage } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE, BOB, CONF, PUB, ROOT_SECRET } from '../support/fixtures.ts'
import { atHost, nodeSite } from '../support/host-site.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { GENEROUS_MS } from '../support/patience.ts'
import { patientRedis, patientVariables } from '../support/patient-redis.ts'
import { startPostgres } from '../support/postgres.ts'
import { startRedis, startRedisCluster } from '../support/redis-server.ts'
import { registeredClient } from '../support/registered-client.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { ends, type Printed, portico, porticoProcess } from './portico.ts'

const PASSPHRASE = 'four words, or a few more of them'
const OFFLINE = { scope: 'openid offline_access' }
const DORA = { sub: 'u-dora', username: 'dora', password: 'dora is in the store alone' }

/** Where a service keeps all it has, as the command line and as code name it. */
interface Place {
  readonly env: NodeJS.ProcessEnv
  open(): Storage
}

let places = 0
const inFile = (): Place => {
  const data = join(folder, `store-${(places += 1)}`)
  return { env: { PORTICO_DATA: data }, open: () => embeddedStorage({ file: join(data, 'portico.sqlite') }) }
}
const inRedis = (url = `${redis.url}/${(places += 1)}`): Place => ({
  env: patientVariables(url),
  open: () => patientRedis(url),
})

const inPostgres = (): Place => {
  const schema = `s${(places += 1)}`
  const { url } = postgres
  return {
    env: { DATABASE_URL: url, DATABASE_SCHEMA: schema, DATABASE_TIMEOUT_MS: '30000' },
    open: () => postgresStorage(url, { schema, timeoutMs: GENEROUS_MS }),
  }
}

const folder = newFolder()

const redis = await startRedis()
const postgres = await startPostgres({ max_connections: '200' })

const environment = ({ env }: Place, issuer: string): NodeJS.ProcessEnv => ({
  BASE_URL: issuer,
  PORTICO_SECRET: ROOT_SECRET,
  PORTICO_BACKUP_SECRET: PASSPHRASE,
  ...env,
})
/** As an operator runs it: next to the service, in a separate process. */
const cli = (place: Place, issuer: string, ...line: readonly string[]): Promise<Printed> =>
  porticoProcess(line, environment(place, issuer))
const audit = (place: Place, issuer: string, ...line: readonly string[]): Promise<Printed> =>
  portico(['audit', ...line], environment(place, issuer))

/** Sign-ins, new clients and revocations, until it is ended. Returns what it did, in order. */
function load(idp: Idp, conf: RelyingParty) {
  let isOver = false
  const done = { signIns: 0, clients: 0, revocations: 0 }
  const running = (async () => {
    while (!isOver) {
      const tokens = await person(idp, BOB).signIn(conf, OFFLINE)
      done.signIns += 1
      await conf.revoke(tokens.refresh_token)
      await idp.portico.storage.subjects.revoke(`u-${done.revocations}`)
      done.revocations += 1
      await registeredClient(idp)
      done.clients += 1
    }
  })()
  return async () => {
    isOver = true
    await running
    return done
  }
}

const isActive = async (party: RelyingParty, token: string): Promise<unknown> =>
  ((await party.introspect(token)).json() as { readonly active: boolean }).active

async function assertDead(party: RelyingParty, tokens: TokenSet): Promise<void> {
  expect(await isActive(party, tokens.access_token)).toBe(false)
  expect(await isActive(party, tokens.refresh_token)).toBe(false)
  expect((await party.userinfo(tokens.access_token)).status).toBe(401)
  const refreshed = await party.refresh(tokens.refresh_token)
  expect([refreshed.status, (refreshed.json() as { error: string }).error]).toEqual([400, 'invalid_grant'])
}

const kids = async (node: Node): Promise<readonly unknown[]> =>
  ((await node.send('/jwks')).json() as { keys: readonly unknown[] }).keys

async function clientsOf(storage: Storage): Promise<ReadonlyMap<string, object>> {
  const { records } = await storage.clients.list(undefined, 1_000)
  return new Map(
    records.map((record) => {
      const { epoch, ...client } = JSON.parse(record) as { readonly clientId: string; readonly epoch: string }
      expect(epoch).toMatch(/^[\w-]{8}$/)
      return [client.clientId, client]
    }),
  )
}

async function story(from: Place, to: Place, name: string): Promise<void> {
  const file = join(folder, `${name}.backup`)
  const options = { accounts: [ALICE, BOB], clients: [CONF, PUB] }
  const idp = await startIdp({ options: { ...options, storage: from.open() } })
  const { issuer } = idp
  const conf = relyingParty(idp, CONF)
  const made = await registeredClient(idp, `made-for-${name}`)
  await idp.portico.accounts?.create({
    ...DORA,
    passwordHash: await hashPassword(DORA.password),
    status: 'active',
    source: 'administrator',
    person: {},
    createdAt: 0,
    changedAt: 0,
  })
  const revoked = await person(idp).signIn(conf, OFFLINE)
  await conf.revoke(revoked.refresh_token)
  const signedOut = await person(idp, DORA).signIn(made.party, OFFLINE)
  await idp.portico.sessions.endAll(DORA.sub)
  const living = await person(idp).signIn(conf, OFFLINE)
  const ended = load(idp, conf)

  const [backup, done] = await cli(from, issuer, 'backup', file, '--json').then(
    async (it) => [it, await ended()] as const,
  )
  expect(backup).toMatchObject({ code: 0, err: expect.stringMatching(/^done: \d+ documents, \d+ clients, /m) })
  expect(done.signIns).toBeGreaterThan(0)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const later = await person(idp, DORA).signIn(made.party, OFFLINE)
  expect(await isActive(conf, living.access_token)).toBe(true)
  expect(await isActive(made.party, later.access_token)).toBe(true)
  await idp.portico.storage.subjects.revoke(ALICE.sub)
  const before = { keys: await kids(idp), clients: await clientsOf(idp.portico.storage) }
  await idp.stop()
  const head = (await audit(from, issuer, 'head')).out

  const restored = await cli(to, issuer, 'restore', file, '--json')
  expect(restored).toMatchObject({ code: 0, err: expect.stringContaining('all users must sign in again') })
  const again = await startIdp({ issuer, options: { ...options, storage: to.open() } })
  const confAgain = relyingParty(again, CONF)
  const madeAgain = relyingParty(again, made.party.client)

  expect(await kids(again)).toEqual(before.keys)
  const clients = await clientsOf(again.portico.storage)
  for (const [id, client] of clients) expect(client).toEqual(before.clients.get(id))
  expect([...clients.keys()]).toEqual(expect.arrayContaining(['conf', 'pub', `made-for-${name}`]))
  for (const tokens of [revoked, living]) await assertDead(confAgain, tokens)
  for (const tokens of [signedOut, later]) await assertDead(madeAgain, tokens)
  expect((await again.portico.storage.subjects.read(DORA.sub)).generation).toBeGreaterThan(1_000_000_000)
  expect(await again.portico.sessions.list(ALICE.sub)).toEqual([])

  for (const [who, party] of [
    [ALICE, confAgain],
    [DORA, madeAgain],
  ] as const) {
    const tokens = await person(again, who).signIn(party, OFFLINE)
    expect(await isActive(party, tokens.access_token)).toBe(true)
    expect((await party.refresh(tokens.refresh_token)).status).toBe(200)
  }
  await again.stop()

  expect(await audit(to, issuer, 'verify')).toMatchObject({ code: 0, out: expect.stringMatching(/^intact: /) })
  const noted = await audit(to, issuer, 'verify', '--head', head)
  expect(noted).toMatchObject(ends(1, /was restored at .* from a backup of .*entries after \d+ are lost/))
}

it('from a file into a file', () => story(inFile(), inFile(), 'file-to-file'))
it('from a file into Redis', () => story(inFile(), inRedis(), 'file-to-redis'))
it('from a file into PostgreSQL', () => story(inFile(), inPostgres(), 'file-to-postgres'))
it('from PostgreSQL into Redis', () => story(inPostgres(), inRedis(), 'postgres-to-redis'))
it('from Redis into PostgreSQL', () => story(inRedis(), inPostgres(), 'redis-to-postgres'))
it('from Redis into a file', () => story(inRedis(), inFile(), 'redis-to-file'))
it('from a Redis cluster into Redis', async () => {
  const cluster = await startRedisCluster()
  await story(inRedis(cluster.url), inRedis(), 'cluster-to-redis')
})

it('nothing of the store can be read in the file, nor the secrets', () => {
  const text = readFileSync(join(folder, 'file-to-file.backup'), 'latin1')
  for (const word of ['alice', 'conf', 'argon2id$', 'sign-in', PASSPHRASE, ROOT_SECRET])
    expect(text).not.toContain(word)
  expect(text).toMatch(
    /^\{"portico_backup":1,"root_secret":"[\w-]{11}","argon2id":\{"memory_kib":65536,"passes":3,"lanes":4\},/,
  )
})

it('a session at the pages of a host with its own directory, which is in the cookie alone, is over too', async () => {
  const [from, to, file] = [inFile(), inFile(), join(folder, 'host.backup')]
  const accounts = { find: async (sub: string) => ({ sub }), authenticate: async () => ({ sub: 'h-1' }) }
  const options = { accounts, clients: [] }
  const idp = await startIdp({ site: nodeSite, options: { ...options, storage: from.open() } })
  expect(await cli(from, idp.issuer, 'backup', file)).toMatchObject({ code: 0 })
  const browser = openBrowser(atHost(idp))
  const signIn = (await browser.visit(new URL('/members', idp.issuer).href)) as Page
  await browser.submit(signIn, { username: 'any', password: 'any' })
  const session = async (): Promise<unknown> =>
    ((await browser.visit(new URL('/open', idp.issuer).href)).answer.json() as { readonly session: unknown }).session
  expect(await session()).toMatchObject({ user: { sub: 'h-1' } })
  await idp.stop()
  expect(await cli(to, idp.issuer, 'restore', file)).toMatchObject({ code: 0 })
  const again = await startIdp({ site: nodeSite, issuer: idp.issuer, options: { ...options, storage: to.open() } })
  const sent = await again.send('host:/open', { headers: { cookie: browser.cookies.header('/open') ?? '' } })
  expect(sent.json()).toEqual({ session: null })
  await again.stop()
})
