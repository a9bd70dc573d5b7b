/**
 * REL-25: every node of the reference deployment is restarted in turn under 50 requests a second. Nobody notices;
 * nothing is lost.
 */
import { writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { emptyFolder, type Folder, type Run } from '../examples/process.ts'
import { type Person, person } from '../support/actors.ts'
import { ALICE, BOB, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import type { Node } from '../support/idp.ts'
import { sendsMore } from '../support/load.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { remote } from '../support/logout-processes.ts'
import { logoutClient, type Sink, startSink } from '../support/logout-sinks.ts'
import { mixedLoad } from '../support/mixed-load.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'

let folder: Folder
let redis: RedisServer
let sink: Sink
let ports: readonly [number, number]
let issuer: string
const draining = new Set<number>()
beforeAll(async () => {
  ;[folder, redis, sink] = await Promise.all([emptyFolder(), startRedis(), startSink()])
  ports = [await freePort(), await freePort()]
  issuer = `http://localhost:${await freePort()}`
  const clients = [logoutClient('app'), logoutClient('told', { backchannel_logout_uri: sink.url })]
  await writeFile(
    join(folder.path, 'portico.json'),
    JSON.stringify({ clients, accounts: [ALICE, BOB], rateLimits: false }),
  )
})
afterAll(async () => {
  await folder.remove()
  await Promise.all([redis.stop(), sink.close()])
})

const start = async (port: number): Promise<Run> => {
  const run = folder.run('examples/reference/main.js', {
    PORT: String(port),
    HOST: '127.0.0.1',
    BASE_URL: issuer,
    REDIS_URL: redis.url,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_CONFIG: join(folder.path, 'portico.json'),
    LOG_LEVEL: 'silent',
  })
  await run.says(/Service/)
  return run
}

/** As a balancer: in turn to every node that has not been told to end. */
function balanced(): Node {
  let turn = 0
  const nodes = ports.map((port) => ({ port, node: remote({ issuer, port }) }))
  return {
    ...remote({ issuer, port: 0 }),
    send: (address, message) => {
      const open = nodes.filter(({ port }) => !draining.has(port))
      return (open[(turn += 1) % open.length] as (typeof nodes)[number]).node.send(address, message)
    },
  }
}

it('no request fails but for a 503 that says when to come again; sessions, codes, tokens and notices survive', async () => {
  const runs = [await start(ports[0]), await start(ports[1])]
  const node = balanced()
  const [app, told] = ['app', 'told'].map((id) => relyingParty(node, logoutClient(id))) as [RelyingParty, RelyingParty]
  const alice: Person = person(node)
  const load = await mixedLoad(node, app, alice)
  const grant = await alice.authorize(app)

  await sendsMore(load.totals, 25)
  for (const [index, port] of ports.entries()) {
    // A sign-out just before: its notice is under way when the node is told to end.
    const held: ServerResponse[] = []
    sink.answers((res) => void held.push(res))
    const bystander = person(node, BOB)
    await everywhere(remote({ issuer, port }), (await bystander.signIn(told)).access_token).then(({ status }) =>
      expect(status).toBe(200),
    )
    draining.add(port)
    runs[index]?.signal('SIGTERM')
    sink.answers((res) => res.writeHead(200).end())
    for (const res of held) res.writeHead(200).end()
    expect(await runs[index]?.ended).toBe(0)
    runs[index] = await start(port)
    draining.delete(port)
    await sendsMore(load.totals, 25)
  }
  const { sent, unavailable, failures } = await load.stop()

  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(100)
  expect(unavailable).toBeLessThan(sent / 10)
  for (const { tokens } of load.families) expect((await app.refresh(tokens.refresh_token)).status).toBe(200)
  expect(await stateOf(alice, app)).toBe('signed in')
  expect((await app.exchange(grant)).status).toBe(200)
  await sink.arrived(2)
})
