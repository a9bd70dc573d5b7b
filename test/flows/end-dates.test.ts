/** Accounts, roles and entries of access rules that end: refused from that second on, and cleaned up once (D-A10). */
import type { ClientInput } from '../../lib/config/configuration.ts'
import type { Account } from '../../lib/domain/accounts/account-record.ts'
import type { Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ALICE, BC1, CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import type { RelyingParty, TokenSet } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { audited } from './portal-visitor.ts'

const OFFLINE = { scope: 'openid offline_access' }
const EDITORS: ClientInput = { ...BC1, owner_email: 'owner@example.com', access: { roles: ['editor', 'chief'] } }

const inSeconds = (idp: Idp, seconds: number): string => new Date(idp.clock.now() + seconds * 1000).toISOString()
const change = (idp: Idp, edit: Partial<Account>): Promise<Account | undefined> | undefined =>
  idp.portico.accounts?.change(ALICE.sub, (account) => ({ ...account, ...edit }))

async function expectDead(party: RelyingParty, tokens: TokenSet, ref: string, node: Idp): Promise<void> {
  expectInactive(await party.introspect(tokens.access_token, {}, { node }))
  expectInactive(await party.introspect(tokens.refresh_token, {}, { node }))
  expectError(await party.userinfo(tokens.access_token, node), 401, 'invalid_token')
  const refused = await party.refresh(tokens.refresh_token, {}, { node })
  expectError(refused, 400, 'invalid_grant')
  expect(refused.json()).toMatchObject({ error_ref: ref })
}

forEachDeployment((start) => {
  it('an account: every door refuses, also tokens from before the date was set; then it is ended once', async () => {
    const idp = await start({ options: { clients: [EDITORS, CONF] } })
    const other = (await idp.anotherNode()) as Idp
    const [desk, open] = [idp.party(EDITORS), idp.party(CONF)]
    const alice = idp.user()
    const early = [await alice.signIn(desk, OFFLINE), await alice.signIn(open, OFFLINE)] as const
    await change(idp, { until: inSeconds(idp, 600) })
    const late = await alice.signIn(open, OFFLINE)
    const grant = await alice.authorize(open)
    for (const tokens of [early[1], late])
      expect((await open.introspect(tokens.access_token)).json()).toMatchObject({ active: true })

    idp.clock.forward(600)
    expectError(await open.exchange(grant), 400, 'invalid_grant')
    await expectDead(desk, early[0], 'account_inactive', other)
    await expectDead(open, early[1], 'account_inactive', idp)
    await expectDead(open, late, 'account_inactive', other)
    const silent = await alice.browser.go(open.request({ prompt: 'none' }).address)
    expect(new URL(silent.headers.location ?? '').searchParams.get('error')).toBe('login_required')
    expect((await audited(idp, 'account.ended', ALICE.sub)).user).toBe(ALICE.sub)

    // A later end date lets the user in again, but what has ended stays ended.
    await change(idp, { until: inSeconds(idp, 600) })
    expectError(await open.refresh(late.refresh_token), 400, 'invalid_grant')
    expect((await alice.signIn(open)).access_token).toBeDefined()
  })

  it('a sign-in with the right password says that the account has ended; a wrong one does not', async () => {
    const idp = await start({ options: { clients: [CONF] } })
    await change(idp, { until: '2020-01-31' })
    for (const [password, status, words] of [
      [ALICE.password, 403, 'This account has ended'],
      ['a wrong password', 422, 'Sign in'],
    ] as const) {
      const user = idp.user()
      const { request: _request, ...stop } = await user.open(idp.party(CONF))
      const page = (await user.browser.submit(stop as Page, { username: ALICE.username, password })) as Page
      expect([page.answer.status, page.answer.text.includes(words)]).toEqual([status, true])
    }
  })

  it('a role: its apps end, others do not, and the job removes it once', async () => {
    const idp = await start({ options: { clients: [EDITORS, CONF] } })
    const other = (await idp.anotherNode()) as Idp
    const [desk, open] = [idp.party(EDITORS), idp.party(CONF)]
    const alice = idp.user()
    const tokens = await alice.signIn(desk, OFFLINE)
    const others = await alice.signIn(open, OFFLINE)
    await change(idp, { roleEnds: { editor: inSeconds(idp, 600) } })
    expect((await desk.userinfo(tokens.access_token)).status).toBe(200)
    idp.clock.forward(600)
    await expectDead(desk, tokens, 'access_rule', other)
    expect((await open.userinfo(others.access_token)).status).toBe(200)
    expect((await audited(idp, 'account.roles-changed', ALICE.sub)).user).toBe(ALICE.sub)
    await until(async () => (await idp.portico.accounts?.account(ALICE.sub))?.roleEnds === undefined)
    expect((await idp.portico.accounts?.account(ALICE.sub))?.person.roles).not.toContain('editor')
    expect((await open.refresh(others.refresh_token)).status).toBe(200)
  })

  it('an entry of an access rule: its users are refused; a rule without other entries lets no user in', async () => {
    const ends = new Date(Date.now() + 600_000).toISOString()
    const limited: ClientInput = { ...EDITORS, access: { roles: ['editor'], until: { editor: ends } } }
    const idp = await start({ options: { clients: [limited] } })
    const desk = idp.party(limited)
    const alice = idp.user()
    const tokens = await alice.signIn(desk, OFFLINE)
    idp.clock.forward(600)
    await expectDead(desk, tokens, 'access_rule', idp)
    const silent = await alice.browser.go(desk.request({ prompt: 'none' }).address)
    expect(new URL(silent.headers.location ?? '').searchParams.get('error_ref')).toBe('access_rule')
    expect((await audited(idp, 'client.access-ended')).client).toBe(limited.client_id)
  })
})
