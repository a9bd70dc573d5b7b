/**
 * Storms over two processes, on one Redis server, on PostgreSQL, and on a cluster whose slots move and whose master
 * fails over meanwhile: of any number of simultaneous uses of one code or one refresh token at most one succeeds, the
 * others are refused for the right reason, and what has been revoked stays dead (D-T8; I1 to I4, I6). A request may get
 * 503, and loses nothing by it. The long form has more rounds of each storm.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { type Answer, inParallel } from '../support/http.ts'
import { inLongForm } from '../support/long-form.ts'
import type { Grant, RelyingParty, TokenSet } from '../support/relying-party.ts'
import { acknowledged, type StormGround, stormGround } from './storm-ground.ts'

const ROUNDS = inLongForm(200, 40)
const PARALLEL = 50
/** Concurrent rounds; a loser waits for the winner to be resolved, so most of a round is waiting. */
const AT_ONCE = 6
const STOCK = 40
const CLIENTS = 8
const OFFLINE = { scope: 'openid offline_access' }

describe.each(['one server', 'a cluster', 'PostgreSQL'] as const)('on %s', (kind) => {
  let ground: StormGround
  beforeAll(async () => {
    ground = await stormGround(kind)
  })
  afterAll(() => ground.stop())
  afterEach(() => {
    const { asked, unavailable, moves, failovers } = ground.totals
    process.stdout.write(
      `${kind}: ${asked} requests, ${unavailable} times 503, ${moves} slots moved, ${failovers} failovers\n`,
    )
    // How many are unavailable depends on the machine, since a caller waits one second for another step (test/timing).
    expect(moves > 0).toBe(kind === 'a cluster')
    Object.assign(ground.totals, { asked: 0, unavailable: 0, moves: 0, failovers: 0 })
  })

  /** Each round gets separate artifacts, made in bulk while the slots rest: codes do not live for ever. */
  async function rounds<T>(
    make: (index: number) => Promise<T>,
    round: (own: T) => Promise<void>,
    { stock, atOnce } = { stock: STOCK, atOnce: AT_ONCE },
  ): Promise<void> {
    for (let done = 0; done < ROUNDS; done += stock) {
      const own = await inParallel(Math.min(stock, ROUNDS - done), CLIENTS, make)
      const restore = ground.disturb()
      await inParallel(own.length, atOnce, (index) => round(own[index] as T)).finally(restore)
    }
  }

  /** All uses concurrently. The winner's tokens: certainly one as soon as a use is refused, since that was a replay. */
  async function storm(use: (app: RelyingParty) => Promise<Answer>): Promise<TokenSet | undefined> {
    const answers = await Promise.all(Array.from({ length: PARALLEL }, (_, index) => use(ground.at(index))))
    const byStatus = Map.groupBy(answers, ({ status }) => status)
    for (const loser of byStatus.get(400) ?? []) expect((loser.json() as { error: string }).error).toBe('invalid_grant')
    expect(answers.filter(({ status }) => ![200, 400, 503].includes(status)).map(({ text }) => text)).toEqual([])
    const winners = byStatus.get(200) ?? []
    expect(winners.length).toBeLessThanOrEqual(1)
    if (!byStatus.has(400) && winners.length === 0) {
      const late = await ground.patiently(() => use(ground.at(0)))
      expect(late.status).toBe(200)
      await ground.patiently(() => use(ground.at(1)))
      return late.json() as TokenSet
    }
    expect(winners.length).toBe(1)
    if (!byStatus.has(400)) expect((await ground.patiently(() => use(ground.at(0)))).status).toBe(400)
    return winners[0]?.json() as TokenSet
  }

  const isActive = async (index: number, token: string): Promise<boolean> =>
    ((await ground.patiently(() => ground.at(index).introspect(token))).json() as { active: boolean }).active
  const activeOf = async (given: readonly TokenSet[]): Promise<readonly TokenSet[]> => {
    const active = await Promise.all(given.map(({ access_token }, index) => isActive(index, access_token)))
    return given.filter((_, index) => active[index])
  }
  const tokensOf = async (app: RelyingParty): Promise<TokenSet> => {
    const grant = await ground.authorize(app, OFFLINE)
    const answer = await ground.patiently(() => app.exchange(grant))
    expect(answer.status).toBe(200)
    return answer.json() as TokenSet
  }

  /**
   * Rotates until it is ended, or refused.
   * @returns all issued tokens
   */
  async function refreshing(
    app: RelyingParty,
    first: TokenSet,
    goesOn: () => boolean,
    refusals: () => readonly number[],
  ): Promise<readonly TokenSet[]> {
    const given = [first]
    while (goesOn()) {
      const answer = await ground.patiently(() => app.refresh(given.at(-1)?.refresh_token ?? ''))
      if (answer.status !== 200) {
        expect(refusals()).toContain(answer.status)
        return given
      }
      given.push(answer.json() as TokenSet)
    }
    return given
  }

  it(`${ROUNDS} rounds: of ${PARALLEL} concurrent uses of a code one succeeds, and the replays kill its tokens`, async () =>
    await rounds(
      () => ground.authorize(ground.app),
      async (grant: Grant) => {
        const winner = await storm((app) => app.exchange(grant))
        expect(await isActive(0, winner?.access_token ?? '')).toBe(false)
      },
    ))

  it(`${ROUNDS} rounds: of ${PARALLEL} concurrent uses of one refresh token one succeeds, and the family is dead`, async () =>
    await rounds(
      () => tokensOf(ground.app),
      async (first) => {
        const winner = await storm((app) => app.refresh(first.refresh_token))
        expect((await ground.patiently(() => ground.at(1).refresh(winner?.refresh_token ?? ''))).status).toBe(400)
        expect(await isActive(1, first.access_token)).toBe(false)
        expect(await isActive(0, winner?.access_token ?? '')).toBe(false)
      },
    ))

  it(`${ROUNDS} rounds: no token lives after a revocation, however many refreshes run against it`, async () => {
    await rounds(
      () => tokensOf(ground.app),
      async (first) => {
        let state: 'valid' | 'going' | 'revoked' = 'valid'
        const work = refreshing(
          ground.at(0),
          first,
          () => state !== 'revoked',
          () => (state === 'valid' ? [] : [400]),
        )
        await pause(10)
        state = 'going'
        // Whatever token of the family is revoked, the family goes (D-T10).
        expect((await ground.patiently(() => ground.at(1).revoke(first.refresh_token))).status).toBe(200)
        state = 'revoked'
        const given = await work
        expect(await activeOf(given)).toEqual([])
        expect((await ground.patiently(() => ground.at(1).refresh(given.at(-1)?.refresh_token ?? ''))).status).toBe(400)
      },
    )
  })

  it(`${ROUNDS} rounds: no token lives after a client was disabled, however many refreshes run against it`, async () => {
    const { clients } = ground.idp.portico
    const apps = await inParallel(CLIENTS, 1, () => ground.register())
    const makeFamilies = async (index: number) => {
      const app = apps[index % CLIENTS] as RelyingParty
      return { app, families: await Promise.all([1, 2, 3].map(() => tokensOf(app))) }
    }
    await rounds(
      makeFamilies,
      async ({ app, families }) => {
        let [begun, disabled] = [false, false]
        const work = families.map((family, index) =>
          refreshing(
            ground.otherAt(index, app),
            family,
            () => !disabled,
            () => (begun ? [400, 401] : []),
          ),
        )
        await pause(10)
        begun = true
        await acknowledged(() => clients.disable(app.id, 'test'))
        disabled = true
        const given = (await Promise.all(work)).flat()
        expect(await activeOf(given)).toEqual([])
        // What was revoked stays revoked when the client comes back (D-C5).
        await acknowledged(() => clients.enable(app.id, 'test'))
        expect(await isActive(0, given.at(-1)?.access_token ?? '')).toBe(false)
      },
      { stock: CLIENTS, atOnce: CLIENTS },
    )
  })
})
