/** Offboarding in the panel: everything that a user holds ends, once, and the receipt says so (D-A10). */
import type { ReceiptClaims } from '../../lib/domain/management/receipt.ts'
import type { Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ACCOUNTS, CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { allNoticesSent, logoutClient, startSink } from '../support/logout-sinks.ts'
import {
  ADMIN,
  enterPanel,
  flashOn,
  PANEL_ACCOUNTS,
  type PanelVisitor,
  SECOND_ADMIN,
  textIn,
} from '../support/panel-visitor.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const sink = await startSink()
const BC = logoutClient('bc1', { backchannel_logout_uri: sink.url })
const CLIENTS = [CONF, BC] as const
const KEY = { publicKey: '', counter: 0, transports: [], name: 'a key', device: 'single', createdAt: 0 } as const

/** A user with a passkey and a role, who is signed in to two apps on two devices. */
async function rich(idp: Idp, username: string) {
  const user = await readyUser(idp, username, { roles: ['editor'], email: `${username}@example.com` })
  const [desk, phone] = [idp.user(user), idp.user(user)]
  const tokens = await desk.signIn(relyingParty(idp, CONF), { scope: 'openid offline_access' })
  await desk.signIn(relyingParty(idp, BC))
  await phone.signIn(relyingParty(idp, BC))
  // A second factor from now on; the sign-ins above have one.
  await idp.portico.accounts?.passkeys?.add(user.sub, { ...KEY, id: `key of ${username}` })
  return { user, tokens, desk }
}

const offboard = async (panel: PanelVisitor, { sub }: ReadyUser) =>
  panel.send(await panel.open(`/users/${sub}/offboard`), '/offboard')

async function receiptOf(panel: PanelVisitor, { sub }: ReadyUser): Promise<ReceiptClaims> {
  const { text } = await panel.browser.go(`/admin/users/${sub}/receipt?download=`)
  return JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())
}

async function entriesOf({ portico }: Idp, { sub }: ReadyUser) {
  const { entries } = await portico.audit.list({ user: sub, group: 'account' }, undefined, 50)
  return entries.filter(({ event }) => event === 'account.offboarded')
}

forEachDeployment((start) => {
  const begin = async () => {
    sink.clear()
    const idp = await start({ options: { clients: CLIENTS, accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] } })
    return { idp, admin: await enterPanel(idp), conf: relyingParty(idp, CONF) }
  }

  it('shows what ends first, and ends it in four presses from the first page', async () => {
    const { idp, admin, conf } = await begin()
    const { user, tokens, desk } = await rich(idp, 'dana')
    // 1: the search goes straight to the only match.
    const found = await admin.browser.visit('/admin/search?q=dana')
    const page = found as Page
    expect(page.answer.text).toContain(`/users/${user.sub}/offboard"`)
    // 2: Offboard.
    const question = await admin.open(`/users/${user.sub}/offboard`)
    const words = textIn(question.answer.text)
    for (const part of ['Sessions', 'Passkeys', 'editor', 'bc1', 'signed receipt']) expect(words).toContain(part)
    // 3: the button of the question.
    const receipt = await admin.send(question, '/offboard')
    expect(flashOn(receipt)).toBe('dana was offboarded.')
    await allNoticesSent(idp)
    expect(sink.notices.map(({ claims }) => claims.sub)).toEqual([user.sub, user.sub])

    expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant')
    expectError(await conf.userinfo(tokens.access_token), 401, 'invalid_token')
    expectInactive(await conf.introspect(tokens.access_token))
    const again = (await desk.browser.visit(conf.request().address)) as Page
    const refused = await desk.browser.submit(again, { username: user.username, password: user.password })
    expect(refused.answer.status).toBe(422)
    expect(await idp.portico.accounts?.passkeys?.list(user.sub)).toEqual([])
    expect(await idp.portico.accounts?.account(user.sub)).toMatchObject({ status: 'suspended', person: { roles: [] } })

    const claims = await receiptOf(admin, user)
    expect(claims).toMatchObject({
      sub: user.sub,
      offboarded_by: ADMIN.sub,
      offboarded_by_username: ADMIN.username,
      final: true,
      ended: { sessions: { count: 2 }, passkeys: { count: 1 }, roles: { ids: ['editor'] }, password: { count: 1 } },
      not_ended: [],
    })
    const apps = claims.apps.map(({ client_id: id, notification }) => `${id} ${notification}`).toSorted()
    expect(apps).toEqual(['bc1 delivered', 'bc1 delivered', 'conf none'])
    const shown = textIn((await admin.open(`/users/${user.sub}`)).answer.text)
    expect(shown).toMatch(/Offboarded .* by Ada Admin\. Receipt/)
    const asPage = textIn((await admin.open(`/users/${user.sub}/receipt`)).answer.text)
    for (const part of [claims.jti, claims.audit.head, 'Notified', 'Can’t be notified']) expect(asPage).toContain(part)
  })

  it('if the account is reactivated, neither the password nor a link in an email works', async () => {
    const { idp, admin, conf } = await begin()
    const { user, desk } = await rich(idp, 'elsa')
    await offboard(admin, user)
    await admin.send(await admin.open(`/users/${user.sub}`), '/reactivate')
    const page = (await desk.browser.visit(conf.request().address)) as Page
    expect((await desk.browser.submit(page, { username: user.username, password: user.password })).answer.status).toBe(
      422,
    )
    // Offboarded again, with a new receipt.
    const first = await receiptOf(admin, user)
    expect(flashOn(await offboard(admin, user))).toContain('was offboarded')
    expect((await receiptOf(admin, user)).jti).not.toBe(first.jti)
    expect(flashOn(await offboard(admin, user))).toBe('This user has already been offboarded.')
  })

  it('at a time: access stays until then, ends in that second, and the receipt is made once on two nodes', async () => {
    const { idp, admin, conf } = await begin()
    await idp.anotherNode()
    const { user, tokens } = await rich(idp, 'ida')
    const at = new Date(idp.clock.now() + 3_600_000).toISOString().slice(0, 16)
    const question = await admin.open(`/users/${user.sub}/offboard`)
    const planned = await admin.send(question, '/offboard', { at })
    expect(flashOn(planned)).toBe('ida will be offboarded at that time.')
    expect(textIn((planned as Page).answer.text)).toMatch(/Will be offboarded on .* as planned by Ada Admin/)
    const { refresh_token: refresh } = (await conf.refresh(tokens.refresh_token)).json() as { refresh_token: string }
    expect(sink.notices).toEqual([])
    idp.clock.forward(3_600)
    expectError(await conf.refresh(refresh), 400, 'invalid_grant')
    await until(async () => (await entriesOf(idp, user)).length > 0, 'the job')
    await allNoticesSent(idp)
    expect(sink.notices).toHaveLength(2)
    expect(await entriesOf(idp, user)).toMatchObject([{ actor: ADMIN.sub }])
    const claims = await receiptOf(await enterPanel(idp), user)
    expect(claims).toMatchObject({
      offboarded_by: ADMIN.sub,
      ended: { sessions: { count: 2 }, roles: { ids: ['editor'] } },
    })
    expect(await idp.portico.accounts?.account(user.sub)).not.toHaveProperty('until')
  })

  it('two administrators on two nodes at the same time: once', async () => {
    const { idp, admin } = await begin()
    const other = await enterPanel(await idp.anotherNode(), SECOND_ADMIN)
    const { user } = await rich(idp, 'finn')
    const pages = await Promise.all([admin, other].map((one) => one.open(`/users/${user.sub}/offboard`)))
    const done = await Promise.all([admin, other].map((one, at) => one.send(pages[at] as Page, '/offboard')))
    for (const page of done) expect(flashOn(page)).toMatch(/offboarded\.$/)
    await allNoticesSent(idp)
    expect(sink.notices).toHaveLength(2)
    expect(await entriesOf(idp, user)).toHaveLength(1)
    expect(await receiptOf(admin, user)).toEqual(await receiptOf(other, user))
  })

  it('two administrators who offboard each other: one remains', async () => {
    const idp = await start({ options: { accounts: ACCOUNTS } })
    const made = ['gina', 'hugo'].map((name) => readyUser(idp, name, { roles: ['sso:admin'] }))
    const users = await Promise.all(made)
    const panels = await Promise.all(users.map((user) => enterPanel(idp, user)))
    await Promise.all(panels.map((panel, at) => offboard(panel, users[1 - at] as ReadyUser).catch(() => undefined)))
    const accounts = await Promise.all(users.map(({ sub }) => idp.portico.accounts?.account(sub)))
    expect(accounts.filter((account) => account?.status === 'active')).toHaveLength(1)
  })

  it('an account of the configuration loses what it holds in Portico, and the rest is listed', async () => {
    const { idp, admin, conf } = await begin()
    const [alice] = ACCOUNTS
    const tokens = await idp.user().signIn(conf, { scope: 'openid offline_access' })
    const user = { ...alice, password: '' } as ReadyUser
    await offboard(admin, user)
    expectError(await conf.refresh(tokens.refresh_token), 400, 'invalid_grant')
    const { not_ended: left, ended } = await receiptOf(admin, user)
    expect(left.map(({ what, why }) => `${what} ${why}`)).toEqual(
      ['account', 'roles', 'password'].map((what) => `${what} configuration`),
    )
    expect(Object.keys(ended)).not.toContain('password')
  })
})
