/**
 * REL-01: a node dies between using a code or refresh token up in the store and answering. For each answer of the store
 * that the request waits for: that answer never comes, the node is killed, and the client tries again at another node.
 * The code or token may be lost with the node; it never yields two, and nothing half done is of use.
 */
import { person } from '../support/actors.ts'
import { ACCOUNTS, CLIENTS, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Answer, inParallel } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { startNodeProcess } from '../support/logout-processes.ts'
import { LONG_FORM } from '../support/long-form.ts'
import { startRedis } from '../support/redis-server.ts'
import { type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'
import { messageLength } from '../support/resp.ts'
import { patiently } from '../support/store-trouble.ts'
import { startProxy } from '../support/tcp-proxy.ts'

const OFFLINE = { scope: 'openid offline_access' }
const KEY_PREFIX = 'death:'
/** An exchange asks five things of the store, a refresh four; beyond that the answer comes. */
const ANSWERS = [0, 1, 2, 3, 4, 5]
/** A node that is silent for half a minute counts as dead; until then no other resolves what it has begun. */
const SILENT_SECONDS = 31

interface Attempt {
  readonly what: string
  readonly first: Answer | undefined
  readonly again: () => Promise<Answer>
}

const redis = await startRedis()

const other = await startIdp({ store: { redis: redis.url, keyPrefix: KEY_PREFIX } })

const app = relyingParty(other, TRUSTED)

const alice = person(other)

await alice.authorize(app)

/** Runs a separate node, which gets a number of responses from the store and dies waiting for the next. */
async function killedAt(answers: number, what: string, ask: (app: RelyingParty) => Promise<Answer>): Promise<Attempt> {
  let received = -Infinity
  const lost = Promise.withResolvers<void>()
  const proxy = await startProxy(redis.port, '127.0.0.1', (text) => {
    const chunk = Buffer.from(text, 'latin1')
    for (let at = 0; at < chunk.length; received += 1) at += messageLength(chunk, at) ?? chunk.length
    if (received > answers) lost.resolve()
    return text
  })
  const node = await startNodeProcess({
    issuer: other.issuer,
    port: await freePort(),
    store: { redis: `redis://127.0.0.1:${proxy.port}`, keyPrefix: KEY_PREFIX },
    options: { secret: ROOT_SECRET, clients: CLIENTS, accounts: ACCOUNTS, rateLimits: false },
  })
  proxy.dropRepliesAfter(answers)
  received = 0
  const first = ask(relyingParty(node.node, TRUSTED)).catch(() => undefined)
  await Promise.race([first, lost.promise])
  await node.end('SIGKILL')
  return { what: `${what}, after ${answers} answers`, first: await first, again: () => ask(app) }
}

/** Half a minute later, as the store sees it: what was begun is older by that, and no node has been active since. */
async function halfAMinuteLater(): Promise<void> {
  const { admin } = redis
  for (const key of await admin.keys(`${KEY_PREFIX}n{*`)) await admin.del(key)
  for (const key of await admin.keys(`${KEY_PREFIX}f{*`)) {
    const [, record = '', at = '', rest = ''] = /^(.*)#([0-9a-f]{6})([^#]+)$/s.exec((await admin.get(key)) ?? '') ?? []
    if (rest === '') continue
    const earlier = (parseInt(at, 16) - SILENT_SECONDS).toString(16).padStart(6, '0')
    await admin.set(key, `${record}#${earlier}${rest}`, 'KEEPTTL')
  }
}

it('REL-01: killed while it waits for an answer of the store: at most one success, and nothing half done is of use', async () => {
  const keysOfFamilies = () => redis.admin.keys(`${KEY_PREFIX}f{*`)
  const before = await keysOfFamilies()
  const attempts = (
    await inParallel(ANSWERS.length, 2, async (index) => {
      const grant = await alice.authorize(app, OFFLINE)
      const { refresh_token } = await alice.signIn(app, OFFLINE)
      const answers = ANSWERS[index] as number
      return [
        await killedAt(answers, 'exchange', (party) => party.exchange(grant)),
        await killedAt(answers, 'refresh', (party) => party.refresh(refresh_token)),
      ]
    })
  ).flat()
  if (!LONG_FORM) await halfAMinuteLater()
  const outcomes = await Promise.all(
    attempts.map(async ({ what, first, again }) => {
      const second = await patiently(again)
      const tokens = second.status === 200 ? (second.json() as TokenSet) : undefined
      return { what, answers: [first?.status ?? 'none', second.status], tokens }
    }),
  )
  for (const { what, answers } of outcomes) {
    // A completed request is a replay; an incomplete one succeeds now or is lost with the node.
    expect([what, answers[0] === 200 ? [400] : [200, 400]]).toEqual([what, expect.arrayContaining([answers[1]])])
  }
  // Some caller waited in vain for every response, and unused tokens were not lost.
  expect(outcomes.map(({ answers: [first] }) => first)).toEqual(expect.arrayContaining(['none', 200]))
  expect(outcomes.filter(({ tokens }) => tokens !== undefined).length).toBeGreaterThan(1)
  expect(outcomes.filter(({ answers }) => answers[0] === 'none' && answers[1] === 400).length).toBeGreaterThan(0)
  // Revoked is revoked: no family is left but those whose tokens a caller has.
  const alive = outcomes.flatMap(({ tokens }) => (tokens === undefined ? [] : [tokens]))
  expect((await keysOfFamilies()).filter((key) => !before.includes(key))).toHaveLength(alive.length)
  for (const { refresh_token } of alive) expect((await app.refresh(refresh_token)).status).toBe(200)
})
