/**
 * Storms over two processes on one Redis: of any number of simultaneous uses of one code or one refresh token at most
 * one succeeds, the others are refused for what they are, and what has been revoked stays dead (T8, I1 to I4, I6).
 * `PORTICO_ROUNDS` sets the number of rounds of each storm.
 */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { person } from '../support/actors.ts'
import type { Person } from '../support/actors.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { send } from '../support/http.ts'
import type { Answer } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import type { Idp } from '../support/idp.ts'
import { startRedis } from '../support/redis-server.ts'
import type { RedisServer } from '../support/redis-server.ts'
import { basic, relyingParty } from '../support/relying-party.ts'
import type { Grant, RelyingParty, TokenSet } from '../support/relying-party.ts'

const ROUNDS = Number(process.env.PORTICO_ROUNDS ?? 200)
const PARALLEL = 50
const PROGRAM = new URL('./storm-service.js', import.meta.url).pathname
const KEY_PREFIX = 'storm:'
const AUTHORIZATION = basic(TRUSTED.client_id, TRUSTED.client_secret)

interface Process { readonly child: ChildProcess; readonly port: number }

let redis: RedisServer
let idp: Idp
let nodes: readonly Process[]
let alice: Person
let app: RelyingParty

beforeAll(async () => {
  redis = await startRedis()
  idp = await startIdp({ store: { redis: redis.url, keyPrefix: KEY_PREFIX } })
  nodes = await Promise.all([start(), start()])
  alice = person(idp)
  app = relyingParty(idp, TRUSTED)
  await alice.authorize(app)
}, 60_000)

afterAll(async () => {
  await Promise.all(nodes.map(({ child }) => new Promise((resolve) => { child.once('exit', resolve).kill('SIGTERM') })))
  await idp.stop()
  await redis.stop()
})

async function start(): Promise<Process> {
  const child = spawn(process.execPath, [PROGRAM, redis.url, idp.issuer, KEY_PREFIX], { stdio: ['ignore', 'pipe', 'inherit'] })
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())))
    child.once('exit', (code) => reject(new Error(`a node ended with ${code}`)))
  })
  return { child, port }
}

const { host } = new URL('http://localhost')
const post = (index: number, path: string, body: Readonly<Record<string, string>>): Promise<Answer> =>
  send(nodes[index % nodes.length]?.port ?? 0, path, { body, headers: { authorization: AUTHORIZATION, host } })

const redeem = (index: number, grant: Grant): Promise<Answer> =>
  post(index, '/token', { grant_type: 'authorization_code', code: grant.code, redirect_uri: grant.redirectUri, code_verifier: grant.verifier })
const refresh = (index: number, token: string): Promise<Answer> => post(index, '/token', { grant_type: 'refresh_token', refresh_token: token })
const isActive = async (index: number, token: string): Promise<boolean> => ((await post(index, '/introspect', { token })).json() as { active: boolean }).active

const freshTokens = async (): Promise<TokenSet> => (await app.exchange(await alice.authorize(app, { scope: 'openid offline_access' }))).json() as TokenSet

/** Everybody at once; the winners, after every loser has been found to be refused as a replay. */
async function storm(use: (index: number) => Promise<Answer>): Promise<readonly TokenSet[]> {
  const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => use(index)))
  const losers = answers.filter(({ status }) => status !== 200)
  for (const loser of losers) expect([loser.status, (loser.json() as { error: string }).error]).toEqual([400, 'invalid_grant'])
  return answers.filter(({ status }) => status === 200).map((answer) => answer.json() as TokenSet)
}

async function rounds(round: () => Promise<void>): Promise<void> {
  for (let count = 0; count < ROUNDS; count += 1) await round()
}

const MINUTES = 60_000

it(`of ${PARALLEL} simultaneous redemptions of one code at most one succeeds, ${ROUNDS} rounds, and the replays kill its tokens`, async () => {
  await rounds(async () => {
    const grant = await alice.authorize(app)
    const winners = await storm((index) => redeem(index, grant))
    expect(winners.length).toBeLessThanOrEqual(1)
    for (const { access_token } of winners) expect(await isActive(0, access_token)).toBe(false)
  })
}, 10 * MINUTES)

it(`of ${PARALLEL} simultaneous uses of one refresh token at most one succeeds, ${ROUNDS} rounds, and the family is dead afterwards`, async () => {
  await rounds(async () => {
    const first = await freshTokens()
    const winners = await storm((index) => refresh(index, first.refresh_token ?? ''))
    expect(winners.length).toBeLessThanOrEqual(1)
    for (const { refresh_token } of winners) expect((await refresh(1, refresh_token ?? '')).status).toBe(400)
    expect(await isActive(1, first.access_token)).toBe(false)
  })
}, 10 * MINUTES)

it(`no token lives after an acknowledged revocation, however many refreshes run against it, ${ROUNDS} rounds`, async () => {
  await rounds(async () => {
    let current = await freshTokens()
    const seen = [current]
    let revoked = false
    const refreshing = (async () => {
      while (!revoked) {
        const answer = await refresh(0, current.refresh_token ?? '')
        if (answer.status !== 200) return expect([answer.status, (answer.json() as { error: string }).error]).toEqual([400, 'invalid_grant'])
        current = answer.json() as TokenSet
        seen.push(current)
      }
    })()
    // Whatever token of the family is revoked, the family goes (T10).
    const revocation = await post(1, '/revocation', { token: seen[0]?.refresh_token ?? '' })
    revoked = true
    await refreshing
    expect(revocation.status).toBe(200)
    const active = await Promise.all(seen.map(({ access_token }, index) => isActive(index, access_token)))
    expect(active).not.toContain(true)
    expect((await refresh(1, current.refresh_token ?? '')).status).toBe(400)
  })
}, 10 * MINUTES)

it(`no token lives after a client was disabled, however many refreshes run against it, ${Math.ceil(ROUNDS / 4)} rounds`, async () => {
  const draft = {
    clientName: 'Stormy', ownerEmail: 'owner@example.com', type: 'confidential', environment: 'live', postLogoutRedirectUris: [],
    scopes: ['openid', 'offline_access'], consent: 'trusted',
  } as const
  for (let round = 0; round < Math.ceil(ROUNDS / 4); round += 1) {
    const clientId = `stormy-${round}`
    const created = await idp.portico.clients.create({ ...draft, clientId, redirectUris: [`https://${clientId}.example/callback`] }, 'test')
    if (created.outcome !== 'done' || created.secret === undefined) throw new Error(created.outcome)
    const own = relyingParty(idp, { client_id: clientId, client_type: 'confidential', client_secret: created.secret, redirect_uris: [`https://${clientId}.example/callback`] })
    const headers = { authorization: basic(clientId, created.secret), host }
    const families = await Promise.all([1, 2, 3].map(async () => (await own.exchange(await alice.authorize(own, { scope: 'openid offline_access' }))).json() as TokenSet))
    const seen = [...families]
    let disabled = false
    const refreshing = families.map(async (family, index) => {
      for (let current = family; !disabled;) {
        const answer = await send(nodes[index % 2]?.port ?? 0, '/token', { body: { grant_type: 'refresh_token', refresh_token: current.refresh_token ?? '' }, headers })
        if (answer.status !== 200) return expect([400, 401]).toContain(answer.status)
        current = answer.json() as TokenSet
        seen.push(current)
      }
    })
    expect((await idp.portico.clients.disable(clientId, 'test')).outcome).toBe('done')
    disabled = true
    await Promise.all(refreshing)
    expect(await Promise.all(seen.map(({ access_token }, index) => isActive(index, access_token)))).not.toContain(true)
  }
}, 10 * MINUTES)
