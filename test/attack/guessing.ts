/** Passwords and secrets that are tried, and what the answers tell. */
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ALICE, BOB, CONF, TRUSTED } from '../support/fixtures.ts'
import { type Answer, inParallel } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { VIEWER } from '../support/panel-visitor.ts'
import { basic, relyingParty } from '../support/relying-party.ts'
import { attempt, type Door, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'
import { asCaller, isOwn, mustBe, type OwnTarget, type Target, weak } from './target.ts'

/** A code that was never issued: refused as such only after client authentication. */
const NO_GRANT = {
  grant_type: 'authorization_code',
  code: 'x',
  redirect_uri: 'https://x.example/',
  code_verifier: 'v'.repeat(43),
}

export async function clientSecrets(target: Target): Promise<string> {
  const { node } = target
  const asked = (id: string, secret: string): readonly (readonly [string, () => Promise<Answer>])[] => {
    const headers = { authorization: basic(id, secret) }
    return [
      ['/token', () => node.send('/token', { body: NO_GRANT, headers })],
      ['/introspect', () => node.send('/introspect', { body: { token: 'x' }, headers })],
      [
        '/token in the form',
        () => node.send('/token', { body: { ...NO_GRANT, client_id: id, client_secret: secret } }),
      ],
    ]
  }
  const reply = async (ask: () => Promise<Answer>): Promise<string> => {
    const answer = await ask()
    return answer.status === 200 ? '200' : `${answer.status} ${String(answer.json().error)}`
  }
  const ids = ['', 'admin', 'sso-admin', 'sso-portal', '__proto__', 'conf', '%', '\0']
  const tries = ids.flatMap((id) => ['', 'secret', 'undefined', id].map((secret) => [id, secret] as const))
  for (const [id, secret] of tries)
    for (const [where, ask] of asked(id, secret)) {
      const words = await reply(ask)
      if (!['401 invalid_client', '400 invalid_request'].includes(words))
        weak(`${where} for client ${JSON.stringify(id)} with secret ${JSON.stringify(secret)}: ${words}`)
    }
  if (isOwn(target))
    for (const [where, ask] of asked(CONF.client_id, CONF.client_secret))
      mustBe(await reply(ask), where === '/introspect' ? '200' : '400 invalid_grant', `${where} with the right secret`)
  return `${tries.length} pairs`
}

/** A password that was looked at: others that were not would look alike, and take as long. */
const WRONG = 422

/** What an anonymous client sees, without what differs in every response and without the input. */
const seen = ({ status, headers, text, setCookies }: Answer, username: string): string =>
  JSON.stringify([
    status,
    Object.keys(headers),
    setCookies.map((cookie) => cookie.replace(/=[^;]*/, '=')),
    text
      .replaceAll(String(headers['x-request-id']), '')
      .replaceAll(`value="${username}"`, '')
      .replace(/name="csrf" value="[^"]*"|refused=[\w.-]+|\binteraction[/=][\w-]+|data-sso-expires="\d+"/g, ''),
  ])

export async function accountsByContent({ node }: OwnTarget): Promise<string> {
  const names = ['unknown', ALICE.username, ALICE.email, 'unknown@example.com', BOB.username]
  const looks = new Set<string>()
  for (const name of names) {
    const answer = await attempt(await doorOf(asCaller(node)), name, 'not theirs')
    mustBe(answer.status, WRONG, `a wrong password for ${name}`)
    looks.add(seen(answer, name))
  }
  if (looks.size > 1) weak('the answer to a wrong password tells whether there is such an account')
  return `${names.length} names`
}

export async function accountsByTime({ node }: OwnTarget): Promise<string> {
  const count = 30
  const times = { known: [] as number[], unknown: [] as number[] }
  const door = { known: await doorOf(asCaller(node)), unknown: await doorOf(asCaller(node)) }
  for (let index = -1; index < count; index += 1) {
    // In turn, and each kind as often before the other as behind it.
    for (const kind of index % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)) {
      const another = from(asCaller(node), door[kind])
      const at = performance.now()
      const { status } = await attempt(another, kind === 'known' ? VIEWER.username : `unknown-${index}`, 'not theirs')
      mustBe(status, WRONG, `a wrong password for a name that is ${kind}`)
      if (index >= 0) times[kind].push(performance.now() - at)
    }
  }
  const wins = times.known.flatMap((one) =>
    times.unknown.map((other): number => (one > other ? 1 : one === other ? 0.5 : 0)),
  )
  const chance = wins.reduce((sum, win) => sum + win, 0) / wins.length
  // Four standard errors of what two equal samples of this size stray by.
  const strays = 4 * Math.sqrt((2 * count + 1) / (12 * count ** 2))
  if (Math.abs(chance - 0.5) > strays) weak(`a known account takes longer with probability ${chance.toFixed(2)}`)
  return `${count} pairs, probability ${chance.toFixed(2)}`
}

/** The same page in a browser with the same cookies, from another address. */
function from(caller: Node, { browser: { cookies }, page }: Door): Door {
  const browser = openBrowser(caller)
  for (const { name, value, path } of cookies.all()) browser.cookies.put(name, value, path)
  return { browser, page }
}

/** Three hundred networks, one account: at most a hundred attempts are checked, and its owner signs in. */
export async function guessesFromEverywhere({ node, quick }: OwnTarget): Promise<string> {
  const owner = person(asCaller(node), BOB)
  await owner.signIn(relyingParty(node, TRUSTED))
  const tries = quick ? 130 : 300
  await inParallel(tries, 8, async (index) => {
    const caller = asCaller(node, `2001:db8:1:${(index + 1).toString(16)}::1`)
    // 503: the line for hashing was full. Portico did not count the try, so an attacker repeats it.
    while ((await attempt(await doorOf(caller), BOB.username, `guess ${index}`)).status === 503);
  })
  const stranger = await attempt(await doorOf(asCaller(node)), BOB.username, BOB.password)
  if (stranger.status < 400) weak(`after ${tries} wrong passwords from everywhere the next one was looked at`)
  const again = await owner.open(relyingParty(node, TRUSTED), { prompt: 'login' })
  const { status } = await attempt({ browser: owner.browser, page: again as Page }, BOB.username, BOB.password)
  if (status >= 400) weak(`the owner is kept out of her own browser: ${status}`)
  return `${tries} tries`
}

const NO_ANSWER: Pick<Answer, 'status' | 'headers'> = { status: 0, headers: {} }

/** More passwords than can be hashed: a known browser signs in, every request gets a response. */
export async function hashingFlood({ node, quick, log }: OwnTarget): Promise<string> {
  const hers = asCaller(node)
  const alice = person(hers, ALICE, openBrowser(hers, { from: '127.9.0.1' }))
  const trusted = relyingParty(node, TRUSTED)
  const { access_token } = await alice.signIn(trusted)
  const again = (await alice.open(trusted, { prompt: 'login' })) as Page
  const count = quick ? 200 : 1_000
  const doors = await inParallel(10, 10, (index) => {
    const caller = asCaller(node)
    // Each from a separate machine: requests of one machine wait for each other's sockets.
    return doorOf(caller, openBrowser(caller, { from: `127.8.0.${index + 1}` }))
  })
  const at = performance.now()
  const since = (): number => performance.now() - at
  let full = (): void => {}
  const isFull = new Promise<void>((resolve) => {
    full = resolve
  })
  const flood = inParallel(count, count, async (index) => {
    const door = doors[index % doors.length] as Door
    const { status, headers } = await attempt(door, `user-${index}`, `guess ${index}`).catch(() => NO_ANSWER)
    if (status === 503) full()
    if (status === 503 && headers['retry-after'] === undefined)
      weak('who is turned away is not told when to come again')
    return { status, ms: since() }
  })
  const headers = { authorization: `Bearer ${access_token}` }
  const enter = async () => {
    // Until the first is turned away, unknown browsers sign in as well.
    await Promise.race([isFull, flood])
    const from = since()
    const { status, headers } = await attempt({ browser: alice.browser, page: again }, ALICE.username, ALICE.password)
    return { status, at: since(), ms: since() - from, id: String(headers['x-request-id']) }
  }
  let meanwhile = 0
  let isOver = false
  void flood.then(() => {
    isOver = true
  })
  const askOthers = async (): Promise<void> => {
    while (!isOver) {
      const { status } = await node.send('/userinfo', { headers, from: '127.10.0.1' })
      if (status !== 200) weak(`/userinfo says ${status} meanwhile`)
      if (!isOver) meanwhile += 1
    }
  }
  const [entered, answers] = await Promise.all([enter(), flood, askOthers()])
  const statuses = answers.map(({ status }) => status)
  const lines = log().split('\n')
  if (entered.status >= 400)
    weak(`a user is kept out of her own browser: ${lines.findLast((line) => line.includes(entered.id))}`)
  if (meanwhile === 0) weak('/userinfo answers when the flood is over')
  const odd = statuses.filter((status) => ![422, 429, 503].includes(status))
  if (odd.length > 0) weak(`answers of ${[...new Set(odd)].join()}`)
  const timesOf = (wanted: number): readonly number[] =>
    answers.flatMap(({ status, ms }) => (status === wanted ? [ms] : [])).toSorted((a, b) => a - b)
  const [lookedAt, turnedAway] = [timesOf(WRONG), timesOf(503)]
  if (turnedAway.length === 0) weak(`all of ${count} passwords wait to be hashed`)
  if (entered.at > (lookedAt.at(-1) ?? 0)) weak('a user waits in her own browser for all the others')
  // A caller that finds the queue full gets the response immediately, not after a timeout.
  if ((turnedAway[0] ?? 0) > (lookedAt[lookedAt.length >> 1] ?? 0))
    weak('passwords wait that are not hashed in the end')
  return `${count} tries, ${turnedAway.length} turned away, she was in after ${entered.ms.toFixed(0)} ms`
}

/** An outage is no wrong password. */
export async function outageLocksOut({ node, redis }: OwnTarget): Promise<string> {
  const door = await doorOf(asCaller(node))
  const right = (): Promise<Answer> => attempt(door, VIEWER.username, VIEWER.password)
  const server = Number(/process_id:(\d+)/.exec(await redis.admin.info('server'))?.[1])
  process.kill(server, 'SIGSTOP')
  const statuses = await Promise.all(Array.from({ length: 12 }, () => right().then(({ status }) => status))).finally(
    () => process.kill(server, 'SIGCONT'),
  )
  if (statuses.some((status) => status !== 503))
    weak(`right passwords during an outage: ${[...new Set(statuses)].join()}`)
  let status = 503
  await until(async () => (status = (await right()).status) !== 503, 'the store')
  if (status >= 400) weak(`after an outage the right password: ${status}`)
  return '12 right passwords without a store'
}
