/**
 * REL-09: a store that comes back empty. What lived in it alone is lost; the clients and users of the configuration and
 * the signing keys are not, and no node has to be restarted (D-G9, D-T13).
 */
import { setTimeout as pause } from 'node:timers/promises'
import { createLocalJWKSet, type JSONWebKeySet, jwtVerify } from 'jose'
import { person } from '../support/actors.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { CLIENTS, CONF } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { type Idp, type Node, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

let redis: RedisServer
let idp: Idp
let other: Node
let app: RelyingParty
beforeEach(async () => {
  redis = await startRedis()
  idp = await startIdp({ store: { redis: redis.url, keyPrefix: 'empty:' } })
  other = await idp.anotherNode()
  app = relyingParty(idp, CONF)
})

const isReady = async (node: Node): Promise<boolean> => (await node.send('/health/ready')).status === 200
const keysOf = async (node: Node): Promise<JSONWebKeySet> => (await node.send('/jwks')).json() as JSONWebKeySet
const verifies = (token: string, keys: JSONWebKeySet): Promise<boolean> =>
  jwtVerify(token, createLocalJWKSet(keys), { currentDate: new Date(idp.clock.now()) }).then(
    () => true,
    () => false,
  )

/** Asks both nodes all the time, as apps do. @returns every answer until `stop` is called */
function callers(token: string): { readonly answers: Answer[]; stop(): Promise<void> } {
  const answers: Answer[] = []
  const asks: readonly (() => Promise<Answer>)[] = [idp, other].flatMap((node) => [
    () => app.introspect(token, {}, { node }),
    () => app.refresh('an unknown token', {}, { node }),
    () => node.send(app.request({ prompt: 'none' }).address),
  ])
  let isOver = false
  const all = asks.map(async (ask) => {
    while (!isOver) {
      answers.push(await ask())
      await pause(10)
    }
  })
  return {
    answers,
    stop: async () => {
      isOver = true
      await Promise.all(all)
    },
  }
}

const LOSSES: readonly (readonly [string, () => Promise<unknown>])[] = [
  [
    'Redis crashes, keeps nothing, and is started again',
    async () => {
      await redis.crash()
      await redis.start()
    },
  ],
  ['Redis is emptied under the service (FLUSHALL)', () => redis.admin.flushall()],
]

describe.each(LOSSES)('%s:', (_, lose) => {
  it('both nodes heal themselves, and no client of the configuration is ever told that it is unknown', async () => {
    const { access_token: before } = await person(idp).signIn(app)
    const calling = callers(before)
    await lose()
    await until(async () => calling.answers.length > 0 && calling.answers.at(-1)?.status !== 503)
    await until(async () => (await isReady(idp)) && (await isReady(other)))
    const healed = calling.answers.length
    await until(() => calling.answers.length > healed + 30)
    await calling.stop()

    // An introspection returns active or not, a request goes back to the app, the token is wrong; all else is 503.
    for (const answer of calling.answers.filter(({ status }) => status !== 200 && status !== 303)) {
      if (answer.status === 400) expectError(answer, 400, 'invalid_grant')
      else expectUnavailable(answer)
    }
    expect(calling.answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 303, 400]))
    expect(calling.answers.at(-1)?.status).not.toBe(503)
    for (const node of [idp, other]) {
      const tokens = await person(node).signIn(app)
      expect((await app.introspect(tokens.access_token, {}, { node: idp })).json()).toMatchObject({ active: true })
      expect((await app.introspect(tokens.access_token, {}, { node: other })).json()).toMatchObject({ active: true })
      expect((await node.send('/admin')).status).toBeLessThan(400)
    }
  })

  it('D-T13: the keys are those of before, on both nodes and on a new one: what was signed still verifies', async () => {
    const { access_token: before } = await person(idp).signIn(app)
    const keys = await keysOf(idp)
    await lose()
    await until(async () => (await isReady(idp)) && (await isReady(other)))
    const third = await idp.anotherNode()
    for (const node of [idp, other, third]) {
      expect(await keysOf(node)).toEqual(keys)
      expect(await verifies(before, await keysOf(node))).toBe(true)
    }
  })
})

it('D-T13: another node that makes keys first does not displace ours: they stay published on every node', async () => {
  const { access_token: before } = await person(idp).signIn(app)
  await redis.admin.flushall()
  const first = await idp.anotherNode()
  await until(async () => (await isReady(idp)) && (await isReady(other)))
  for (const node of [idp, other]) {
    await until(async () => verifies(before, await keysOf(node)))
    const { access_token: after } = await person(node).signIn(app)
    for (const each of [idp, other, first]) {
      expect((await app.introspect(after, {}, { node: each })).json()).toMatchObject({ active: true })
      expect(await verifies(after, await keysOf(each))).toBe(true)
    }
  }
  await until(async () => {
    await first.portico.keys.rotate()
    return verifies(before, await keysOf(first))
  })
})

it('D-G9: ready is false, and names what is missing, until the store is seeded again', async () => {
  await redis.admin.flushall()
  const answer = await idp.send('/health/ready')
  expect([answer.status, answer.json().checks]).toEqual([
    503,
    { store: 'ok', configuration: 'missing', signingKey: 'ok', format: 'ok', clock: 'ok' },
  ])
  expect(answer.headers['retry-after']).toBe('2')
  await until(() => isReady(idp))
  const warning = 'store is empty; re-seeding'
  expect(idp.log.lines.map(({ message }) => message)).toContain(warning)
})

it('only the clients are lost, as with one master of a cluster: they come back, and none is reported as unknown', async () => {
  await redis.admin.del(...(await redis.admin.keys('empty:c*{c}*')))
  const answers: Answer[] = []
  await until(async () => {
    answers.push(await app.introspect('x'))
    return answers.at(-1)?.status === 200
  })
  for (const answer of answers.slice(0, -1)) expectUnavailable(answer)
  expect(answers.length).toBeGreaterThan(1)
})

it('a snapshot from before a new configuration: what that has added comes back too', async () => {
  const added = {
    ...CONF,
    client_id: 'added',
    redirect_uris: ['http://localhost:4999/added'],
    post_logout_redirect_uris: [],
  }
  const before = await startRedis({ config: { save: '3600 1000000' } })
  const store = { redis: before.url, keyPrefix: 'older:' }
  const older = await startIdp({ store })
  await before.admin.save()
  const newer = await startIdp({ store, issuer: older.issuer, options: { clients: [...CLIENTS, added] } })
  await before.crash()
  await before.start()
  await until(async () => (await isReady(newer)) && (await isReady(older)))
  const asAdded = relyingParty(newer, added)
  await until(async () => (await asAdded.introspect('x')).status !== 503)
  expect((await asAdded.introspect('x')).status).toBe(200)
})

it('a client that a node with a newer configuration has removed is unknown, and nothing is lost', async () => {
  const newer = await startIdp({
    store: { redis: redis.url, keyPrefix: 'empty:' },
    issuer: idp.issuer,
    options: { clients: [] },
  })
  await until(async () => (await app.introspect('x')).status === 401)
  expect(await isReady(idp)).toBe(true)
  expect(await isReady(newer)).toBe(true)
})
