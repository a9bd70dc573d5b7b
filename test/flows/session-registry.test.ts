/**
 * The registry of browser sessions: their clients and sids, a user's sessions on all devices, two tabs at one moment
 * (D-S1, D-S2).
 */
import { sessionOfSid } from '../../lib/domain/sessions/sid.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { ALICE, BOB, CLIENTS } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { byGet, JSON_CALLER, stateOf } from '../support/logout-caller.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { claimsOf, type RelyingParty, type TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

forEachDeployment((start) => {
  let idp: Idp
  let apps: readonly RelyingParty[]
  let asking: readonly RelyingParty[]
  const sink = filled(beforeAll, startSink)
  beforeAll(async () => {
    const [trusted, careful] = [0, 1].map((kind) =>
      Array.from({ length: 6 }, (_, index) =>
        logoutClient(`${kind === 0 ? 'app' : 'asking'}-${index}`, {
          backchannel_logout_uri: sink.url,
          consent: kind === 0 ? 'trusted' : 'always',
        }),
      ),
    )
    const odd = logoutClient('constructor')
    idp = await start({ options: { clients: [...CLIENTS, odd, ...(trusted ?? []), ...(careful ?? [])] } })
    apps = (trusted ?? []).map((client) => idp.party(client))
    asking = (careful ?? []).map((client) => idp.party(client))
  })
  afterEach(() => idp.portico.sessions.endAll(ALICE.sub))

  const at = (index: number): RelyingParty => apps[index] as RelyingParty
  const sidOf = (tokens: TokenSet): string => claimsOf(tokens.id_token).sid as string
  const sessions = () => idp.portico.sessions.list(ALICE.sub)
  const cookieOf = (browser: Browser): string | undefined => browser.cookies.value('sso_session')
  const clientsOf = async (): Promise<readonly string[]> =>
    (await sessions()).flatMap(({ clients }) => clients.map(({ clientId }) => clientId)).toSorted()

  /** Of the end of the session of these tokens, these clients have been notified. */
  const expectNotices = (tokens: TokenSet, clients: readonly string[]): Promise<void> =>
    until(async () => {
      const session = sessionOfSid(sidOf(tokens))
      const audiences = sink.notices
        .filter(({ claims }) => sessionOfSid(claims.sid) === session)
        .map(({ claims }) => claims.aud as string)
      return clients.every((client) => audiences.includes(client))
    })

  it('a client whose id is a property of every object joins a session like any other', async () => {
    const alice = idp.user()
    for (const client of [at(0), idp.party(logoutClient('constructor'))]) await alice.signIn(client)
    expect(await clientsOf()).toEqual(['app-0', 'constructor'])
  })

  it('a sid belongs to one browser session and one client, and all tokens of them carry it', async () => {
    const [laptop, phone] = [idp.user(), idp.user()]
    const tokens = [
      await laptop.signIn(at(0), { scope: 'openid offline_access' }),
      await laptop.signIn(at(0)),
      await laptop.signIn(at(1)),
      await phone.signIn(at(0)),
    ] as const
    const [first, again, other, otherBrowser] = tokens.map(sidOf)
    expect(again).toBe(first)
    expect(new Set([first, other, otherBrowser]).size).toBe(3)
    const refreshed = (await at(0).refresh(tokens[0].refresh_token)).json() as TokenSet
    for (const token of [tokens[0].access_token, refreshed.access_token, refreshed.id_token])
      expect(claimsOf(token).sid).toBe(first)
  })

  it('a user has a session for each device, with when, where and which clients; newest first', async () => {
    const [laptop, phone] = [idp.user(), idp.user(ALICE, openBrowser(idp, { from: '127.0.0.7' }))]
    await laptop.signIn(at(0))
    idp.clock.forward(1)
    await phone.signIn(at(1))
    await phone.signIn(at(2))
    await idp.user(BOB).signIn(at(3))
    const list = await sessions()
    expect(
      list.map(({ about, clients }) => [about.address, clients.map(({ clientId }) => clientId).toSorted()]),
    ).toEqual([
      ['127.0.0.7', ['app-1', 'app-2']],
      ['127.0.0.1', ['app-0']],
    ])
    expect(await idp.portico.sessions.end(ALICE.sub, list[0]?.uid ?? '')).toBe('ended')
    expect(await idp.portico.sessions.end(ALICE.sub, list[0]?.uid ?? '')).toBe('missing')
    expect(await idp.portico.sessions.end(BOB.sub, list[1]?.uid ?? '')).toBe('missing')
    expect([await stateOf(phone, at(0)), await stateOf(laptop, at(0))]).toEqual(['login_required', 'signed in'])
    await idp.portico.sessions.endAll(BOB.sub)
  })

  it('two tabs that authorize two clients at the same moment lose neither', async () => {
    for (let round = 0; round < 10; round += 1) {
      const alice = idp.user()
      const tokens = await alice.signIn(at(0))
      await Promise.all([1, 2, 3, 4, 5].map((index) => alice.authorize(at(index))))
      expect(await clientsOf()).toEqual(['app-0', 'app-1', 'app-2', 'app-3', 'app-4', 'app-5'])
      await byGet(alice, { id_token_hint: tokens.id_token }, JSON_CALLER)
      await expectNotices(tokens, ['app-0', 'app-1', 'app-2', 'app-3', 'app-4', 'app-5'])
    }
  })

  it('two tabs that answer two consent pages at the same moment both get their code', async () => {
    for (let round = 0; round < 5; round += 1) {
      const alice = idp.user()
      await alice.signIn(at(0))
      const tabs = [
        await alice.open(asking[0] as RelyingParty),
        await alice.open(asking[1] as RelyingParty),
        await alice.open(asking[2] as RelyingParty),
      ]
      const ends = await Promise.all(tabs.map((tab) => alice.walk(tab)))
      expect(ends.map(({ url }) => new URL(url).searchParams.has('code'))).toEqual([true, true, true])
      expect(await clientsOf()).toEqual(['app-0', 'asking-0', 'asking-1', 'asking-2'])
      await idp.portico.sessions.endAll(ALICE.sub)
    }
  })

  it('a tab that signs in again while another authorizes: no entry is lost, every app is notified of the end', async () => {
    for (let round = 0; round < 5; round += 1) {
      const alice = idp.user()
      const tokens = await alice.signIn(at(0))
      const again = await alice.open(at(1), { prompt: 'login' })
      const all = [alice.walk(again), alice.authorize(at(2)), alice.authorize(at(3))] as const
      const [renewed, silent] = await Promise.allSettled(all)
      expect(renewed.status).toBe('fulfilled')
      const expected = ['app-0', 'app-1', ...(silent.status === 'fulfilled' ? ['app-2'] : [])]
      expect(await clientsOf()).toEqual(expect.arrayContaining(expected))
      await idp.portico.sessions.endAll(ALICE.sub)
      await expectNotices(tokens, expected)
    }
  })

  describe('D-S1: a new identifier at every sign-in', () => {
    it('signing in again leaves one session', async () => {
      const alice = idp.user()
      await alice.signIn(at(0))
      await alice.signIn(at(0), { prompt: 'login' })
      expect(await sessions()).toHaveLength(1)
    })

    it('after a sign-out the next session is another one: other uid, other sid', async () => {
      const alice = idp.user()
      const first = await alice.signIn(at(0))
      await byGet(alice, { id_token_hint: first.id_token }, JSON_CALLER)
      const second = await alice.signIn(at(0))
      expect(sidOf(second)).not.toBe(sidOf(first))
    })
  })

  it('nothing that is stored of a session is its cookie', async () => {
    const alice = idp.user()
    await alice.signIn(at(0))
    const cookie = cookieOf(alice.browser) ?? ''
    const [session] = await sessions()
    const record = await idp.portico.storage.sessions.read(session?.key ?? '')
    expect(cookie.length).toBeGreaterThan(20)
    expect(JSON.stringify([session, record])).not.toContain(cookie)
  })
})
