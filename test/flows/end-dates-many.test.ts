/** A thousand accounts that end in the same minute, on two nodes of one Redis: each once, each app notified once. */
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import { writeBase } from '../../lib/domain/sessions/session-record.ts'
import { sidOf } from '../../lib/domain/sessions/sid.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { startRedis } from '../support/redis-server.ts'
import { until } from '../support/until.ts'

const COUNT = 1_000
const HOUR = 3_600_000
const subOf = (index: number): string => `u-${String(index).padStart(4, '0')}`

/** An account that ends, signed in to the app, as a sign-in leaves it in the store. */
async function signedIn({ portico, clock }: Idp, index: number, until: string): Promise<void> {
  const [sub, uid, key, at] = [subOf(index), `uid-${index}`, `key-${index}`, clock.now()]
  const account: Account = {
    ...{ sub, username: sub, status: 'active', source: 'administrator', person: {} },
    ...{ until, createdAt: at, changedAt: at },
  }
  expect(await portico.accounts?.create(account)).toBe('created')
  const about = JSON.stringify({ startedAt: at, address: '192.0.2.7', userAgent: '' })
  const base = writeBase({ payload: { uid, accountId: sub }, subjectGeneration: 0, startedAt: at, writtenAt: at })
  const { sessions } = portico.storage
  await sessions.link(sub, { uid, key, about }, 24 * HOUR)
  await sessions.write(key, base, 24 * HOUR)
  await sessions.join(key, 'app', JSON.stringify({ sid: sidOf(uid, 'app'), at, scopes: ['openid'] }))
}

it('are refused from that second on, and each is ended once', async () => {
  const sink = await startSink()
  const redis = await startRedis()
  const client = logoutClient('app', { backchannel_logout_uri: sink.url })
  const options = { clients: [client] }
  const here = await startIdp({ store: { redis: redis.url, keyPrefix: 'many:' }, options })
  const there = (await here.anotherNode()) as Idp
  const app = here.party(client)
  const tokens = await here.user().signIn(app)
  const ends = here.clock.now() + HOUR / 6
  const at = (index: number): string => new Date(ends + (index % 60) * 1000).toISOString()
  for (let from = 0; from < COUNT; from += 100)
    await Promise.all(Array.from({ length: 100 }, (_, index) => signedIn(here, from + index, at(from + index))))
  await here.portico.accounts?.change(ALICE.sub, (account) => ({ ...account, until: at(0) }))

  here.clock.forward(HOUR / 6 / 1000 + 60)
  // No job has ended anything yet, or only some.
  for (const node of [here, there]) expectInactive(await app.introspect(tokens.access_token, {}, { node }))
  expect(await there.portico.accounts?.find(subOf(COUNT - 1))).toMatchObject({ active: false })

  await sink.arrived(COUNT + 1, 120_000)
  const subjects = sink.notices.map(({ claims }) => claims.sub as string)
  expect(new Set(subjects).size).toBe(COUNT + 1)
  await until(async () => (await here.portico.storage.documents.list('ends', undefined, 1)).total === 0)
  const ended: string[] = []
  for await (const { event, user } of here.portico.audit.all()) if (event === 'account.ended') ended.push(user ?? '')
  expect(ended).toHaveLength(COUNT + 1)
  expect(new Set(ended).size).toBe(COUNT + 1)
  expect(sink.notices).toHaveLength(COUNT + 1)
  expect(await here.portico.sessions.list(subOf(0))).toEqual([])
}, 240_000)
