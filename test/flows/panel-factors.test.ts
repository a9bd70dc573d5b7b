/** A lost second factor, in the panel: who may remove it, what that ends, and the entry of the trail. */
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { expectInactive } from '../support/expect.ts'
import { filled } from '../support/filled.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import { runningIdp, sharedIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, flashOn, issuesOn, PANEL_ACCOUNTS, textIn, VIEWER } from '../support/panel-visitor.ts'
import { registeredClient } from '../support/registered-client.ts'
import { formOf, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { enrolApp, enrolPasskey, newPerson, withPassword } from './second-factor-visitor.ts'

const idp = sharedIdp({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] }, beforeEach)
const admin = filled(beforeEach, () => enterPanel(idp))

async function owner(): Promise<Awaited<ReturnType<typeof newPerson>>> {
  const who = await newPerson(idp)
  const portal = visitor(idp, who)
  await enrolPasskey(idp, portal)
  await enrolApp(idp, portal)
  return who
}
/** The question behind the link that has this query. */
async function asked(page: Page, query: string): Promise<Page> {
  const [, href = 'no such link'] =
    new RegExp(`href="/admin([^"]*/factors/remove\\?[^"]*${query}[^"]*)"`).exec(page.answer.text) ?? []
  return admin.open(href.replaceAll('&amp;', '&'))
}
const confirm = (question: Page): Promise<Stop> =>
  admin.browser.submit(question, {}, formOf(question, { to: '/factors/remove' }))
const remove = async (page: Page, query: string): Promise<Stop> => confirm(await asked(page, query))
const removals = async (sub: string): Promise<readonly unknown[]> =>
  (await idp.portico.audit.list({ user: sub }, undefined, 100)).entries
    .filter(({ event }) => event === 'account.second-factor-removed')
    .map(({ actor, changes }) => [actor, changes])

it('the page of a user shows what there is, and nothing secret of it', async () => {
  const who = await owner()
  const page = await admin.open(`/users/${who.sub}`)
  expect(textIn(page.answer.text)).toMatch(/verification.*Passkeys.*Authenticator app.*Recovery codes.*10 codes left/)
  expect(page.answer.text).not.toMatch(/sealed|publicKey/)
  expect(textIn((await admin.open('/users/u-bob')).answer.text)).toMatch(/PasskeysNone.*Authenticator appNone/)
})

describe('an administrator', () => {
  it('removes a lost app: the passkey is still asked for, and all sessions and tokens are over', async () => {
    const who = await owner()
    const { who: at, stop } = await withPassword(idp, who)
    expect(headingOf(stop)).toBe('Enter your code')
    const question = await asked(await admin.open(`/users/${who.sub}/factors`), 'lost=authenticator')
    expect(flashOn(await confirm(question))).toMatch(/^The authenticator app of .* was removed\./)
    expect(headingOf(await at.browser.visit(pageOf(stop).url))).toBe('Sign in to trusted')
    expect(headingOf((await withPassword(idp, who)).stop)).toBe('Use your passkey')
    expect(await removals(who.sub)).toEqual([[ADMIN.sub, { second_factor: ['authenticator app', null] }]])
    expect(flashOn(await confirm(question))).toContain('Two-step verification isn’t set up.')
  })

  it('removes one passkey by its name, and then all: the password alone is enough, recovery codes are gone', async () => {
    const who = await owner()
    await remove(await admin.open(`/users/${who.sub}/factors`), 'lost=passkey')
    expect(await idp.portico.accounts?.passkeys?.list(who.sub)).toEqual([])
    expect(await idp.portico.accounts?.recoveryCodes?.stateOf(who.sub)).toMatchObject({ left: 10 })
    const done = await remove(await admin.open(`/users/${who.sub}/factors`), 'lost=everything')
    expect(flashOn(done)).toContain('was reset.')
    expect(await idp.portico.accounts?.recoveryCodes?.stateOf(who.sub)).toBeUndefined()
    expect((await withPassword(idp, who)).stop.at).toBe('external')
    expect(await removals(who.sub)).toHaveLength(2)
  })

  it('is asked first, with what it ends; nothing is removed by looking', async () => {
    const who = await owner()
    await idp
      .user(who)
      .signIn(idp.party())
      .catch(() => undefined)
    const page = await admin.open(`/users/${who.sub}/factors`)
    const app = textIn((await asked(page, 'lost=authenticator')).answer.text)
    expect(app).toContain(`Remove the authenticator app of`)
    expect(app).toMatch(/The user will be signed out of \d+ devices?\. All tokens will stop working immediately\./)
    expect(app).not.toContain('the password alone will be enough')
    const all = textIn((await asked(page, 'lost=everything')).answer.text)
    expect(all).toContain('the password alone will be enough')
    expect(await removals(who.sub)).toEqual([])
  })

  it('ends what was signed in to: tokens die immediately', async () => {
    const plain = await newPerson(idp)
    const conf = idp.party()
    const tokens = await idp.user(plain).signIn(conf, { scope: 'openid offline_access' })
    await enrolApp(idp, visitor(idp, plain))
    await remove(await admin.open(`/users/${plain.sub}/factors`), 'lost=authenticator')
    expectInactive(await conf.introspect(tokens.access_token))
    expectInactive(await conf.introspect(tokens.refresh_token))
  })

  it('has to say what is lost (400)', async () => {
    const who = await owner()
    const form = await admin.open(`/users/${who.sub}/factors`)
    const question = await asked(form, 'lost=everything')
    const path = `/users/${who.sub}/factors/remove?lost=all`
    const { csrf = '' } = formOf(question, { to: '/factors/remove' }).fields
    expect((await admin.post(path, { csrf })).status).toBe(400)
    expect((await admin.browser.visit(`/admin${path}`)).answer.status).toBe(400)
    expect(await removals(who.sub)).toEqual([])
  })

  it('resets a password, and the second factors stay: the page shows it', async () => {
    const who = await owner()
    const page = await admin.open(`/users/${who.sub}/reset`)
    expect(textIn(page.answer.text)).toContain('Passkeys and the authenticator app will keep working.')
    await admin.send(page, '/reset')
    expect(await idp.portico.accounts?.totp?.stateOf(who.sub)).toBeDefined()
  })
})

it('grants a user time where two-step verification is required, and ends it', async () => {
  const who = await newPerson(idp)
  const factorsPage = (): Promise<Page> => admin.open(`/users/${who.sub}/factors`)
  expect((await factorsPage()).answer.text).not.toContain('Grace period')
  const app = await registeredClient(idp)
  await app.requireSecondFactor(true)
  const enter = async (): Promise<string> => {
    const browser = openBrowser(idp)
    const { username, password } = who
    const next = await browser.submit(pageOf(await browser.visit(app.party.request().address)), { username, password })
    return headingOf(pageOf(next))
  }
  const [today = '', yesterday = ''] = [0, 86_400_000].map((ago) =>
    new Date(idp.clock.now() - ago).toISOString().slice(0, 10),
  )
  for (const until of ['', 'tomorrow', '2027-02-30', yesterday]) {
    const again = await admin.send(await factorsPage(), '/grace', { until })
    expect([again.answer.status, issuesOn(again)]).toEqual([
      422,
      [expect.stringContaining('Enter a date, today or later')],
    ])
  }
  expect(await enter()).toBe('Set up two-step verification')
  expect(flashOn(await admin.send(await factorsPage(), '/grace', { until: today }))).toContain('can sign in without')
  const shown = textIn((await admin.open(`/users/${who.sub}`)).answer.text)
  expect(shown).toMatch(/Grace periodCan sign in without two-step verification until/)
  expect(await enter()).toContain('wants to use')
  const grace = await factorsPage()
  expect(flashOn(await admin.browser.submit(grace, {}, formOf(grace, { act: 'end' })))).toContain('has ended')
  expect(await enter()).toBe('Set up two-step verification')
  const { entries } = await idp.portico.audit.list({ user: who.sub }, undefined, 100)
  const graces = entries.filter(({ event }) => event === 'second-factor.grace')
  expect(graces.map(({ actor, changes }) => [actor, changes?.until])).toEqual([
    [ADMIN.sub, [today, null]],
    [ADMIN.sub, [null, today]],
  ])
})

it('a page shows the users that a rule would stop, by app and role, to viewers too', async () => {
  const viewer = await enterPanel(idp, VIEWER)
  const plan = async (query = ''): Promise<string> => (await viewer.open(`/two-step-verification${query}`)).answer.text
  // A role with the name of a member of every object.
  const role = 'constructor'
  for (let index = 0; index < 27; index += 1) await idp.portico.accounts?.invite(`many-${index}`, { roles: [role] })
  expect(textIn(await plan())).toMatch(/Required of: no users.*login\.secondFactor.*Must set it up0.*No users/)
  const all = await plan(`?rule=role:${role}`)
  // The panel asks all of its users as soon as there is a rule.
  expect(textIn(all)).toMatch(/Must set it up30.*no email address30.*1 to 25 of 30.*constructor27 users/)
  expect(all).toContain(`rule=role%3A${role}&amp;cursor=25`)
  const last = await plan(`?rule=role:${role}&list=role&in=${role}&cursor=25`)
  expect(textIn(last)).toMatch(/with the role.constructor.*26 to 27 of 27/)
  expect(last).toMatch(/href="\/admin\/users\/[^"]+"/)
  const app = await registeredClient(idp)
  await app.requireSecondFactor(true)
  expect(textIn(await plan(`?list=app&in=${app.clientId}`))).toMatch(/Must set it up32.*Must set it up for.registered-/)
})

it('the plan warns if the only administrator would be stopped', async () => {
  const alone = await runningIdp({ accounts: [ADMIN] })
  const page = await (await enterPanel(alone)).open('/two-step-verification?rule=administrators')
  expect(textIn(page.answer.text)).toContain('Ada Admin is the only administrator')
})
