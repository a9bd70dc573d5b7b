/** The measurements of the service, for its collector alone. */
import { METRICS, prometheusMetrics } from '../../adapters/prometheus/index.ts'
import type { AuditEventName } from '../../lib/domain/audit/events.ts'
import type { Client } from '../../lib/domain/clients/client-record.ts'
import { measureRequest } from '../../lib/domain/metrics/measured-request.ts'
import { ConfigError, type LogoutNotice } from '../../lib/index.ts'
import { deny } from '../../policies/verdict.ts'
import { expectError } from '../support/expect.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { ALICE, BC1, CONF, PUB } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Answer, inParallel, send } from '../support/http.ts'
import { type Idp, type IdpOptions, runningIdp, sharedIdp, startIdp } from '../support/idp.ts'
import { random } from '../support/relying-party.ts'
import { samplesOf, typesOf } from '../support/samples.ts'
import { until } from '../support/until.ts'

const TOKEN = 'a-token-for-the-collector-of-measurements'

const start = (options: IdpOptions['options'] = { metrics: { token: TOKEN } }, more: IdpOptions = {}): Promise<Idp> =>
  startIdp({ ...more, options: { ...more.options, ...options } })
const scrape = (idp: Idp, authorization = `Bearer ${TOKEN}`, accept = '*/*'): Promise<Answer> =>
  idp.send('/metrics', { headers: { authorization, accept } })
const samples = async (idp: Idp) => samplesOf((await scrape(idp)).text)

describe('what is counted', () => {
  const idp = sharedIdp(start)

  /** By how much each series has grown meanwhile; those that have not are left out. */
  async function growth(work: () => Promise<unknown>): Promise<Readonly<Record<string, number>>> {
    const before = await samples(idp)
    await work()
    const after = await samples(idp)
    return Object.fromEntries(
      [...after].flatMap(([series, value]) => {
        const more = value - (before.get(series) ?? 0)
        return more === 0 || /^portico_(http|store|event|signing|ready)/.test(series) ? [] : [[series, more]]
      }),
    )
  }

  it('a sign-in, the tokens it ends with, and a refresh', async () => {
    const conf = idp.party(CONF)
    const grown = await growth(async () => {
      const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
      await conf.refresh(refresh_token)
    })
    expect(grown).toEqual({
      'portico_sign_ins_total{method="password",outcome="succeeded"}': 1,
      'portico_tokens_issued_total{grant="authorization_code"}': 1,
      'portico_tokens_issued_total{grant="refresh_token"}': 1,
    })
  })

  it('a replayed refresh token, and a replayed code: refused, and their families revoked', async () => {
    const conf = idp.party(CONF)
    const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
    await conf.refresh(refresh_token)
    const grant = await idp.user().authorize(conf)
    await conf.exchange(grant)
    expect(
      await growth(async () => {
        await conf.refresh(refresh_token)
        await conf.exchange(grant)
      }),
    ).toEqual({
      'portico_refusals_total{error_ref="refresh_token_replayed"}': 1,
      'portico_refusals_total{error_ref="code_used"}': 1,
      'portico_replays_total{kind="refresh_token"}': 1,
      'portico_replays_total{kind="code"}': 1,
      'portico_revocations_total{cause="refresh_token_replayed"}': 1,
      'portico_revocations_total{cause="code_replayed"}': 1,
    })
  })

  it('revocations by cause: a token, a user, a client', async () => {
    const conf = idp.party(CONF)
    const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
    expect(
      await growth(async () => {
        await conf.revoke(refresh_token)
        await idp.portico.sessions.endAll(ALICE.sub)
        await idp.portico.clients.revokeTokens('conf', 'test')
      }),
    ).toEqual({
      'portico_revocations_total{cause="token"}': 1,
      'portico_revocations_total{cause="user"}': 1,
      'portico_revocations_total{cause="client"}': 1,
    })
  })

  it('a wrong password', async () => {
    const alice = idp.user({ username: ALICE.username, password: 'wrong' })
    const grown = await growth(async () => {
      const stop = await alice.open(idp.party(PUB))
      await alice.browser.submit(stop as never, { username: ALICE.username, password: 'wrong' })
    })
    expect(grown).toEqual({ 'portico_sign_ins_total{method="password",outcome="failed"}': 1 })
  })

  it('requests by route and outcome, and the time they take', async () => {
    const before = await samples(idp)
    await idp.send('/jwks')
    await idp.send('/userinfo')
    await idp.send('/nothing-of-ours')
    const after = await samples(idp)
    const more = (series: string): number => (after.get(series) ?? 0) - (before.get(series) ?? 0)
    expect(more('portico_http_requests_total{route="jwks",outcome="ok"}')).toBe(1)
    expect(more('portico_http_requests_total{route="userinfo",outcome="refused"}')).toBe(1)
    expect(more('portico_http_requests_total{route="nowhere",outcome="refused"}')).toBe(1)
    expect(more('portico_http_request_duration_seconds_count{route="jwks"}')).toBe(1)
    expect(after.get('portico_http_request_duration_seconds_bucket{le="10",route="jwks"}')).toBeGreaterThan(0)
  })

  it('calls of the store by method, the state of the service, and what it is', async () => {
    const found = await samples(idp)
    expect(found.get('portico_store_duration_seconds_count{method="families.replace"}')).toBeGreaterThan(0)
    expect(found.get('portico_ready')).toBe(1)
    expect(found.get('portico_hashing_waiting')).toBe(0)
    expect(found.get('portico_signing_key_age_seconds')).toBeGreaterThanOrEqual(0)
    expect(found.get('portico_signing_key_rotation_seconds')).toBe(90 * 86_400)
    expect(found.get('portico_event_loop_delay_max_seconds')).toBeGreaterThanOrEqual(
      found.get('portico_event_loop_delay_p99_seconds') ?? Number.NaN,
    )
    const { node } = process.versions
    expect([...found.keys()]).toContainEqual(
      expect.stringMatching(new RegExp(`^portico_build_info\\{version="[\\d.]+",node="${node}",store="embedded`)),
    )
  })

  it('a refresh has five measurements: the request, the grant, three calls of the store', async () => {
    const conf = idp.party(CONF)
    const { refresh_token } = await idp.user().signIn(conf, { scope: 'openid offline_access' })
    const before = await samples(idp)
    await conf.refresh(refresh_token)
    const after = await samples(idp)
    const calls = [...after].flatMap(([series, value]) => {
      const method = /^portico_store_duration_seconds_count\{method="((?:families|tokenState|subjects)\.\w+)"\}$/.exec(
        series,
      )?.[1]
      const more = value - (before.get(series) ?? 0)
      return method === undefined || more === 0 ? [] : [[method, more]]
    })
    expect(Object.fromEntries(calls)).toEqual({ 'tokenState.look': 1, 'families.replace': 1, 'subjects.read': 1 })
  })

  it('the text names no client, user or address, and no token', async () => {
    const { text } = await scrape(idp)
    for (const word of [...[CONF, PUB, BC1].map(({ client_id }) => `"${client_id}"`), ALICE.sub, '127.0.0.1', TOKEN])
      expect(text).not.toContain(word)
  })
})

describe('a delivery', () => {
  const put = async (idp: Idp, more: Pick<LogoutNotice, 'clientId' | 'createdAt' | 'dueAt'>) =>
    idp.portico.storage.deliveries.put([
      {
        ...{ id: 'one', channel: 'backchannel', subject: 'u', session: 's', sid: 's', state: 'due', tries: 0 },
        ...{ uri: 'https://bc1.example/', condition: '{"kind":"test"}' },
        ...more,
      },
    ])

  it('that waits is counted by channel and state, with the age of the oldest', async () => {
    const idp = await start()
    const at = idp.clock.now()
    await put(idp, { clientId: 'bc1', createdAt: at - 7_200_000, dueAt: at + 600_000 })
    const found = await samples(idp)
    expect(found.get('portico_deliveries_waiting{channel="backchannel",state="due"}')).toBe(1)
    expect(found.get('portico_deliveries_waiting{channel="mail",state="due"}')).toBe(0)
    const age = found.get('portico_delivery_oldest_age_seconds{channel="backchannel",state="due"}') ?? 0
    expect([age >= 7_200, age <= 7_200 + (idp.clock.now() - at) / 1_000]).toEqual([true, true])
  })

  it('is counted by channel and what came of it: here its app is gone', async () => {
    const idp = await start()
    const at = idp.clock.now()
    await put(idp, { clientId: 'gone', createdAt: at, dueAt: at })
    const dropped = 'portico_delivery_attempts_total{channel="backchannel",outcome="dropped"}'
    await until(async () => (await samples(idp)).get(dropped) === 1)
  })
})

it('a store that is unavailable: is counted, and measurements are still served', async () => {
  const failing = failingCalls()
  const idp = await start({ metrics: { token: TOKEN }, storage: failing.storage })
  failing.failAll()
  await idp.send('/token', { body: { grant_type: 'refresh_token' } })
  const found = await samples(idp)
  const failed = [...found].filter(([series]) => series.startsWith('portico_store_failures_total{'))
  expect(failed.map(([series]) => series)).toContainEqual(expect.stringContaining('failure="unavailable"'))
  expect(found.get('portico_ready')).toBe(0)
  expect([...found.keys()].filter((series) => series.startsWith('portico_deliveries_waiting'))).toEqual([])
})

describe('who may read it', () => {
  it('with the token alone; 401 in the common shape without it', async () => {
    const idp = await start()
    expect((await scrape(idp)).headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8')
    expectError(await idp.send('/metrics'), 401, 'invalid_token', 'token_missing')
    for (const wrong of [`Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Bearer ${random()}`]) {
      const refused = await scrape(idp, wrong)
      expectError(refused, 401, 'invalid_token', 'token_invalid')
      expect(refused.headers['www-authenticate']).toContain('Bearer')
    }
    expectError(await scrape(idp, `Basic ${TOKEN}`), 401, 'invalid_token', 'token_missing')
    const { access_token } = await idp.user().signIn(idp.party(CONF))
    expectError(await scrape(idp, `Bearer ${access_token}`), 401, 'invalid_token', 'token_invalid')
  })

  it('has a separate rate limit', async () => {
    const idp = await start({ metrics: { token: TOKEN }, rateLimits: {} })
    const answers = await inParallel(61, 10, () => idp.send('/metrics', { headers: { authorization: 'Bearer no' } }))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
    expect((await idp.send('/jwks')).status).toBe(200)
  })

  it('without the token in the settings there is no such address', async () => {
    const alone = await start({})
    expect(alone.portico.metrics).toBeUndefined()
    expectError(await alone.send('/metrics'), 404, 'not_found', 'not_found')
    const inApp = await start({}, { mount: 'koa' })
    expect((await inApp.send('/metrics')).text).toMatch(/^the host kn/)
  })

  it('OpenMetrics is written for who asks for it, with the same values', async () => {
    const idp = await start()
    const accept = 'application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2'
    const answer = await scrape(idp, `Bearer ${TOKEN}`, accept)
    expect(answer.headers['content-type']).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    expect(answer.text.endsWith('# EOF\n')).toBe(true)
    expect(typesOf(answer.text).get('portico_replays')).toBe('counter')
    expect(samplesOf(answer.text).get('portico_replays_total{kind="code"}')).toBe(0)
  })

  it('at a separate port on the loopback, for any client, until the service is closed', async () => {
    const port = await freePort()
    const idp = await runningIdp({ metrics: { port, hosts: ['metrics.internal'] } })
    const answer = await send(port, '/metrics')
    expect(answer.status).toBe(200)
    expect(samplesOf(answer.text).get('portico_ready')).toBe(1)
    const statuses = async (hosts: readonly string[]): Promise<ReadonlySet<number>> =>
      new Set(
        await Promise.all(hosts.map(async (host) => (await send(port, '/metrics', { headers: { host } })).status)),
      )
    expect(await statuses([`127.0.0.1:${port}`, 'LOCALHOST', 'metrics.internal:80'])).toEqual(new Set([200]))
    const others = `evil.example evil.example:${port} localhost.evil.example [::1] localhost:80@evil.example 127.0.0.2`
    expect(await statuses(others.split(' '))).toEqual(new Set([421]))
    expect((await send(port, '/')).status).toBe(404)
    expect((await send(port, '/metrics', { method: 'POST' })).status).toBe(405)
    expectError(await idp.send('/metrics'), 404, 'not_found', 'not_found')
    await expect(runningIdp({ metrics: { port } })).rejects.toThrow(ConfigError)
    expect((await send(port, '/metrics')).status).toBe(200)
    await idp.stop()
    await expect(send(port, '/metrics')).rejects.toThrow(/ECONNREFUSED|socket hang up/)
  })
})

describe('series', () => {
  it('have the type that the end of their name promises', () => {
    const typeOf = (name: string) =>
      name.endsWith('_total') ? 'counter' : name.endsWith('_duration_seconds') ? 'histogram' : 'gauge'
    expect(Object.entries(METRICS).filter(([name, { type }]) => type !== typeOf(name))).toEqual([])
  })

  it('do not grow with clients, users, paths and tokens that clients send', async () => {
    const idp = await start()
    const series = async () => [...(await samples(idp)).keys()].filter((one) => !one.startsWith('portico_store_'))
    const visit = (id: string) =>
      Promise.all([
        idp.send(`/authorize?client_id=${id}&redirect_uri=https://${id}.example`),
        idp.send(`/${id}/nowhere`),
        idp.send(`/errors/${id}`),
        idp.send('/token', { body: { client_id: id, grant_type: id, code: id } }),
        idp.send('/userinfo', { headers: { authorization: `Bearer ${id}` } }),
      ])
    await samples(idp)
    await visit(random(8))
    const before = await series()
    await inParallel(50, 10, () => visit(random(8)))
    expect(await series()).toEqual(before)
    const methods = [...(await samples(idp)).keys()].map((one) => /method="([^"]*)"/.exec(one)?.[1])
    for (const method of methods)
      expect(method ?? 'families.read').toMatch(/^(?:password|passkey|second_step|upstream|\w+\.\w+)$/)
  })

  it('are as many for 10,000 clients as for one', async () => {
    const { measurements, metrics, stop } = prometheusMetrics({ version: '1', node: '24', store: 'a store' })
    const events: readonly AuditEventName[] = ['sign-in.succeeded', 'token.issued', 'token.refreshed', 'token.revoked']
    const from = (clientId: string): void => {
      for (const event of events) {
        const client = { clientId } as Client
        const context = { route: { name: 'token' }, client, subject: clientId, event, method: 'password' } as const
        measureRequest(measurements, context, 200, 0.01)
        measureRequest(measurements, { ...context, refusal: deny('invalid_grant', 'code_used', clientId) }, 400, 0.01)
      }
    }
    from('client-0')
    const count = async () => samplesOf((await metrics.text()).body).size
    const one = await count()
    for (let number = 1; number <= 10_000; number += 1) from(`client-${number}`)
    expect(await count()).toBe(one)
    stop()
  })
})
