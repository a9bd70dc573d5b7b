/** Each call to the store fails in turn while a user is offboarded: a second press completes it, once (D-A10). */
import type { ReceiptClaims } from '../../lib/domain/management/receipt.ts'
import type { Page } from '../support/browser.ts'
import { movableClock } from '../support/clock.ts'
import { eachCall, failingCalls } from '../support/failing-calls.ts'
import { CONF } from '../support/fixtures.ts'
import { allNoticesSent, logoutClient, startSink } from '../support/logout-sinks.ts'
import { enterPanel, formTo, type PanelVisitor } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { relyingParty } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'

const clock = movableClock()
const store = failingCalls(clock.now)
const sink = await startSink()
const BC = logoutClient('bc1', { backchannel_logout_uri: sink.url })
const { idp } = await runningPanel({ storage: store.storage, clock: clock.now, clients: [CONF, BC] })

let users = 0
const press = async ({ admin, page }: { readonly admin: PanelVisitor; readonly page: Page }): Promise<number> => {
  const { action, fields } = formTo(page, '/offboard')
  const path = new URL(action, page.url).pathname
  return (await admin.browser.go(path, { body: fields, headers: { 'sec-fetch-site': 'same-origin' } })).status
}

it('ends everything, with one audit entry, one notification, and a whole receipt', async () => {
  await eachCall(
    store,
    async () => {
      const user = await readyUser(idp, `user-${(users += 1)}`, { roles: ['editor'] })
      await idp.user(user).signIn(relyingParty(idp, BC), { scope: 'openid offline_access' })
      sink.clear()
      const admin = await enterPanel(idp)
      return { user, admin, page: await admin.open(`/users/${user.sub}/offboard`) }
    },
    press,
    async (call, first, made) => {
      const { user, admin } = made
      // A lock that could not be given back ends by itself. A notification on its way keeps its lease.
      await until(async () =>
        (await idp.portico.deliveries.list({ limit: 50 })).entries.every(
          ({ state }) => state !== 'leased' && state !== 'due',
        ),
      )
      clock.forward(30)
      expect([call, first === 303 ? 303 : await press(made)]).toEqual([call, 303])
      await allNoticesSent(idp)
      expect([call, sink.notices.length]).toEqual([call, 1])
      const { entries } = await idp.portico.audit.list({ user: user.sub, group: 'account' }, undefined, 50)
      expect([call, entries.filter(({ event }) => event === 'account.offboarded').length]).toEqual([call, 1])
      const { text } = await admin.browser.go(`/admin/users/${user.sub}/receipt?download=`)
      const claims: ReceiptClaims = JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
      expect([call, claims]).toMatchObject([
        call,
        { final: true, ended: { sessions: { count: 1 }, roles: { ids: ['editor'] }, password: { count: 1 } } },
      ])
      expect([call, claims.apps.map(({ notification }) => notification)]).toEqual([call, ['delivered']])
    },
  )
})
