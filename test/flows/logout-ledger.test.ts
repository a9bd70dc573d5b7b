/** `sso.deliveries`: what has been sent to clients, what waits, what failed; trying again, and trying a client out. */
import type { LedgerPage, LedgerQuery } from '../../lib/domain/sessions/delivery-ledger.ts'
import type { LogoutNotice } from '../../lib/index.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { type Idp, sharedIdp } from '../support/idp.ts'
import { everywhere } from '../support/logout-caller.ts'
import { logoutClient, startSink, status } from '../support/logout-sinks.ts'
import { forEachStore } from '../support/logout-stores.ts'
import { until } from '../support/until.ts'

const sink = await startSink()
const CLIENTS = [
  CONF,
  logoutClient('one', { backchannel_logout_uri: sink.url }),
  logoutClient('two', { backchannel_logout_uri: sink.url }),
  logoutClient('wrong', { backchannel_logout_uri: `${sink.url}/wrong` }),
]

forEachStore((start) => {
  const idp = sharedIdp(() => start({ options: { clients: CLIENTS } }))
  afterEach(() => {
    sink.answers(status(200))
    sink.clear()
  })

  const ledger = (): Idp['portico']['deliveries'] => idp.portico.deliveries
  /** Entries that are finished, as an older sign-out left them. */
  const put = async (count: number, but: (index: number) => Partial<LogoutNotice>): Promise<void> => {
    const { deliveries } = idp.portico.storage
    const all = Array.from(
      { length: count },
      (_, index): LogoutNotice => ({
        id: `${but(0).createdAt}-${String(index).padStart(4, '0')}`,
        clientId: 'one',
        subject: ALICE.sub,
        session: 's',
        sid: `s.${index}`,
        channel: 'backchannel',
        uri: sink.url,
        state: 'due',
        tries: 0,
        createdAt: 1_000,
        dueAt: 8e12,
        condition: JSON.stringify({ kind: 'session-end', generation: 0 }),
        ...but(index),
      }),
    )
    await deliveries.put(all)
    for (const delivery of all)
      if (!['due', 'held'].includes(delivery.state)) await deliveries.complete(delivery, 3_600_000)
  }
  const walk = async (query: LedgerQuery): Promise<readonly string[]> => {
    const ids: string[] = []
    let page: LedgerPage
    let before: string | undefined
    do {
      page = await ledger().list({ ...query, before })
      expect(page.entries.length).toBeLessThanOrEqual(query.limit)
      ids.push(...page.entries.map(({ id }) => id))
      before = page.next
    } while (before !== undefined)
    return ids
  }

  /** This many notices came, and none that was due before another one that comes now. */
  const expectNothingElse = async (count: number): Promise<void> => {
    sink.answers(status(200))
    await ledger().sendTest('one')
    expect(await sink.arrived(count + 1)).toHaveLength(count + 1)
  }

  it('a sign-out leaves an entry for each client, newest first, without what is inside', async () => {
    const alice = idp.user()
    await alice.signIn(idp.party(logoutClient('one')))
    await everywhere(idp, (await alice.signIn(idp.party(logoutClient('two')))).access_token)
    const { entries } = await ledger().list({ limit: 2 })
    expect(entries.map(({ clientId }) => clientId).toSorted()).toEqual(['one', 'two'])
    const { id = '', ...entry } = entries[0] ?? {}
    expect(entry).toEqual({
      clientId: expect.any(String),
      subject: ALICE.sub,
      session: expect.any(String),
      sid: expect.any(String),
      channel: 'backchannel',
      uri: sink.url,
      state: 'delivered',
      occasion: 'session-end',
      tries: 1,
      createdAt: expect.any(Number),
      lastAt: expect.any(Number),
      lastMs: expect.any(Number),
      lastStatus: 200,
      history: [{ at: expect.any(Number), ms: expect.any(Number), status: 200 }],
    })
    expect(await ledger().find(id)).toEqual({ id, ...entry })
    expect(await ledger().find('unknown')).toBeUndefined()
  })

  it('every entry is on one page, also when all were made in the same millisecond', async () => {
    await put(130, () => ({ createdAt: 2_000 }))
    await put(20, () => ({ createdAt: 3_000 }))
    for (const limit of [7, 50, 200]) {
      const made = (await walk({ limit })).filter((id) => /^[23]000-/.test(id))
      expect([made.length, new Set(made).size]).toEqual([150, 150])
      expect(made.slice(0, 20).every((id) => id.startsWith('3000'))).toBe(true)
    }
  })

  it('can be asked by client and by state', async () => {
    await put(60, (index) => ({
      createdAt: 4_000,
      clientId: index % 3 === 0 ? 'two' : 'one',
      state: index % 2 === 0 ? 'failed' : 'delivered',
    }))
    const of = async (query: Partial<LedgerQuery>): Promise<number> =>
      (await walk({ limit: 8, ...query })).filter((id) => id.startsWith('4000-')).length
    expect([
      await of({}),
      await of({ clientId: 'two' }),
      await of({ state: 'failed' }),
      await of({ clientId: 'two', state: 'failed' }),
      await of({ clientId: 'unknown' }),
    ]).toEqual([60, 20, 30, 10, 0])
  })

  it('retry: what failed is tried once more, what waits is brought forward, what is delivered or unknown stays', async () => {
    const states = ['failed', 'due', 'delivered'] as const
    await put(3, (index) => ({ createdAt: 5_000, state: states[index] ?? 'due', tries: 7 }))
    const ids = ['5000-0000', '5000-0001', '5000-0002', 'unknown']
    expect(await Promise.all(ids.map((id) => ledger().retry(id)))).toEqual(['queued', 'queued', 'delivered', 'missing'])
    await sink.arrived(2)
    await expectNothingElse(2)
    const sids = sink.notices.slice(0, 2).map(({ claims }) => claims.sid as string)
    expect(sids.toSorted()).toEqual(['s.0', 's.1'])
    for (const id of ids.slice(0, 2)) await until(async () => (await ledger().find(id))?.state !== 'leased')
    for (const id of ids.slice(0, 2)) expect(await ledger().find(id)).toMatchObject({ state: 'delivered', tries: 8 })
  })

  it('retry: what a worker holds, and what waits for its session to end, is under way', async () => {
    await put(1, () => ({ createdAt: 6_000, dueAt: 8e12 }))
    await idp.portico.storage.deliveries.leaseThese(['6000-0000'], idp.clock.now(), 60_000)
    expect(await ledger().retry('6000-0000')).toBe('underway')
    await put(1, () => ({ id: '6000-held', createdAt: 6_000, subject: 'unknown', state: 'held' }))
    expect(await ledger().retry('6000-held')).toBe('underway')
    await expectNothingElse(0)
  })

  it('a retry goes to the address of now, when it has been put right', async () => {
    await put(1, () => ({ createdAt: 7_000, state: 'failed', uri: 'https://typo.example/' }))
    await ledger().retry('7000-0000')
    await sink.arrived(1)
    await until(async () => (await ledger().find('7000-0000'))?.state !== 'leased')
    expect(await ledger().find('7000-0000')).toMatchObject({ state: 'delivered', uri: sink.url })
  })

  describe('sendTest', () => {
    it('sends one logout token for a session and a user that do not exist, and reports the response', async () => {
      const result = await ledger().sendTest('one')
      expect(result).toMatchObject({
        outcome: 'tried',
        entry: { clientId: 'one', occasion: 'test', state: 'delivered', tries: 1, lastStatus: 200 },
      })
      const [notice] = await sink.arrived(1)
      const { claims, header } = notice ?? {}
      expect(header?.typ).toBe('logout+jwt')
      expect(claims).toMatchObject({
        iss: idp.issuer,
        aud: 'one',
        sid: expect.stringMatching(/^test-/),
        sub: expect.stringMatching(/^test-/),
      })
      expect((await ledger().sendTest('one')).outcome).toBe('tried')
      expect(sink.notices[1]?.claims.sid).not.toBe(claims?.sid)
    })

    it('tries once, whatever the answer', async () => {
      sink.answers(status(500))
      expect(await ledger().sendTest('two')).toMatchObject({
        outcome: 'tried',
        entry: { state: 'failed', tries: 1, lastStatus: 500 },
      })
      await expectNothingElse(1)
    })

    it('reports that there is nothing to send to', async () =>
      expect([await ledger().sendTest('conf'), await ledger().sendTest('unknown')]).toEqual([
        { outcome: 'no-channel' },
        { outcome: 'missing' },
      ]))

    it('ends no session of any user', async () => {
      const { access_token } = await idp.user().signIn(idp.party(logoutClient('one')))
      await ledger().sendTest('one')
      expect((await idp.party(logoutClient('one')).introspect(access_token)).json().active).toBe(true)
    })
  })
})
