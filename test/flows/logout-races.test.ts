/**
 * Once POST /connect/logout has answered, no token, session or code of the subject works anywhere, however many
 * refreshes, exchanges and silent sign-ins run at the same moment on both nodes (D-S4).
 */
import { setTimeout as after } from 'node:timers/promises'
import { type Person, person } from '../support/actors.ts'
import { NAVIGATION } from '../support/browser.ts'
import type { Answer } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { everywhere, stateOf } from '../support/logout-caller.ts'
import { logoutClient } from '../support/logout-sinks.ts'
import { quickDirectory, TWO_NODES, type TwoNodes } from '../support/logout-two-nodes.ts'
import { inLongForm } from '../support/long-form.ts'
import { type Grant, type RelyingParty, relyingParty, type TokenSet } from '../support/relying-party.ts'

const ROUNDS = inLongForm(200, 40)
const OFFLINE = { scope: 'openid offline_access' }
const CLIENTS = [logoutClient('one'), logoutClient('two')]
const PEOPLE = Array.from({ length: 8 }, (_, index) => `person-${index}`)

describe.each(Object.entries(TWO_NODES))('%s', (_name, start) => {
  let nodes: TwoNodes
  let apps: readonly [RelyingParty, RelyingParty]
  beforeAll(async () => {
    nodes = await start({ clients: CLIENTS, accounts: quickDirectory(PEOPLE) })
    apps = CLIENTS.map((client) => relyingParty(nodes.here, client)) as unknown as [RelyingParty, RelyingParty]
  })
  afterAll(() => nodes.stop())

  const anyNode = (): Node => (Math.random() < 0.5 ? nodes.here : nodes.there)
  const aMoment = (): Promise<void> => after(Math.random() * 8)

  /** A sign-in without a page, on either node; what it yields is redeemed on either node. */
  const silently = async (who: Person, app: RelyingParty): Promise<Answer | undefined> => {
    const request = app.request({ ...OFFLINE, prompt: 'none' })
    const sent = await anyNode().send(request.address, {
      headers: { ...NAVIGATION, cookie: who.browser.cookies.header('/') },
    })
    const code = new URL(sent.headers.location ?? 'x:').searchParams.get('code')
    return code === null
      ? undefined
      : app.exchange({ ...request, code, callback: new URLSearchParams() }, {}, { node: anyNode() })
  }

  const isDead = async (app: RelyingParty, tokens: TokenSet): Promise<readonly unknown[]> =>
    Promise.all(
      [nodes.here, nodes.there].map(async (node) =>
        [
          (await app.introspect(tokens.access_token, {}, { node })).text,
          (await app.userinfo(tokens.access_token, node)).status,
          (await app.introspect(tokens.refresh_token, {}, { node })).text,
        ].join(),
      ),
    )
  const DEAD = ['{"active":false},401,{"active":false}', '{"active":false},401,{"active":false}']

  /** @param isLate whether one of the others has its answer before the sign-out begins */
  const round = async (who: Person, isLate: boolean): Promise<number> => {
    const [one, two] = apps
    const held: (readonly [RelyingParty, TokenSet])[] = [
      [one, await who.signIn(one, OFFLINE)],
      [two, await who.signIn(two, OFFLINE)],
    ]
    const [first, second] = held.map(([, tokens]) => tokens) as [TokenSet, TokenSet]
    const grants: readonly (readonly [RelyingParty, Grant])[] = [
      [one, await who.authorize(one, OFFLINE)],
      [two, await who.authorize(two, OFFLINE)],
      [one, await who.authorize(one, OFFLINE)],
    ]
    const later = await who.authorize(two, OFFLINE)

    const yields = async (app: RelyingParty, work: Promise<Answer | undefined>): Promise<void> => {
      const answer = await work
      if (answer?.status === 200) held.push([app, answer.json() as TokenSet])
      else if (answer !== undefined) expect([400, 401]).toContain(answer.status)
    }
    const refreshed = (app: RelyingParty, { refresh_token }: TokenSet) =>
      app.refresh(refresh_token, {}, { node: anyNode() })
    const works: readonly (readonly [RelyingParty, () => Promise<Answer | undefined>])[] = [
      ...[one, one, two, two].map((app) => [app, () => silently(who, app)] as const),
      ...grants.map(([app, grant]) => [app, () => app.exchange(grant, {}, { node: anyNode() })] as const),
      [one, () => refreshed(one, first)],
      [two, () => refreshed(two, second)],
    ]
    const racing = works.map(async ([app, work]) => {
      await aMoment()
      await yields(app, work())
    })
    await (isLate ? Promise.race(racing) : aMoment())
    expect((await everywhere(anyNode(), second.access_token)).status).toBe(200)
    // From here on: earlier tokens, immediately; those in flight, as soon as they are known.
    expect(await isDead(two, second)).toEqual(DEAD)
    expect((await two.exchange(later, {}, { node: anyNode() })).json()).toMatchObject({ error: 'invalid_grant' })
    await Promise.all(racing)
    for (const [app, tokens] of held) {
      expect(await isDead(app, tokens)).toEqual(DEAD)
      expect((await app.refresh(tokens.refresh_token, {}, { node: anyNode() })).json()).toMatchObject({
        error: 'invalid_grant',
      })
    }
    expect(await stateOf(who, one)).toBe('login_required')
    return held.length - 2
  }

  const times = Array.from({ length: ROUNDS / PEOPLE.length }, (_, index) => index + 1)
  it.each(times)(`of ${PEOPLE.length} concurrent users, time %i`, async () => {
    const won = await Promise.all(
      PEOPLE.map((username, index) => round(person(nodes.here, { username, password: 'any' }), index % 2 === 0)),
    )
    expect(won.filter((count) => count > 0).length).toBeGreaterThanOrEqual(PEOPLE.length / 2)
  })
})
