/** *Ask for access* on the page that refuses a user for an app, and the administrator's response in the panel. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { pageOf, startEmailIdp } from '../support/emails.ts'
import { ACCOUNTS, TRUSTED } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { ADMIN, enterPanel, flashOn, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { until } from '../support/until.ts'
import { audited } from './portal-visitor.ts'

const OWNER = 'owner@apps.example'
const CLOSED: ClientInput = { ...TRUSTED, owner_email: OWNER, access: { roles: ['books', 'payroll'] } }
const NO_OWNER: ClientInput = {
  ...TRUSTED,
  client_id: 'no-owner',
  redirect_uris: ['https://no-owner.example/callback'],
  post_logout_redirect_uris: [],
  access: { roles: ['books'] },
}
const idp = await startEmailIdp({ clients: [CLOSED, NO_OWNER], accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] })
afterAll(() => idp.stop())
const admin = await enterPanel(idp)
const DAY = 86_400_000
const dayAfter = (days: number): string => new Date(idp.clock.now() + days * DAY).toISOString().slice(0, 10)

async function refused(client: ClientInput = CLOSED) {
  const user = await idp.addUser()
  const browser = openBrowser(idp)
  const page = pageOf(await browser.visit(relyingParty(idp, client).request().address))
  const at = pageOf(await browser.submit(page, { username: user.username, password: user.password }))
  expect([at.answer.status, textIn(at.answer.text)]).toEqual([403, expect.stringContaining('have access to')])
  return { user, browser, page: at }
}
const ask = async ({ browser, page }: { browser: ReturnType<typeof openBrowser>; page: Page }, reason: string) =>
  pageOf(await browser.submit(page, { reason, action: 'ask', form_id: `${Math.random()}`.padEnd(24, '0').slice(2) }))
/** The email to the owner, by the user's name in it. */
async function emailAbout(username: string) {
  const found = () => idp.mail.emails.find(({ text }) => text.includes(username))
  await until(() => found() !== undefined)
  return found()!
}

it('the owner gets an email that leads to the request; one press grants the role until a date, and the user is notified', async () => {
  const begun = await refused()
  const asked = await ask(begun, `I take over the books of <b>Tomás</b>.\n${'All of them. '.repeat(20)}\nThank you.`)
  expect(textIn(asked.answer.text)).toMatch(/You asked for access on/)
  await audited(idp, 'account.access-requested', begun.user.sub)
  const email = await emailAbout(begun.user.username)
  expect([email.envelope.to, email.headers.subject]).toEqual([[OWNER], 'Access to trusted'])
  const said = email.text.replaceAll(/\s+/g, ' ')
  expect(said).toMatch(/I take over the books of .{0,20} (?:All of them\. ){20}Thank you\./)
  expect(email.text).not.toMatch(/^Thank you/m)
  const link = /https?:\S+\/admin(\/clients\/\S+)/.exec(email.text)?.[1] ?? ''
  expect(textIn((await admin.open('/clients/trusted/scopes')).answer.text)).toContain('Requests for access')
  const page = await admin.open(link)
  expect(page.answer.text).toContain('books of &lt;b>Tom')
  expect(page.answer.text).toContain(`value="${dayAfter(30)}"`)
  const wrong = await admin.send(page, link, { until: '2020-01-01' })
  expect([pageOf(wrong).answer.status, (await idp.portico.accounts?.account(begun.user.sub))?.person.roles]).toEqual([
    422,
    undefined,
  ])
  const done = await admin.send(page, link, { until: dayAfter(30), act: 'grant', role: 'books' })
  expect(flashOn(done)).toContain('has access until')
  expect(await idp.portico.accounts?.account(begun.user.sub)).toMatchObject({
    person: { roles: ['books'] },
    roleEnds: { books: dayAfter(30) },
  })
  expect(await audited(idp, 'account.access-granted', begun.user.sub)).toMatchObject({ actor: ADMIN.sub })
  expect(flashOn(await admin.send(page, link, { until: dayAfter(9), act: 'grant' }))).toBe(
    'This request no longer exists.',
  )
  await idp.user(begun.user).signIn(idp.party(CLOSED))
  idp.clock.forward(31 * 86_400)
  await expect(idp.user(begun.user).signIn(idp.party(CLOSED))).rejects.toThrow()
})

it('is declined without a role or an email', async () => {
  const begun = await refused()
  await ask(begun, 'please')
  const again = await enterPanel(idp)
  const [link = ''] =
    /\/clients\/trusted\/requests\/[\w-]+/.exec((await again.open('/clients/trusted/scopes')).answer.text) ?? []
  expect(flashOn(await again.send(await again.open(link), link, { act: 'decline' }))).toContain('was declined')
  expect((await idp.portico.accounts?.account(begun.user.sub))?.person.roles).toBeUndefined()
  await audited(idp, 'account.access-declined', begun.user.sub)
})

it('keeps what was typed when the reason is missing or too long; a fourth request in a day is refused', async () => {
  const begun = await refused()
  for (const [reason, says] of [
    [' ', 'Enter a reason'],
    ['x'.repeat(501), 'Use 500 characters or fewer'],
  ] as const) {
    const page = await ask(begun, reason)
    expect(textIn(page.answer.text)).toContain(says)
    expect(page.answer.text.includes(reason)).toBe(true)
  }
  for (const _time of [1, 2, 3]) expect(textIn((await ask(begun, 'why')).answer.text)).toContain('You asked for access')
  expect(textIn((await ask(begun, 'more')).answer.text)).toContain('asked too often today')
})

it('has no form without an owner, and takes none', async () => {
  const begun = await refused(NO_OWNER)
  expect(begun.page.answer.text).not.toContain('name="reason"')
  expect((await ask(begun, 'x')).answer.status).toBe(400)
})

it('takes no request with another page’s token, or of a user who has access by now', async () => {
  const begun = await refused()
  const forged = await begun.browser.submit(begun.page, { reason: 'x', action: 'ask', csrf: 'x'.repeat(43) })
  expect(pageOf(forged).answer.status).toBe(400)
  await giveRoles(idp, begun.user.sub, 'books')
  await begun.browser.submit(begun.page, { action: 'cancel' })
  expect(textIn((await admin.open('/clients/trusted/scopes')).answer.text)).not.toContain(begun.user.username)
})

async function requested() {
  const begun = await refused()
  await ask(begun, 'please')
  const again = await enterPanel(idp)
  const [link = ''] =
    /\/clients\/trusted\/requests\/[\w-]+/.exec((await again.open('/clients/trusted/scopes')).answer.text) ?? []
  return { ...begun, again, link, form: await again.open(link) }
}
const accountOf = (sub: string) => idp.portico.accounts?.account(sub)

it('grants no other role than the chosen one', async () => {
  const { again, form, link, user } = await requested()
  const done = await again.send(form, link, { until: dayAfter(9), act: 'grant', role: 'removed' })
  expect(flashOn(done)).toBe('This client was changed in the meantime')
  expect((await accountOf(user.sub))?.person.roles).toBeUndefined()
  expect(flashOn(await again.send(pageOf(done), link, { act: 'decline' }))).toContain('was declined')
})

it('does not end a role that the user has been given meanwhile', async () => {
  const { again, form, link, user } = await requested()
  await giveRoles(idp, user.sub, 'books')
  const done = await again.send(form, link, { until: dayAfter(9), act: 'grant', role: 'books' })
  expect(flashOn(done)).toContain('has access until')
  expect(await accountOf(user.sub)).not.toHaveProperty('roleEnds')
})
