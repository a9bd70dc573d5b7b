/**
 * `npm run race`, as a process, against two Portico nodes and the bare engine: one success where single use works, and
 * more where it does not.
 */
import { writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { CLIENT } from '../bench/fixtures.ts'
import { startServer } from '../bench/server-process.ts'
import { willing } from '../bench/sign-in.ts'
import type { Page } from '../support/browser.ts'
import { PUB } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { startIdp } from '../support/idp.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { newFolder } from '../support/new-folder.ts'
import { startRedis } from '../support/redis-server.ts'
import { endRaces, runRace, START, visit } from './race-run.ts'
import { SECRET, startRaceWorld } from './race-world.ts'

interface Storm {
  readonly storm: string
  readonly rounds: number
  readonly verdict: string
  readonly one: number
  readonly none: number
  readonly more: number
  readonly responsesSent: number
  readonly refusals: Readonly<Record<string, number>>
}

const ROUNDS = 5
const PARALLEL = 20
const COUNTS = ['--rounds', `${ROUNDS}`, '--parallel', `${PARALLEL}`]

const world = await startRaceWorld()
afterEach(endRaces)

const stormsOf = (out: string): readonly Storm[] => (JSON.parse(out) as { readonly storms: readonly Storm[] }).storms

describe('npm run race against two nodes of the service', () => {
  it('finds exactly one success in every round, for codes and for refresh tokens (0)', async () => {
    const endpoints = world.nodes.flatMap(({ port }) => ['--token-endpoint', `http://localhost:${port}/token`])
    const { code, out, err, lastPage } = await world.raced(world.nodes[0].issuer, ...COUNTS, ...endpoints, '--json')
    const storms = stormsOf(out)
    for (const storm of storms.slice(0, 2)) {
      expect(storm).toMatchObject({
        rounds: ROUNDS,
        none: 0,
        one: ROUNDS,
        more: 0,
        mostSuccesses: 1,
        verdict: 'exactly-one',
        refusals: { invalid_grant: ROUNDS * (PARALLEL - 1) },
        // Replayed, so revoked; and this could be checked.
        access: { asked: ROUNDS, alive: 0 },
        refresh: { asked: ROUNDS, alive: 0 },
      })
    }
    expect(storms.map(({ storm }) => storm)).toEqual(['code', 'refresh', 'hang-up'])
    expect(lastPage).toContain('You may close this window')
    expect([code, out + err]).toEqual([0, expect.not.stringContaining(CLIENT.secret)])
  })

  it('finds that a client that hung up can use its refresh token again, once, unless the response was sent (0)', async () => {
    const endpoints = world.nodes.flatMap(({ port }) => ['--token-endpoint', `http://localhost:${port}/token`])
    const more = ['--rounds', '40', '--only', 'hang-up', ...endpoints, '--json']
    const { code, out } = await world.raced(world.nodes[0].issuer, ...more)
    const [{ one, none, more: twice, responsesSent } = {} as Storm] = stormsOf(out)
    expect([code, one > 0, none, twice]).toEqual([0, true, responsesSent, 0])
  })

  it('shows a table, explains it, and prints no usable value', async () => {
    const { code, out, err } = await world.raced(world.nodes[0].issuer, ...COUNTS, '--only', 'code')
    expect(out).toMatch(new RegExp(`^rounds with exactly 1 success +${ROUNDS}$`, 'm'))
    expect(out).toContain(`code: once means once: in each of ${ROUNDS} rounds one of ${PARALLEL}`)
    expect(err).toContain('How to read it')
    // Codes and tokens are long; no other word is.
    expect((out + err).replace(/http:\S+/g, '')).not.toMatch(/[\w.-]{30,}/)
    expect(code).toBe(0)
  })

  it('sends what the provider requires, waits between the rounds, and sends the secret in the form', async () => {
    const more = ['--parameter', 'prompt=consent', '--auth', 'client_secret_post', '--pause', '1', '--only', 'refresh']
    const run = runRace(world.target(world.nodes[0].issuer, '--rounds', '2', '--parallel', '4', ...more), SECRET)
    const asked: string[] = []
    const pauses: number[] = []
    const { issuer, port } = world.nodes[0]
    const answer = (page: Page) => {
      const given = willing(page)
      asked.push(Object.keys(given)[0] ?? '')
      return given
    }
    await visit(await run.says(START), issuer, answer, port, pauses)
    expect((await run.ended).code).toBe(0)
    expect(asked).toEqual(['username', 'action', 'action', 'action'])
    expect(pauses).toEqual([1, 1])
  })

  it('that is interrupted prints the rounds that it has (1)', async () => {
    const run = runRace(world.target(world.nodes[0].issuer, '--rounds', '1000', '--parallel', '4', '--json'), SECRET)
    const visiting = visit(await run.says(START), world.nodes[0].issuer, willing).catch(() => 'cut off')
    await run.says(/Codes: round 100/)
    run.interrupt()
    const { code, out, err } = await run.ended
    await visiting
    const [codes] = stormsOf(out)
    expect(codes).toMatchObject({ verdict: 'incomplete', more: 0 })
    expect(codes?.rounds).toBeGreaterThanOrEqual(100)
    expect([code, err]).toEqual([1, expect.stringContaining('stopped')])
  })
})

describe('npm run race against the bare engine', () => {
  it('finds codes and refresh tokens that are accepted more than once, and families lost with an unsent response (1)', async () => {
    const { code, out } = await world.raced(world.engine.issuer, ...COUNTS)
    expect(out).toMatch(/^code: once does not mean once/m)
    expect(out).toMatch(/^refresh token: once does not mean once/m)
    expect(out).toMatch(/^hang-up: .*; [1-5] families were lost/m)
    expect(code).toBe(1)
  })
})

it('npm run race accepts a public client, and reports when a rate limit kept requests from competing (1)', async () => {
  const idp = await startIdp({
    options: {
      clients: [{ ...PUB, redirect_uris: [world.redirectUri], post_logout_redirect_uris: [] }],
      rateLimits: { token: { limit: 10, windowSeconds: 60 } },
    },
  })
  const args = ['--issuer', idp.issuer, '--client', PUB.client_id, '--redirect-uri', world.redirectUri, ...COUNTS]
  const run = runRace(args)
  await visit(await run.says(START), idp.issuer, willing)
  const { code, out, err } = await run.ended
  // Two of the ten were the probe and the rehearsal.
  expect(out).toMatch(/^code: one success in each of the 1 rounds .*; a rate limit answered 12 requests/m)
  expect([code, err]).toEqual([1, expect.stringContaining('refuses every request for its rate (429)')])
})

it('npm run race runs over https, with a certificate that the machine was told to trust (0)', async () => {
  const folder = newFolder()
  const redis = await startRedis()
  const outside = await freePort()
  const issuer = `https://localhost:${outside}`
  const server = await startServer('portico', redis.url, { issuer, redirectUri: world.redirectUri })
  const certificate = selfSigned('localhost')
  const front = createServer(certificate, (socket) => {
    const inside = connect(server.port, '127.0.0.1')
    socket.pipe(inside).pipe(socket)
    for (const one of [socket, inside]) one.on('error', () => undefined)
  }).listen(outside, 'localhost')
  try {
    await writeFile(join(folder, 'authority.pem'), certificate.cert)
    const args = world.target(issuer, '--rounds', '2', '--parallel', '10')
    const { err } = await runRace(args, SECRET).ended
    expect(err).toContain('the issuer does not answer (DEPTH_ZERO_SELF_SIGNED_CERT)')
    const run = runRace(args, { ...SECRET, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') })
    await visit(await run.says(START), issuer, willing, server.port)
    expect((await run.ended).code).toBe(0)
  } finally {
    front.close()
    await server.stop()
  }
})
