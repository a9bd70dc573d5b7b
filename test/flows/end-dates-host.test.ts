/** Users of a host's directory that end: `until` is refused from that second on, and shown in the panel (D-A10). */
import type { User, UserDirectory } from '../../lib/index.ts'
import type { Page } from '../support/browser.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import { startIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, textIn } from '../support/panel-visitor.ts'

const ends = new Map<string, unknown>()
const find = (sub: string): User | undefined => {
  const one = [ALICE, ADMIN].find((user) => user.sub === sub)
  const until = ends.get(sub) as string | undefined
  return one && { sub, name: one.name, preferred_username: one.username, roles: one.roles, ...(until && { until }) }
}
const directory: UserDirectory = {
  find,
  authenticate({ username, password }) {
    const user = [ALICE, ADMIN].find((one) => one.username === username && one.password === password)
    return user && find(user.sub)
  },
  list: () => ({ users: [ALICE, ADMIN].map(({ sub }) => find(sub) as User) }),
  suspend: () => 'done',
}

const LOGIN = { username: ALICE.username, password: ALICE.password }

// With `endsTokens`, a refresh does not look up the user without a reason.
describe.each([false, true])('in a Koa app (the host ends tokens itself: %s)', (endsTokens) => {
  it('the user is refused from that second on', async () => {
    const idp = await startIdp({ mount: 'koa', options: { clients: [CONF], accounts: { ...directory, endsTokens } } })
    const app = idp.party(CONF)
    ends.set(ALICE.sub, new Date(idp.clock.now() + 600_000).toISOString())
    const tokens = await idp.user().signIn(app, { scope: 'openid offline_access' })
    const others = await idp.user().signIn(app, { scope: 'openid offline_access' })
    idp.clock.forward(480)
    expect((await app.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
    const { refresh_token } = (await app.refresh(tokens.refresh_token)).json() as { refresh_token: string }

    idp.clock.forward(120)
    expectInactive(await app.introspect(tokens.access_token))
    expectInactive(await app.introspect(refresh_token))
    expectError(await app.userinfo(others.access_token), 401, 'invalid_token')
    const refused = await app.refresh(refresh_token)
    expectError(refused, 400, 'invalid_grant')
    expect(refused.json()).toMatchObject({ error_ref: 'account_inactive' })
    const user = idp.user()
    const { request: _request, ...stop } = await user.open(app)
    const page = (await user.browser.submit(stop as Page, LOGIN)) as Page
    expect([page.answer.status, page.answer.text.includes('This account has ended')]).toEqual([403, true])
    await idp.stop()
  })
})

it('the panel shows the end date, which only the host changes', async () => {
  const idp = await startIdp({ mount: 'koa', options: { clients: [CONF], accounts: directory } })
  const admin = await enterPanel(idp)
  ends.set(ALICE.sub, '2020-01-31')
  for (const path of ['/users', `/users/${ALICE.sub}`]) {
    const { text } = (await admin.open(path)).answer
    expect(textIn(text)).toContain('Ended')
    expect(text).not.toContain(`/users/${ALICE.sub}/end`)
  }
  ends.set(ALICE.sub, '2099-01-31T18:00:00Z')
  expect(textIn((await admin.open(`/users/${ALICE.sub}`)).answer.text)).toContain('Jan 31, 2099, 18:00:00 UTC')
  await idp.stop()
})

it.each([['soon'], [new Date()], [1_800_000_000]])(
  'an end date that is none (%s) is an error of the host',
  async (until) => {
    const idp = await startIdp({ options: { clients: [CONF], accounts: directory } })
    ends.set(ALICE.sub, until)
    const user = idp.user()
    const { request: _request, ...stop } = await user.open(idp.party(CONF))
    expect(((await user.browser.submit(stop as Page, LOGIN)) as Page).answer.status).toBe(500)
    await idp.stop()
  },
)
