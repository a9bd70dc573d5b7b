/**
 * A role that opens an app is taken away, or a second factor required, at the very moment at which a code is being
 * issued or redeemed, or a refresh token used: once the change is acknowledged, none of its results is a token. Each of
 * the two runs between any two calls of the store that the other makes; then they run freely.
 */
import { setTimeout as after } from 'node:timers/promises'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ClientInput } from '../../lib/config/configuration.ts'
import { expectInactive } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import type { Answer } from '../support/http.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { patientRedis } from '../support/patient-redis.ts'
import { startRedis } from '../support/redis-server.ts'
import { registeredClient } from '../support/registered-client.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { heldStorage } from '../support/watched-storage.ts'

const ROUNDS = 40
const LIMITED: ClientInput = { ...CONF, consent: 'trusted', access: { roles: ['editor'] } }
const OFFLINE = { scope: 'openid offline_access' }

const redis = await startRedis()

const STORES = ['embedded', 'redis'] as const
const RULES = ['a role is taken away', 'a second factor is required'] as const

describe.each(STORES.flatMap((store) => RULES.map((rule) => ({ store, rule }))))(
  'on $store, $rule:',
  ({ store, rule }) => {
    /** Calls of the store, and what comes before one of them. */
    let calls = 0
    let meanwhile: { readonly call: number; readonly act: () => Promise<unknown> } | undefined
    let acted: Promise<unknown> = Promise.resolve()
    const before = async (): Promise<unknown> => {
      calls += 1
      if (meanwhile?.call !== calls) return
      acted = meanwhile.act()
      meanwhile = undefined
      return acted
    }
    const idp = sharedIdp(() => {
      const storage = heldStorage(
        store === 'redis' ? patientRedis(redis.url, { keyPrefix: `${RULES.indexOf(rule)}:` }) : embeddedStorage(),
        before,
      )
      return runningIdp({ clients: [LIMITED], storage })
    })
    let app = idp.party(LIMITED)
    const user = idp.user()
    let allow = (): Promise<void> => giveRoles(idp, ALICE.sub, 'editor')
    let take = (): Promise<void> => giveRoles(idp, ALICE.sub, 'reader')
    beforeAll(async () => {
      if (rule === 'a second factor is required') {
        const { party, requireSecondFactor } = await registeredClient(idp)
        app = party
        allow = () => requireSecondFactor(false)
        take = () => requireSecondFactor(true)
      }
      await user.signIn(app, OFFLINE)
    })

    /** One round per call of the store: the other act comes before that call; in the last round, after all. */
    async function atEachCall(
      prepare: () => Promise<Record<'work' | 'act', () => Promise<unknown>>>,
      check: () => Promise<void>,
    ): Promise<void> {
      for (let call = 1, isLast = false; !isLast; call += 1) {
        const { work, act } = await prepare()
        calls = 0
        meanwhile = { call, act }
        await work()
        isLast = meanwhile !== undefined
        meanwhile = undefined
        await (isLast ? act() : acted)
        await check()
      }
    }

    /** @returns the statuses of the answers */
    async function race<Prepared>(
      prepare: () => Promise<Prepared>,
      request: (prepared: Prepared) => Promise<Answer>,
      expectNothing: (answer: Answer, prepared: Prepared) => Promise<void>,
    ): Promise<readonly number[]> {
      const statuses = new Set<number>()
      let check = async (): Promise<void> => {}
      const begin = async (): Promise<() => Promise<void>> => {
        await allow()
        const prepared = await prepare()
        return async () => {
          const answer = await request(prepared)
          statuses.add(answer.status)
          check = () => expectNothing(answer, prepared)
        }
      }
      await atEachCall(
        async () => ({ work: await begin(), act: take }),
        () => check(),
      )
      await atEachCall(
        async () => ({ act: await begin(), work: take }),
        () => check(),
      )
      for (let round = 0; round < ROUNDS; round += 1) {
        const ask = await begin()
        const later = (round % 20) / 2 - 3
        await Promise.all([after(Math.max(0, -later)).then(ask), after(Math.max(0, later)).then(take)])
        await check()
      }
      return [...statuses].toSorted()
    }

    async function expectNothing(answer: Answer): Promise<void> {
      if (answer.status !== 200) return expect(answer.status).toBe(400)
      const { access_token: access, refresh_token: refresh } = answer.json() as TokenSet
      expectInactive(await app.introspect(access))
      expect((await app.refresh(refresh)).status).toBe(400)
    }

    it('the redirect', async () => {
      const ends = new Set<string>()
      await race(
        async () => app.request({ prompt: 'none', ...OFFLINE }),
        ({ address }) => user.browser.go(address),
        async ({ headers }, request) => {
          const callback = new URL(headers.location ?? '').searchParams
          const code = callback.get('code')
          ends.add(code === null ? 'none' : 'code')
          if (code !== null) await expectNothing(await app.exchange({ ...request, callback, code }))
        },
      )
      expect(ends).toEqual(new Set(['code', 'none']))
    })

    it('the code exchange', async () => {
      const authorize = () => user.authorize(app, OFFLINE)
      expect(await race(authorize, (grant) => app.exchange(grant), expectNothing)).toEqual([200, 400])
    })

    it('the refresh', async () => {
      const signIn = () => user.signIn(app, OFFLINE)
      expect(await race(signIn, (tokens) => app.refresh(tokens.refresh_token), expectNothing)).toEqual([200, 400])
    })
  },
)
