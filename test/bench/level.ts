/**
 * `npm run bench:level`: whether the reference deployment's memory stays level under mixed load: sign-ins with a
 * password, refreshes, introspection, userinfo, silent authorize, pages of the panel. Exits with 1 if the median of the
 * last third exceeds that of the middle third by more than 5 %.
 *
 *   --minutes N   60; the first third fills caches
 */
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { startRedis } from '../support/redis-server.ts'
import { CLIENT, PERSON } from './fixtures.ts'
import { send, spread } from './load.ts'
import { OPERATIONS, prepareStock } from './operations.ts'
import { type Party, startReference } from './parties.ts'
import { print } from './report.ts'
import { browserAt, signIn } from './sign-in.ts'

const MOST = 1.05
const SAMPLE_MS = 10_000
/** Requests of each kind in a turn. */
const IN_A_TURN = 100
const SIGN_INS_IN_A_TURN = 2
/** Users who sign in in turn: one user would have unrealistically many sessions, which the portal lists. */
const COLLEAGUES = Array.from({ length: 500 }, (_, place) => `colleague-${place}`)
const LOADED = ['refresh', 'introspection', 'userinfo', 'silent authorize']
const MIB = 2 ** 20

const { values: options } = parseArgs({ options: { minutes: { type: 'string', default: '60' } } })
const minutes = Number(options.minutes)

/** A browser with a session in the panel. */
function panelVisitor(party: Party): () => Promise<void> {
  const browser = browserAt(party)
  const pages = ['/admin/', '/admin/clients', '/admin/users', '/admin/activity', '/portal/']
  let visits = 0
  return async () => {
    let stop = await browser.visit(pages[visits++ % pages.length] as string)
    const form = stop.at === 'page' ? stop.forms[0] : undefined
    if (stop.at === 'page' && form !== undefined && 'password' in form.fields)
      stop = await browser.submit(stop, { username: PERSON.username, password: PERSON.password })
    if (stop.at !== 'page' || stop.answer.status !== 200) throw new Error(`no page of the panel: ${stop.url}`)
  }
}

/** Mixed load until the end time. */
async function load(party: Party, until: number): Promise<number> {
  const stock = await prepareStock(party)
  const visit = panelVisitor(party)
  let requests = 0
  let signIns = 0
  while (performance.now() < until) {
    for (const { name, prepare } of OPERATIONS) {
      if (!LOADED.includes(name)) continue
      await send(party.port, await prepare(party, stock, IN_A_TURN), IN_A_TURN)
      requests += IN_A_TURN
    }
    const coming = Array.from({ length: SIGN_INS_IN_A_TURN }, () => COLLEAGUES[signIns++ % COLLEAGUES.length])
    await Promise.all(coming.map((username) => signIn(party, CLIENT, username)))
    await visit()
    requests += SIGN_INS_IN_A_TURN + 1
  }
  return requests
}

/** Memory of the process, in MiB, every ten seconds until the end time. */
async function watch(party: Party, until: number): Promise<readonly number[]> {
  const seen: number[] = []
  for (const begun = performance.now(); performance.now() < until; ) {
    await pause(SAMPLE_MS)
    const memory = Math.round(party.memory().resident / MIB)
    seen.push(memory)
    print(`${String(Math.round((performance.now() - begun) / 1000)).padStart(5)} s  ${memory} MiB`)
  }
  return seen
}

const redis = await startRedis()
try {
  const party = await startReference(redis.url, { roles: ['sso:admin'], namesakes: COLLEAGUES })
  try {
    print(`at the start  ${Math.round(party.memory().resident / MIB)} MiB`)
    const until = performance.now() + minutes * 60_000
    const [requests, seen] = await Promise.all([load(party, until), watch(party, until)])
    const third = Math.floor(seen.length / 3)
    const [middle, last] = [seen.slice(third, 2 * third), seen.slice(-third)].map((part) => spread(part).median)
    const growth = (last ?? NaN) / (middle ?? NaN)
    print(
      `${requests} requests; median of the middle third ${middle} MiB, of the last ${last} MiB: ${growth.toFixed(3)}`,
    )
    if (!(growth <= MOST)) process.exitCode = 1
  } finally {
    await party.stop()
  }
} finally {
  await redis.stop()
}
