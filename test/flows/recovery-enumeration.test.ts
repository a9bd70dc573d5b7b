/** "Forgot your password?" tells nobody who has an account: not by words, not by bytes, not by time, not by work (D-A2, D-A6). */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { dominance, straysWith } from '../support/dominance.ts'
import type { Answer } from '../support/http.ts'
import { startIdp } from '../support/idp.ts'
import { type LetterIdp, startLetterIdp } from '../support/letters.ts'
import { watchedStorage } from '../support/watched-storage.ts'

const KINDS = ['known', 'unknown', 'suspended', 'unverified'] as const
type Kind = (typeof KINDS)[number]
/** Of each kind: 500 requests in all. */
const ROUNDS = 125

let idp: LetterIdp
let csrf: string
beforeAll(async () => {
  idp = await startLetterIdp()
  csrf = csrfIn((await idp.send('/recovery/')).text)
})
afterAll(() => idp.stop())

const csrfIn = (page: string): string => /name="csrf" value="([^"]*)"/.exec(page)?.[1] ?? ''
let calls = 0
/** From another address each time: what one address may ask for is another matter. */
function ask(username: string): Promise<Answer> {
  calls += 1
  return idp.send('/recovery/', {
    from: `127.1.${Math.floor(calls / 250)}.${(calls % 250) + 1}`,
    body: { csrf, username },
    headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
  })
}

let count = 0
/** A name of this kind that nobody has asked for yet. */
async function nameOf(kind: Kind, directory: Pick<LetterIdp, 'portico'> = idp): Promise<string> {
  const username = `${kind}-${(count += 1)}`
  if (kind === 'unknown') return username
  const made = await directory.portico.accounts?.invite(username, {
    email: `${username}@example.com`,
    email_verified: kind !== 'unverified',
  })
  if (made?.outcome !== 'created') throw new Error('no account')
  if (kind === 'suspended')
    await directory.portico.accounts?.change(made.account.sub, (account) => ({ ...account, status: 'suspended' }))
  return username
}

it('the answer is the same, to the byte', async () => {
  const seen = async (username: string): Promise<object> => {
    const { status, headers, setCookies, text } = await ask(username)
    const { date: _date, 'x-request-id': _id, ...rest } = headers
    return { status, headers: rest, setCookies, text }
  }
  const expected = await seen('nobody at all')
  expect(expected).toMatchObject({ status: 303, headers: { location: '/recovery/?sent=1' } })
  const known = await nameOf('known')
  for (const name of [
    known,
    `${known}@example.com`,
    await nameOf('suspended'),
    await nameOf('unverified'),
    '__proto__',
  ])
    expect(await seen(name)).toEqual(expected)
})

it('500 interleaved requests take the same time, whoever is meant and whether anybody is', async () => {
  const names = new Map<Kind, string[]>()
  for (const kind of KINDS) names.set(kind, await Promise.all(Array.from({ length: ROUNDS }, () => nameOf(kind))))
  const times = new Map<Kind, number[]>(KINDS.map((kind) => [kind, []]))
  for (const kind of KINDS) await ask(await nameOf(kind))
  for (let round = 0; round < ROUNDS; round += 1)
    // A fixed order would lay the costs of one kind (garbage, the letters under way) upon the next.
    for (const [index] of KINDS.entries()) {
      const kind = KINDS[(index + round) % KINDS.length] as Kind
      const name = names.get(kind)?.[round] ?? ''
      const startedAt = performance.now()
      await ask(name)
      times.get(kind)?.push(performance.now() - startedAt)
    }
  const known = times.get('known') ?? []
  for (const kind of KINDS.slice(1)) {
    const chance = dominance(known, times.get(kind) ?? [])
    expect([kind, Math.abs(chance - 0.5) < straysWith(ROUNDS), chance]).toEqual([kind, true, chance])
  }
})

it('the store is asked and written the same before the answer', async () => {
  const asked: string[] = []
  const watched = watchedStorage(embeddedStorage({}), ({ port, method }) => {
    if (['documents', 'records', 'rates', 'deliveries'].includes(port)) asked.push(`${port}.${method}`)
  })
  // Letters are handed over later than any of this.
  const at = await startIdp({ options: { storage: watched, mailer: () => new Promise(() => {}) } })
  const form = csrfIn((await at.send('/recovery/')).text)
  const workFor = async (username: string): Promise<readonly string[]> => {
    asked.length = 0
    await at.send('/recovery/', {
      body: { csrf: form, username },
      headers: { 'sec-fetch-site': 'same-origin', accept: 'text/html' },
    })
    // What goes on behind, for every kind: the worker looks for what is due.
    return asked.filter((call) => !/lease|nextDue|settle/.test(call)).toSorted()
  }
  try {
    const expected = await workFor(await nameOf('known', at))
    expect(expected.filter((call) => call === 'deliveries.put')).toHaveLength(1)
    for (const kind of KINDS.slice(1)) expect(await workFor(await nameOf(kind, at))).toEqual(expected)
  } finally {
    await at.stop()
  }
})
