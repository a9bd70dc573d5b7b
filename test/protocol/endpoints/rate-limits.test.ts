/** How many requests one address may make (D-G7). */
import { connect } from 'node:net'
import { embeddedStorage } from '../../../adapters/embedded/index.ts'
import { explanations } from '../../../lib/domain/audit/explanations.ts'
import { NAVIGATION, openBrowser, titleOf } from '../../support/browser.ts'
import { countedStorage } from '../../support/counted-storage.ts'
import { expectTooMany } from '../../support/denials.ts'
import { forEachDeployment } from '../../support/deployments.ts'
import { CONF } from '../../support/fixtures.ts'
import { type Answer, inParallel, type Message } from '../../support/http.ts'
import { type Node, runningIdp, sharedIdp } from '../../support/idp.ts'
import { formHead } from '../../support/raw-socket.ts'
import { basic } from '../../support/relying-party.ts'
import { startStandingIdp } from '../../support/standing-clock.ts'
import { until } from '../../support/until.ts'

/** What is granted in a minute. */
const LIMITS: readonly (readonly [path: string, message: Message, limit: number])[] = [
  ['/.well-known/openid-configuration', {}, 60],
  ['/.well-known/jwks.json', {}, 60],
  ['/authorize', {}, 20],
  ['/token', { body: {} }, 30],
  ['/userinfo', {}, 60],
  ['/revocation', { body: {} }, 30],
  ['/introspect', { body: {} }, 30],
  ['/connect/logout', {}, 30],
  ['/connect/logout', { method: 'POST', headers: { authorization: 'Bearer x' } }, 30],
  ['/connect/logout/frontchannel', {}, 30],
  ['/connect/register-session', { method: 'POST' }, 30],
]

/** Addresses of this machine, a fresh one for every test. */
let addresses = 1
const freshAddress = (): string => `127.0.${Math.floor((addresses += 1) / 200)}.${(addresses % 200) + 2}`

const statuses = async (count: number, work: (index: number) => Promise<Answer>): Promise<readonly number[]> =>
  (await inParallel(count, 10, work)).map(({ status }) => status)

forEachDeployment((start) => {
  const idp = sharedIdp(() => start({ options: { rateLimits: {} } }))

  const use = (
    path: string,
    count: number,
    from: string,
    message: Message = {},
    node: Node = idp,
  ): Promise<readonly number[]> => statuses(count, () => node.send(path, { ...message, from }))

  it.each(LIMITS)(
    'RL-01, CLO-11, REG-07: %s %j: %i a minute, and the next is 429 with Retry-After',
    async (path, message, limit) => {
      const from = freshAddress()
      expect(await use(path, limit, from, message)).not.toContain(429)
      expectTooMany(await idp.send(path, { ...message, from }))
    },
  )

  it('RL-01: the page of a browser shows the wait, counts down, and offers no request ID that is not recorded', async () => {
    const from = freshAddress()
    await use('/authorize', 20, from)
    const { status, headers, text } = await idp.send('/authorize', { from, headers: NAVIGATION })
    expect([status, text.includes(`data-sso-countdown="${headers['retry-after']}"`)]).toEqual([429, true])
    expect([text.includes('Too many attempts from your'), text.includes('id="request-id"')]).toEqual([true, false])
  })

  it('RL-04: what one endpoint or one address has used up is no matter to another', async () => {
    const from = freshAddress()
    await use('/token', 31, from, { body: {} })
    expectTooMany(await idp.send('/token', { body: {}, from }))
    for (const [path, message] of LIMITS) {
      if (path !== '/token') expect((await idp.send(path, { ...message, from })).status).not.toBe(429)
    }
    expect((await idp.send('/token', { body: {}, from: freshAddress() })).status).toBe(401)
  })

  it('RL-05: aliases, methods, queries and headers share the counter', async () => {
    const [discovery, metadata] = ['/.well-known/openid-configuration', '/.well-known/oauth-authorization-server']
    for (const [paths, limit, message] of [
      [['/token', '/oauth2/token', '/token?x=y'], 30, { body: {} }],
      [['/revocation', '/oauth/revoke', '/oauth2/revocation'], 30, { body: {} }],
      [['/introspect', '/oauth2/introspect'], 30, { body: {} }],
      [['/authorize', '/oauth2/authorize', '/authorize?client_id=conf'], 20, {}],
      [['/jwks', '/.well-known/jwks.json'], 60, {}],
      [[discovery, metadata, `host:${metadata}${idp.mountPath}`], 60, {}],
    ] as const) {
      const from = freshAddress()
      const pick = (index: number): Promise<Answer> =>
        idp.send(paths[index % paths.length] as string, { ...message, from })
      expect(await statuses(limit, pick)).not.toContain(429)
      for (const index of paths.keys()) expectTooMany(await pick(index))
    }
    const from = freshAddress()
    expect(
      await statuses(60, (index) => idp.send('/userinfo', { method: index % 2 === 0 ? 'GET' : 'POST', from })),
    ).not.toContain(429)
    for (const method of ['GET', 'POST', 'PUT']) expectTooMany(await idp.send('/userinfo', { method, from }))
  })

  it('RL-05: a forwarded address is not believed', async () => {
    const from = freshAddress()
    await statuses(30, (index) =>
      idp.send('/token', {
        body: {},
        from,
        headers: {
          'x-forwarded-for': `10.0.0.${index}`,
          forwarded: `for=10.0.0.${index}`,
          'x-real-ip': `10.0.0.${index}`,
        },
      }),
    )
    expectTooMany(await idp.send('/token', { body: {}, from, headers: { 'x-forwarded-for': '10.1.1.1' } }))
  })

  it('RL-08: two nodes count together', async () => {
    const other = await idp.anotherNode()
    const from = freshAddress()
    expect(
      await statuses(30, (index) => (index % 2 === 0 ? idp : other).send('/token', { body: {}, from })),
    ).not.toContain(429)
    for (const node of [idp, other]) expectTooMany(await node.send('/token', { body: {}, from }))
  })

  it('RL-09, RL-15: failures count, and past the limit nothing of a request is read: not its size, its form, its secret', async () => {
    const from = freshAddress()
    await use('/token', 30, from, { body: 'x'.repeat(60_000), headers: { 'content-type': 'text/plain' } })
    for (const message of [
      { body: 'x'.repeat(60_000) },
      { body: '{', headers: { 'content-type': 'application/json' } },
      { body: {}, headers: { authorization: basic('conf', CONF.client_secret) } },
    ] as Message[])
      expectTooMany(await idp.send('/token', { ...message, from }))
    expectTooMany(await idp.send('/token', { method: 'GET', from }))
  })

  it('D-G12: the first refused requests of a caller are explained, with the limit and the wait, and no more', async () => {
    const from = freshAddress()
    await use('/introspect', 30, from, { body: {} })
    const ids: string[] = []
    for (let index = 0; index < 8; index += 1) {
      const refused = await idp.send('/introspect', { body: {}, from })
      ids.push((refused.json() as { request_id: string }).request_id)
    }
    const { bounded, records } = idp.portico.storage
    const known = explanations({ records, bounded }, idp.clock.now, () => {})
    await until(async () => (await known.find(ids[4] ?? '')) !== undefined)
    const found = await Promise.all(ids.map((id) => known.find(id)))
    expect(found.map((one) => one !== undefined)).toEqual([true, true, true, true, true, false, false, false])
    expect(found[0]).toMatchObject({ status: 429, ref: 'too_many_attempts' })
    const words = new RegExp(`^introspection allows 30 requests in 60 s from ${from}; wait \\d+ s$`)
    expect(found[0]?.steps).toEqual([{ step: 'rate limit', found: expect.stringMatching(words) }])
  })

  it('RL-15: the log names the limit and its key', async () => {
    const from = freshAddress()
    await use('/introspect', 31, from, { body: {} })
    expect(
      idp.log.lines.filter(
        ({ fields }) => (fields as { rate_limit?: { counted: string } }).rate_limit?.counted === from,
      ),
    ).toEqual([
      {
        level: expect.any(String),
        message: 'request denied',
        fields: expect.objectContaining({
          status: 429,
          error_ref: 'too_many_attempts',
          rate_limit: { bucket: 'introspection', counted: from, limit: 30, window_seconds: 60 },
        }),
      },
    ])
  })

  it('RL-14: a browser past the limit sees a page, is sent nowhere, and is still signed in afterwards', async () => {
    const from = freshAddress()
    const browser = openBrowser(idp, { from })
    const conf = idp.party(CONF)
    await idp.user(undefined, browser).authorize(conf)
    await use('/authorize', 20, from)
    const { address } = conf.request()
    const answer = await browser.go(address)
    expect([answer.status, answer.headers['content-type'], answer.headers.location]).toEqual([
      429,
      expect.stringContaining('text/html'),
      undefined,
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    expect(titleOf(answer.text)).not.toBe('')
    expectTooMany(await idp.send(address, { from }))
    const cookie = browser.cookies.header(`${idp.mountPath}/authorize`) ?? ''
    const otherAddress = await idp.send(address, { headers: { ...NAVIGATION, cookie }, from: freshAddress() })
    expect(otherAddress.headers.location).toContain('code=')
  })
})

it('RL-02: a client that waits for Retry-After is let in, and not before', async () => {
  const idp = await startStandingIdp({ rateLimits: { token: { limit: 2, windowSeconds: 60 } } })
  const ask = (): Promise<Answer> => idp.send('/token', { body: {} })
  await ask()
  idp.clock.forward(20)
  await ask()
  const refused = await ask()
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '40'])
  idp.clock.forward(39)
  expectTooMany(await ask())
  idp.clock.forward(1)
  expect((await ask()).status).toBe(401)
})

it('behind a proxy that is trusted: D-G7: the address is the one that the outermost trusted proxy wrote; IPv6 counts by the /64', async () => {
  const idp = await runningIdp({ rateLimits: { token: { limit: 2, windowSeconds: 60 } }, trustProxy: 1 })
  const ask = (forwarded: string): Promise<Answer> =>
    idp.send('/token', { body: {}, headers: { 'x-forwarded-for': forwarded } })
  expect([(await ask('203.0.113.1')).status, (await ask('9.9.9.9, 203.0.113.1')).status]).toEqual([401, 401])
  expectTooMany(await ask('8.8.8.8, 203.0.113.1'))
  expect((await ask('203.0.113.1, 203.0.113.2')).status).toBe(401)
  expect([(await ask('2001:db8::1')).status, (await ask('2001:db8:0:0:ffff::2')).status]).toEqual([401, 401])
  expectTooMany(await ask('2001:db8::3'))
  expect((await ask('2001:db8:0:1::3')).status).toBe(401)
  expect([(await ask('203.0.113.3:50123')).status, (await ask('[2001:db8:0:2::1]:443')).status]).toEqual([401, 401])
  expect([(await ask('203.0.113.3:50124')).status, (await ask('[2001:db8:0:2::1]')).status]).toEqual([401, 401])
  expectTooMany(await ask('203.0.113.3'))
  expectTooMany(await ask('2001:db8:0:2::2'))
})

describe('a flood', () => {
  it('RL-13: of refused requests costs the store one count each, and others are served meanwhile', async () => {
    const { storage, reads } = countedStorage(embeddedStorage())
    const idp = await runningIdp({ storage, rateLimits: {} })
    const [from, other] = [freshAddress(), freshAddress()]
    await statuses(30, () => idp.send('/token', { body: {}, from }))
    const before = reads.calls
    const [flood, served] = await Promise.all([
      statuses(500, () => idp.send('/token', { body: {}, from })),
      statuses(20, () => idp.send('/jwks', { from: other })),
    ])
    expect([new Set(flood), new Set(served)]).toEqual([new Set([429]), new Set([200])])
    // The store has other reads too, but not one more for each of them.
    expect(reads.calls - before).toBeLessThan(2 * flood.length)
  })

  it('RL-15: a body that is announced and never sent does not hold a refusal back', async () => {
    const idp = await runningIdp({ rateLimits: { token: { limit: 1, windowSeconds: 60 } } })
    await idp.send('/token', { body: {} })
    const line = await new Promise<string>((resolve, reject) => {
      const socket = connect(idp.port, '127.0.0.1', () => {
        socket.write(formHead('/token', { 'Content-Length': 50_000 }))
      })
      socket
        .once('data', (data) => {
          resolve(data.toString('latin1').split('\r\n')[0] ?? '')
          socket.destroy()
        })
        .on('error', reject)
    })
    expect(line).toBe('HTTP/1.1 429 Too Many Requests')
  })
})
