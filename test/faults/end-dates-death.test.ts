/**
 * kill -9 of the node that ends what is due, at each step of the job: another node completes it. Each account, role and
 * entry of an access rule is ended once, with one audit entry, and each app has one notification (D-A10).
 */
import type { PorticoOptions } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { movableClock } from '../support/clock.ts'
import { ALICE, ROOT_SECRET } from '../support/fixtures.ts'
import { freePort } from '../support/free-port.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type NodeSetting, sharedStore, startNodeProcess } from '../support/logout-processes.ts'
import { allNoticesSent, logoutClient, startSink } from '../support/logout-sinks.ts'
import { inLongForm } from '../support/long-form.ts'
import { startRedis } from '../support/redis-server.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const MINUTE = 60_000
const ENDS_IN_MS = 10 * MINUTE
/** The steps of each job, about; beyond them, the node lives. */
const STEPS = inLongForm(
  Array.from({ length: 16 }, (_, index) => index + 1),
  [2, 5, 7, 9],
)

const CASES = [
  ['an account', 'account.ended', { until: true }],
  ['a role', 'account.roles-changed', { role: true }],
  ['an entry of an access rule', 'client.access-ended', { entry: true }],
] as const

const endsLeft = async (idp: Idp): Promise<number | undefined> =>
  (await idp.portico.storage.documents.list('ends', undefined, 1)).total

it.concurrent.each(CASES)(
  '%s ends once, at whatever step the node dies',
  async (_name, event, what: { readonly until?: true; readonly role?: true; readonly entry?: true }) => {
    const redis = await startRedis()
    const sink = await startSink()
    const outcomes = new Set<boolean>()
    for (const dieAt of STEPS) {
      sink.clear()
      const place = sharedStore(redis, `ends-${dieAt}:`)
      const port = await freePort()
      const clock = movableClock()
      const at = new Date(clock.now() + ENDS_IN_MS).toISOString()
      const access = { roles: ['editor'], ...(what.entry && { until: { editor: at } }) }
      const account = { ...ALICE, ...(what.until && { until: at }), ...(what.role && { role_ends: { editor: at } }) }
      const client = logoutClient('app', { backchannel_logout_uri: sink.url, access })
      const setting: NodeSetting = {
        ...{ issuer: `http://localhost:${port}`, port, store: place.store },
        options: { secret: ROOT_SECRET, clients: [client], accounts: [account], rateLimits: false },
        atEnds: { aheadMs: ENDS_IN_MS + MINUTE, dieAt },
      }
      const start = () =>
        startIdp({
          issuer: setting.issuer,
          options: { ...setting.options, storage: place.open(), clock: clock.now } as Partial<PorticoOptions>,
        })
      const before = await start()
      await person(before).signIn(relyingParty(before, client))
      await before.stop()

      const dying = await startNodeProcess(setting)
      let died = false
      const look = place.open()
      await until(async () => {
        died = await dying.isDead(50)
        return died || (await look.documents.list('ends', undefined, 1)).total === 0
      })
      outcomes.add(died)
      await dying.end('SIGKILL')
      await look.close?.()

      // Leases have run out.
      clock.forward((ENDS_IN_MS + 5 * MINUTE) / 1000)
      const idp = await start()
      await until(async () => (await endsLeft(idp)) === 0)
      await sink.arrived(1)
      await allNoticesSent(idp)
      const { entries: notified } = await idp.portico.deliveries.list({ limit: 50 })
      expect([dieAt, notified.map(({ state }) => state)]).toEqual([dieAt, ['delivered']])
      const { entries } = await idp.portico.audit.list({}, undefined, 100)
      expect([dieAt, entries.filter((entry) => entry.event === event).length]).toEqual([dieAt, 1])
      await idp.stop()
    }
    expect(outcomes).toContain(true)
  },
)
