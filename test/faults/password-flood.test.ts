/**
 * D-G14: hashing waits in a bounded line. A thousand tries at once, on a service that is a process of its own and hashes as in earnest:
 * whoever has signed in with this browser before gets in, everybody gets an answer soon, and other endpoints go on.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyFolder, type Folder } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE, BOB, CONF, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { inParallel } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { remote } from '../support/logout-processes.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { attempt, type Door, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'

const TRIES = 1_000
const ADDRESSES = 10

let folder: Folder
let node: Node
let trusted: RelyingParty
beforeAll(async () => {
  folder = await emptyFolder()
  const port = await freePort()
  const file = join(folder.path, 'portico.json')
  await writeFile(file, JSON.stringify({ clients: [CONF, TRUSTED], accounts: [ALICE, BOB] }))
  folder.run('examples/reference/main.js', {
    PORT: `${port}`,
    HOST: '127.0.0.1',
    BASE_URL: `http://localhost:${port}`,
    PORTICO_SECRET: ROOT_SECRET,
    PORTICO_CONFIG: file,
    LOG_LEVEL: 'error',
  })
  node = remote({ issuer: `http://localhost:${port}`, port })
  await until(async () => (await node.send('/health/ready')).status === 200)
  trusted = relyingParty(node, TRUSTED)
})
afterAll(() => folder.remove())

const median = (times: readonly number[]): number => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0

it('keeps nobody out who was there before, nobody waiting, and no other endpoint slow', async () => {
  const from = '127.9.0.1'
  const known = person(node, ALICE, openBrowser(node, { from }))
  const { access_token } = await known.signIn(trusted)
  let asked = 0
  const ask = async (): Promise<number> => {
    // From another address before the limit of one is reached.
    const address = `127.10.0.${1 + Math.floor((asked += 1) / 50)}`
    const at = performance.now()
    const answer = await node.send('/userinfo', {
      headers: { authorization: `Bearer ${access_token}` },
      from: address,
    })
    expect(answer.status).toBe(200)
    return performance.now() - at
  }
  const timesWhile = async (goesOn: (count: number) => boolean): Promise<readonly number[]> => {
    const times: number[] = []
    while (goesOn(times.length)) {
      times.push(await ask())
      // One who asks without a pause is a load himself.
      await pause(10)
    }
    return times
  }
  const timesOf = (count: number): Promise<readonly number[]> => timesWhile((done) => done < count)
  const doors = await inParallel(ADDRESSES, ADDRESSES, (index) =>
    doorOf(node, openBrowser(node, { from: `127.8.0.${index + 1}` })),
  )
  const readers = await inParallel(ADDRESSES, ADDRESSES, (index) =>
    doorOf(node, openBrowser(node, { from: `127.7.0.${index + 1}` })),
  )
  const stranger = await doorOf(node, openBrowser(node, { from: '127.9.0.2' }))
  const again = await known.open(trusted, { prompt: 'login' })
  await timesOf(20)
  const before = median(await timesOf(20))

  const timed = async <T>(work: () => Promise<T>) => {
    const at = performance.now()
    return { value: await work(), ms: performance.now() - at }
  }
  // What a thousand requests take that come at once and have nothing hashed: on a machine that needs seconds for these, nobody waits longer.
  const { value: read, ms: reading } = await timed(() =>
    inParallel(TRIES, TRIES, (index) => attempt(readers[index % ADDRESSES] as Door, `user-${index}`, '')),
  )
  expect(new Set(read.map(({ status }) => status))).toEqual(new Set([422]))
  let underWay = true
  let turnedAway = (): void => {}
  const lineIsFull = new Promise<void>((resolve) => {
    turnedAway = resolve
  })
  const flood = timed(() =>
    inParallel(TRIES, TRIES, async (index) => {
      const door = doors[index % ADDRESSES] as Door
      const answer = await attempt(door, `user-${index}`, `guess ${index}`)
      if (answer.status === 503) turnedAway()
      return answer
    }),
  )
  void flood.finally(() => {
    underWay = false
    turnedAway()
  })
  // Before that, whoever comes finds a place in it.
  const { ms: filling } = await timed(() => lineIsFull)
  const [hers, his, during] = await Promise.all([
    timed(async () => {
      const { url } = await known.browser.submit(again as Page, {
        username: ALICE.username,
        password: ALICE.password,
      })
      return { url, whileTheyWaited: underWay }
    }),
    timed(() => stranger.browser.submit(stranger.page, { username: BOB.username, password: BOB.password })),
    timesWhile((done) => underWay || done < 20),
  ])
  const { value: answers, ms: all } = await flood
  expect(new URL(hers.value.url).searchParams.get('code')).toEqual(expect.any(String))
  expect(hers.value.whileTheyWaited).toBe(true)
  expect(hers.ms).toBeLessThan(Math.max(2_000, reading))
  expect([200, 303, 503]).toContain(his.value.answer.status)
  expect(his.ms).toBeLessThan(Math.max(3_000, reading))
  const statuses = answers.map(({ status }) => status)
  expect(answers.filter(({ status, headers }) => status === 503 && headers['retry-after'] === undefined)).toEqual([])
  expect(statuses.filter((status) => ![422, 429, 503].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  // Whoever finds no place is told so at once, not when the others are through.
  expect(filling).toBeLessThan(all / 2)
  expect(median(during) / before).toBeLessThan(5)
})
