/**
 * The root secret of two processes on one Redis is changed under load, node by node. In the documented order nothing is
 * refused; in the other order some responses are 503, and no user is signed out.
 */
import { join } from 'node:path'
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import type { Node } from '../support/idp.ts'
import { sendsMore, type Totals } from '../support/load.ts'
import { stateOf } from '../support/logout-caller.ts'
import { remote } from '../support/logout-processes.ts'
import { logoutClient } from '../support/logout-sinks.ts'
import { mixedLoad } from '../support/mixed-load.ts'
import { patientVariables } from '../support/patient-redis.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const [OLD, NEW] = [ROOT_SECRET, 'the secret that is used from now on 0123456789']
const EVERY_MS = 50

let folder: Folder
let redis: RedisServer
let ports: readonly [number, number]
let issuer: string
let runs: Run[]
const draining = new Set<number>()
beforeEach(async () => {
  ;[folder, redis] = await Promise.all([emptyFolder(), startRedis()])
  ports = [await freePort(), await freePort()]
  issuer = `http://localhost:${await freePort()}`
  await folder.configure({ clients: [logoutClient('app')], accounts: [ALICE], rateLimits: false })
})
afterEach(() => folder.remove())

const start = async (port: number, secrets: readonly string[]): Promise<Run> => {
  const run = folder.run('examples/reference/main.js', {
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: issuer,
    ...patientVariables(redis.url),
    PORTICO_SECRET: secrets.join(),
    PORTICO_CONFIG: join(folder.path, 'portico.json'),
    LOG_LEVEL: 'silent',
  })
  // During the load a start may take longer than one wait.
  await run.says(/Service/).catch(() => run.says(/Service/))
  return run
}

/** Like a balancer: to any node that is not ending, so that a client of one of them meets the other next. */
function balanced(): Node {
  const nodes = ports.map((port) => ({ port, node: remote({ issuer, port }) }))
  return {
    ...remote({ issuer, port: 0 }),
    send: (address, message) => {
      const open = nodes.filter(({ port }) => !draining.has(port))
      return (open[Math.floor(Math.random() * open.length)] as (typeof nodes)[number]).node.send(address, message)
    },
  }
}

/** One node gets other secrets. */
async function change(index: 0 | 1, secrets: readonly string[]): Promise<void> {
  draining.add(ports[index])
  runs[index]?.signal('SIGTERM')
  expect(await runs[index]?.ended).toBe(0)
  runs[index] = await start(ports[index], secrets)
  draining.delete(ports[index])
}

/** The result of the load while the secrets were changed; afterwards everything issued is still valid. */
async function underLoad(changes: (totals: () => Totals) => Promise<void>): Promise<Totals> {
  runs = await Promise.all(ports.map((port) => start(port, [OLD])))
  const node = balanced()
  const app = relyingParty(node, logoutClient('app'))
  const alice = person(node)
  const { families, totals, stop } = await mixedLoad(node, app, alice, EVERY_MS)
  try {
    await sendsMore(totals, 10)
    await changes(totals)
  } finally {
    await stop()
  }
  for (const { tokens } of families) expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  expect(await stateOf(alice, app)).toBe('signed in')
  // A new user signs in, on either node.
  expect((await person(node).signIn(app, { scope: 'openid offline_access' })).refresh_token).toEqual(expect.any(String))
  return totals()
}

it('nothing is refused when all nodes accept the new one before any uses it', async () => {
  const { sent, unavailable, failures } = await underLoad(async (totals) => {
    for (const secrets of [
      [OLD, NEW],
      [NEW, OLD],
    ])
      for (const index of [0, 1] as const) {
        await change(index, secrets)
        await sendsMore(totals, 14)
      }
  })
  expect([failures, unavailable]).toEqual([[], 0])
  expect(sent).toBeGreaterThan(100)
})

it('no user is signed out when one node uses it first: a value that the other cannot verify is 503', async () => {
  const { sent, failures } = await underLoad(async (totals) => {
    await change(0, [NEW, OLD])
    await until(() => totals().unavailable > 0)
    await sendsMore(totals, 30)
    await change(1, [NEW, OLD])
    await sendsMore(totals, 14)
  })
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(100)
})
