/**
 * D-G14: hashing waits in a bounded line. A thousand tries at once, on a service that is a process of its own and hashes as in earnest:
 * whoever has signed in with this browser before gets in, everybody gets an answer, and other endpoints go on.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { emptyFolder } from '../examples/process.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE, BOB, CONF, ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { inParallel } from '../support/http.ts'
import { remote } from '../support/logout-processes.ts'
import { relyingParty } from '../support/relying-party.ts'
import { attempt, type Door, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'

const TRIES = 1_000
const ADDRESSES = 10

const folder = emptyFolder()

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
const node = remote({ issuer: `http://localhost:${port}`, port })

await until(async () => (await node.send('/health/ready')).status === 200)
const trusted = relyingParty(node, TRUSTED)

it('keeps nobody out who was there before, and holds up no other endpoint', async () => {
  const known = person(node, ALICE, openBrowser(node, { from: '127.9.0.1' }))
  const { access_token } = await known.signIn(trusted)
  let asked = 0
  const ask = async (): Promise<void> => {
    // From another address before the limit of one is reached.
    const from = `127.10.${Math.floor((asked += 1) / 10_000)}.${1 + (Math.floor(asked / 50) % 200)}`
    const answer = await node.send('/userinfo', { headers: { authorization: `Bearer ${access_token}` }, from })
    expect(answer.status).toBe(200)
  }
  const doors = await inParallel(ADDRESSES, ADDRESSES, (index) =>
    doorOf(node, openBrowser(node, { from: `127.8.0.${index + 1}` })),
  )
  const stranger = await doorOf(node, openBrowser(node, { from: '127.9.0.2' }))
  const again = await known.open(trusted, { prompt: 'login' })

  let underWay = true
  let judged = 0
  const turnedAway = Promise.withResolvers<number>()
  const flood = inParallel(TRIES, TRIES, async (index) => {
    const answer = await attempt(doors[index % ADDRESSES] as Door, `user-${index}`, `guess ${index}`)
    if (answer.status === 503) turnedAway.resolve(judged)
    else if (answer.status === 422) judged += 1
    return answer
  }).finally(() => {
    underWay = false
    turnedAway.resolve(judged)
  })
  // Before that, whoever comes finds a place in the line.
  const judgedBefore = await turnedAway.promise
  const goesOn = async (): Promise<number> => {
    let meanwhile = 0
    for (; underWay; await pause(10)) {
      await ask()
      if (underWay) meanwhile += 1
    }
    return meanwhile
  }
  const [hers, his, during] = await Promise.all([
    known.browser
      .submit(again as Page, { username: ALICE.username, password: ALICE.password })
      .then(({ url }) => ({ url, whileTheyWaited: underWay })),
    stranger.browser.submit(stranger.page, { username: BOB.username, password: BOB.password }),
    goesOn(),
  ])
  const answers = await flood
  expect(new URL(hers.url).searchParams.get('code')).toEqual(expect.any(String))
  expect(hers.whileTheyWaited).toBe(true)
  expect([200, 303, 503]).toContain(his.answer.status)
  const statuses = answers.map(({ status }) => status)
  expect(answers.filter(({ status, headers }) => status === 503 && headers['retry-after'] === undefined)).toEqual([])
  expect(statuses.filter((status) => ![422, 429, 503].includes(status))).toEqual([])
  expect(statuses.filter((status) => status === 503).length).toBeGreaterThan(0)
  // Whoever finds no place is told so at once, not when the others are through.
  expect(judgedBefore).toBeLessThan(judged / 2)
  expect(during).toBeGreaterThan(10)
})
