/** `npm run race` sends no request without permission, and its errors help the user. */
import { createServer } from 'node:http'
import { PERSON } from '../bench/fixtures.ts'
import { willing } from '../bench/sign-in.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { freePort } from '../support/free-port.ts'
import { endRaces, runRace, START, visit } from './race-run.ts'
import { SECRET, startRaceWorld } from './race-world.ts'

/** A provider on this machine that counts requests; its document names another host. */
let requests = 0
const world = await startRaceWorld()

const port = await freePort()
const issuer: string = `http://localhost:${port}`

const document = { issuer, authorization_endpoint: `${issuer}/authorize`, token_endpoint: 'https://id.example/token' }
const watched = createServer((_req, res) => {
  requests += 1
  res.end(JSON.stringify(document))
}).listen(port, 'localhost')
afterEach(endRaces)
stoppedAtEnd(watched)

describe('npm run race goes nowhere unasked:', () => {
  it.each([
    ['an issuer on another host', ['--issuer', 'https://id.example'], '--authorized'],
    [
      'an issuer on another host over http, even when allowed',
      ['--issuer', 'http://id.example', '--authorized'],
      'https',
    ],
    [
      'an issuer whose name only begins like this machine',
      ['--issuer', 'https://localhost.id.example'],
      '--authorized',
    ],
    ['a node on another host', ['--token-endpoint', 'https://id.example/token'], '--authorized'],
    ['more rounds than 1000', ['--rounds', '1001'], '1 to 1000'],
    ['more at once than 200', ['--parallel', '201'], '2 to 200'],
    ['a number that is none', ['--parallel', '1e2'], '2 to 200'],
    ['more time than an hour', ['--time-limit', '3601'], '10 to 3600'],
    ['a redirect URI on another host', ['--redirect-uri', 'https://app.example/callback'], '--redirect-uri'],
    ['a parameter that the race sets itself', ['--parameter', 'state=1'], '--parameter'],
    ['a file of the secret that is not there', ['--client-secret-file', '/nowhere/at/all'], 'cannot be read'],
    ['a method that needs a secret, without one', ['--auth', 'client_secret_post'], 'needs a secret'],
  ])('%s is refused before any request is sent (2)', async (_name, args, words) => {
    const { code, out, err } = await runRace(['--issuer', issuer, '--client', 'any', ...args]).ended
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(words)
    expect(requests).toBe(0)
  })

  it('--help prints the options and sends nothing (0)', async () => {
    const { code, out } = await runRace(['--help']).ended
    expect([code, out, requests]).toEqual([0, expect.stringMatching(/^npm run race -- [^]*--token-endpoint/), 0])
  })

  it('no secret is taken from an argument (2)', async () => {
    const { code, err } = await runRace(['--issuer', issuer, '--client', 'any', '--client-secret', 'something']).ended
    expect([code, err]).toEqual([2, expect.stringContaining('--client-secret')])
  })

  it('a discovery document on this machine with another issuer is not followed (1)', async () => {
    const { code, err } = await runRace(world.target(issuer)).ended
    expect([code, err]).toEqual([
      1,
      expect.stringContaining('token_endpoint of the discovery document is not on this machine'),
    ])
    expect(requests).toBe(1)
  })
})

describe('npm run race reports the issue:', () => {
  it('a wrong secret, before the user is asked to sign in (1)', async () => {
    for (const { issuer: at } of [world.nodes[0], world.engine]) {
      const args = world.target(at, '--client-secret-file', '-')
      const { code, err } = await runRace(args, {}, 'another-secret-of-32-characters-or-more\n').ended
      expect([code, err]).toEqual([1, expect.stringContaining('the provider refuses the client (invalid_client)')])
    }
  })

  it('a redirect URI that is not registered, before the user is asked to sign in (1)', async () => {
    const other = `http://127.0.0.1:${await freePort()}/callback`
    for (const { issuer: at } of [world.nodes[0], world.engine]) {
      const { code, err } = await runRace([...world.target(at), '--redirect-uri', other], SECRET).ended
      expect([code, err]).toEqual([1, expect.stringContaining('is the redirect URI registered for this client')])
    }
  })

  it('a redirect URI whose port is taken (1)', async () => {
    const holder = createServer().listen(Number(new URL(world.redirectUri).port), '127.0.0.1')
    try {
      const { code, err } = await runRace(world.target(world.nodes[0].issuer), SECRET).ended
      expect([code, err]).toEqual([1, expect.stringContaining('cannot be listened at')])
    } finally {
      await new Promise((resolve) => holder.close(resolve))
    }
  })

  it('an issuer that does not answer, and one that has another name (1)', async () => {
    const { code, err } = await runRace(world.target(`http://localhost:${await freePort()}`), SECRET).ended
    expect([code, err]).toEqual([1, expect.stringContaining('the issuer does not answer (ECONNREFUSED)')])
    const other = await runRace(world.target(`http://127.0.0.1:${world.nodes[0].port}`), SECRET).ended
    expect([other.code, other.err]).toEqual([1, expect.stringContaining('names another issuer')])
  })

  it.each([
    ['at the sign-in page', (): Readonly<Record<string, string>> => ({ action: 'cancel' })],
    ['when asked for consent', willing],
  ])('a user who declines %s (1)', async (where, answer) => {
    const run = runRace(world.target(world.nodes[0].issuer, '--parameter', 'prompt=consent'), SECRET)
    const says: typeof willing = (page) =>
      page.forms[0]?.fields['password'] === undefined ? { action: 'deny' } : answer(page)
    const lastPage = await visit(await run.says(START), world.nodes[0].issuer, says)
    const { code, out, err } = await run.ended
    const words = expect.stringContaining('access_denied to the authorization request: the user') as unknown
    expect([where, code, out, err]).toEqual([where, 1, '', words])
    expect(lastPage).toContain('ended early')
    expect(err).not.toContain(PERSON.password)
  })

  it('a scope that gives no refresh token (1)', async () => {
    const { code, err } = await world.raced(world.nodes[0].issuer, '--scope', 'openid profile')
    expect([code, err]).toEqual([1, expect.stringContaining('the provider gives no refresh token')])
  })

  it('no user who comes back before the time is over (1)', async () => {
    const { code, err } = await runRace(world.target(world.nodes[0].issuer, '--time-limit', '10'), SECRET).ended
    expect([code, err]).toEqual([1, expect.stringContaining('the time limit is over')])
  })

  it('an answer to another request is not taken for its own, and the race goes on (0)', async () => {
    const [{ issuer: at }] = world.nodes
    const run = runRace(world.target(at, '--rounds', '1', '--parallel', '4'), SECRET)
    const start = await run.says(START)
    const forged = await fetch(`${world.redirectUri}?code=another&state=others&iss=${encodeURIComponent(at)}`)
    expect(forged.status).toBe(400)
    await visit(start, at, willing)
    expect((await run.ended).code).toBe(0)
  })
})
