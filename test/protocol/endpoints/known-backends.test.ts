/** Servers of a client at IP addresses that it names are counted for the client (D-G7, D-G12). */
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { expectTooMany } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { failingCalls } from '../../support/failing-calls.ts'
import { CONF, CONF2, PUB } from '../../support/fixtures.ts'
import { type Answer, inParallel } from '../../support/http.ts'
import { type Idp, runningIdp } from '../../support/idp.ts'
import { basic, type Method, type RelyingParty, type TokenSet } from '../../support/relying-party.ts'
import { until } from '../../support/until.ts'

const NETWORK = '127.44.0.0/16'
/** Few enough that a slow machine is done with them within the minute. */
const PER_MINUTE = 200
const APP = { ...CONF, backend: { addresses: [NETWORK, '2001:db8:44::/48'], perMinute: PER_MINUTE } }
const OTHER_ADDRESS = '127.45.0.1'
let hosts = 0
/** One of the app's addresses, a fresh one for every test. */
const server = (): string => `127.44.7.${(hosts += 1)}`

const wrong = { headers: { authorization: basic('conf', 'wrong'.repeat(8)) } }
const statusesOf = (answers: readonly Answer[]): readonly number[] => [...new Set(answers.map(({ status }) => status))]

forEachDeployment((start) => {
  let idp: Idp
  let app: RelyingParty
  beforeEach(async () => {
    idp = await start({ options: { rateLimits: {}, clients: [APP, CONF2, PUB] } })
    app = idp.party(CONF)
  })

  /** Introspects, as the app by default. */
  const ask = (count: number, from: string, as: RelyingParty = app, method?: Method): Promise<readonly Answer[]> =>
    inParallel(count, 10, () =>
      as.introspect('no-token', {}, { message: { from }, ...(method === undefined ? {} : { method }) }),
    )
  const guess = (count: number, from: string): Promise<readonly Answer[]> =>
    inParallel(count, 10, () => idp.send('/introspect', { body: { token: 'x' }, from, ...wrong }))

  it('makes as many requests a minute as it may; the next is 429, and anonymous clients there are stopped at 30', async () => {
    const from = server()
    const families = await inParallel(10, 2, () => idp.user().signIn(app, { scope: 'openid offline_access' }))
    const refreshed = await inParallel(10, 10, async (family) => {
      const answers: Answer[] = []
      let { refresh_token } = families[family] as TokenSet
      for (let turn = 0; turn < PER_MINUTE / 10; turn += 1) {
        const answer = await app.refresh(refresh_token, {}, { message: { from } })
        answers.push(answer)
        refresh_token = (answer.json() as TokenSet).refresh_token
      }
      return answers
    })
    expect([refreshed.flat().length, statusesOf(refreshed.flat())]).toEqual([PER_MINUTE, [200]])
    expectTooMany(await app.introspect('x', {}, { message: { from } }))
    expect(idp.log.lines.at(-1)?.fields).toMatchObject({
      rate_limit: { bucket: 'backend', counted: 'conf', limit: PER_MINUTE, window_seconds: 60 },
    })
    // Another of its addresses has the same bucket, another node too.
    expectTooMany(await app.revoke('x', {}, { message: { from: server() } }))
    const other = await idp.anotherNode()
    expectTooMany(await app.introspect('x', {}, { message: { from }, node: other }))
    const stranger = idp.party(CONF2)
    expect(statusesOf(await ask(30, from, stranger))).toEqual([200])
    expectTooMany(await stranger.introspect('x', {}, { message: { from } }))
  })

  it.each(['basic', 'post'] as const)('is known by its secret, sent by %s, at all three endpoints', async (method) => {
    const from = server()
    expect(statusesOf(await ask(60, from, app, method))).toEqual([200])
    const options = { method, message: { from } }
    expect(statusesOf(await inParallel(60, 10, () => app.revoke('x', {}, options)))).toEqual([200])
    expect(statusesOf(await inParallel(60, 10, () => app.refresh('x', {}, options)))).toEqual([400])
    // The address itself has used up nothing.
    const stranger = idp.party(CONF2)
    expect(statusesOf(await ask(30, from, stranger, method))).toEqual([200])
    expectTooMany(await stranger.introspect('x', {}, options))
  })

  it('is one of many where it calls from other servers, or from its servers without a secret', async () => {
    expect(statusesOf(await ask(30, OTHER_ADDRESS))).toEqual([200])
    expectTooMany(await app.introspect('x', {}, { message: { from: OTHER_ADDRESS } }))
    const from = server()
    const body = { client_id: 'conf', token: 'x' }
    expect(statusesOf(await inParallel(30, 10, () => idp.send('/introspect', { body, from })))).toEqual([401])
    expectTooMany(await idp.send('/introspect', { body, from }))
  })

  it('what its servers do at other endpoints is counted as ever', async () => {
    const from = server()
    const asked = await inParallel(61, 10, () =>
      idp.send('/userinfo', { from, headers: { authorization: basic('conf', CONF.client_secret) } }),
    )
    expect(asked.filter(({ status }) => status === 429)).toHaveLength(1)
  })

  it('wrong secrets are counted for the IP address, and affect the app itself no more than any other client', async () => {
    const from = server()
    expect((await ask(1, from))[0]?.status).toBe(200)
    expect(statusesOf(await guess(30, from))).toEqual([401])
    for (const answer of await guess(40, from)) expectTooMany(answer)
    expect(statusesOf(await ask(60, from))).toEqual([200])
  })

  it('a body that is malformed, too large or none at all is refused for what it is', async () => {
    const from = server()
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const sent = async (body: string, more: object = {}): Promise<unknown> =>
      (await idp.send('/token', { method: 'POST', body, from, headers: { ...headers, ...more } })).json()['error_ref']
    expect(await sent('client_id=conf&client_secret=%zz')).toBe('body_malformed')
    expect(await sent('client_id=conf&client_id=conf')).toBe('parameter_duplicated')
    expect(await sent('client_id=conf', { 'content-type': 'application/json' })).toBe('content_type')
    expect(await sent(`client_id=conf&x=${'x'.repeat(60_000)}`)).toBe('body_too_large')
    expect((await idp.send('/token', { from })).json()['error_ref']).toBe('method_not_allowed')
  })

  it('follows what an administrator does: new secrets, other addresses, none, disabled', async () => {
    const { clients } = idp.portico
    const created = await clients.create(
      {
        clientId: 'workers',
        clientName: 'Workers',
        ownerEmail: 'owner@example.com',
        type: 'confidential',
        environment: 'live',
        redirectUris: ['https://workers.example/callback'],
        postLogoutRedirectUris: [],
        scopes: ['openid'],
        consent: 'trusted',
        backend: { addresses: [NETWORK], perMinute: 100 },
      },
      'test',
    )
    if (created.outcome !== 'done') throw new Error(created.outcome)
    const workers = (secret = ''): RelyingParty => idp.party({ ...CONF, client_id: 'workers', client_secret: secret })
    const from = server()
    expect(statusesOf(await ask(40, from, workers(created.secret)))).toEqual([200])
    const rotated = await clients.rotateSecret('workers', 'test')
    if (rotated.outcome !== 'done') throw new Error(rotated.outcome)
    expect(statusesOf(await ask(40, from, workers(rotated.secret)))).toEqual([200])
    expect((await ask(1, from, workers(created.secret)))[0]?.status).toBe(401)
    const { version, clientId: _id, type: _type, environment: _env, ...edit } = rotated.client
    await clients.change('workers', version, { ...edit, backend: { addresses: [NETWORK], perMinute: 130 } }, 'test')
    expect(statusesOf(await ask(40, from, workers(rotated.secret)))).toEqual([200])
    const { version: next } = (await clients.find('workers')) ?? {}
    await clients.change('workers', next ?? 0, { ...edit, backend: 'any-address' }, 'test')
    const otherServer = server()
    expect((await ask(31, otherServer, workers(rotated.secret))).filter(({ status }) => status === 429)).toHaveLength(1)
  })
})

it('anonymous clients cost the store nothing but their counters, nor do guesses beyond the thirtieth', async () => {
  const { storage, heal, calls } = failingCalls()
  const idp = await runningIdp({ storage, rateLimits: {}, clients: [APP, CONF2] })

  const app = idp.party(CONF)
  const from = server()
  const guess = (): Promise<Answer> => idp.send('/introspect', { body: { token: 'x' }, from, ...wrong })
  const cost = async (act: () => Promise<Answer>): Promise<readonly string[]> => {
    heal()
    await act()
    return calls()
  }
  await app.introspect('x', {}, { message: { from } })
  const known = await cost(() => app.introspect('x', {}, { message: { from } }))
  expect(await cost(() => app.introspect('x', {}, { message: { from: OTHER_ADDRESS } }))).toEqual(known)
  for (let turn = 0; turn < 31; turn += 1) await guess()
  expect(await cost(guess)).toEqual(['rates.hit'])
  expect((await app.introspect('x', {}, { message: { from } })).status).toBe(200)
})

it('of many guesses at the same moment at most thirty ask a store that does not answer', async () => {
  const storage = embeddedStorage()
  let [isHeld, asked, answered] = [false, 0, 0]
  const release = Promise.withResolvers<void>()
  const clients = new Proxy(storage.clients, {
    get(target, name) {
      const method = Reflect.get(target, name) as (...given: unknown[]) => unknown
      if (name !== 'find') return typeof method === 'function' ? method.bind(target) : method
      return async (...given: unknown[]) => {
        if (isHeld) {
          asked += 1
          await release.promise
        }
        return method.apply(target, given)
      }
    },
  })
  const idp = await runningIdp({ storage: { ...storage, clients }, rateLimits: {}, clients: [APP, CONF2] })

  const from = server()
  await idp.party(CONF).introspect('x', {}, { message: { from } })
  isHeld = true
  const guesses = inParallel(300, 300, async () => {
    await idp.send('/introspect', { body: { token: 'x' }, from, ...wrong })
    answered += 1
  })
  // All others have their answer before the store has given its first.
  await until(() => asked + answered >= 300)
  release.resolve()
  await guesses
  // Those, the thirty that the limit of the IP address admits to a final refusal, and background reads.
  expect(asked).toBeLessThanOrEqual(65)
})

it('the configuration is checked by the same rule', async () => {
  const start = (backend: object, client: object = CONF): Promise<Idp> =>
    runningIdp({ clients: [{ ...client, backend } as typeof APP] })
  await expect(start({ addresses: ['10.0.0.0/8'] })).rejects.toThrow(/clients\[0\]\.backend.*no wider than \/16/s)
  await expect(start({ addresses: ['10.20.0.0/16'], perMinute: 6_001 })).rejects.toThrow(/perMinute.*6000/s)
  await expect(start({ addresses: ['10.20.0.0/16'] }, PUB)).rejects.toThrow(/clients\[0\]\.backend.*confidential/s)
})
