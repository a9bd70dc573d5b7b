/** Every form of the interaction names its stage; a form of another stage shows the present one, over HTTP. */
import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import { headingOf, pageOf, visitor } from '../../flows/portal-visitor.ts'
import { enrolApp, newPerson, type Owner, withPassword } from '../../flows/second-factor-visitor.ts'
import { grantOf, type Person } from '../../support/actors.ts'
import { type Browser, openBrowser, type Page, type Stop } from '../../support/browser.ts'
import { CONF2, TRUSTED } from '../../support/fixtures.ts'
import { runningIdp } from '../../support/idp.ts'

const CODE_PAGE = 'Enter your code'
const CHOICE = 'Choose a new password'
const CHOSEN = { new_password: 'chosen by herself', repeat: 'chosen by herself' }

type Fields = Readonly<Record<string, string>>

const idp = await runningIdp({ access: { canSignIn: (_user, client) => client.clientId !== CONF2.client_id } })

const withApp = async (): Promise<Owner & { readonly code: () => string }> => {
  const owner = await newPerson(idp)
  const { code } = await enrolApp(idp, visitor(idp, owner))
  return { ...owner, code }
}
const markForNewPassword = (sub: string): Promise<unknown> =>
  idp.portico.accounts?.change(sub, (account) => ({ ...account, mustChangePassword: true })) ?? Promise.resolve()
const stageOn = (stop: Stop): string | undefined => pageOf(stop).forms[0]?.fields['stage']
const credentials = ({ username, password }: Owner): Fields => ({ username, password })
const isSignedIn = async ({ open }: Person): Promise<boolean> => {
  const stop = await open(idp.party(TRUSTED), { prompt: 'none' })
  return new URL(stop.url).searchParams.has('code')
}

/** As a page of a host sends it that was made before forms said their stage. */
function withoutStage(browser: Browser, page: Page, fields: Fields): Promise<Stop> {
  const [form] = page.forms
  const { stage: _stage, ...sent } = form?.fields ?? {}
  return browser.submit(page, fields, { ...(form as NonNullable<typeof form>), fields: sent })
}

describe.each<[string, (browser: Browser, page: Page, fields: Fields) => Promise<Stop>]>([
  ['forms that say their stage', (browser, page, fields) => browser.submit(page, fields)],
  ['forms that do not', withoutStage],
])('%s', (_name, submit) => {
  it('sign in with two steps and a new password, and allow', async () => {
    const { code, ...owner } = await withApp()
    await markForNewPassword(owner.sub)
    const who = idp.user(owner)
    const { request, ...first } = await who.open(idp.party())
    expect(stageOn(first)).toBe('sign-in')
    const step = await submit(who.browser, pageOf(first), credentials(owner))
    expect(stageOn(step)).toBe('second-step')
    const choice = await submit(who.browser, pageOf(step), { code: code() })
    expect(stageOn(choice)).toBe('new-password')
    const consent = await submit(who.browser, pageOf(choice), CHOSEN)
    expect(stageOn(consent)).toBe('consent')
    const done = await submit(who.browser, pageOf(consent), { action: 'allow' })
    expect(grantOf(done.url, request).code).toBeTruthy()
  })

  it('choose an account, confirm who it is, and learn that the app is not for them', async () => {
    const owner = await newPerson(idp)
    const { who, client } = await withPassword(idp, owner)
    const choose = await who.open(client, { prompt: 'select_account' })
    expect(stageOn(choose)).toBe('select-account')
    expect((await submit(who.browser, pageOf(choose), { action: 'continue' })).at).toBe('external')
    const confirm = await who.open(client, { prompt: 'login' })
    expect(stageOn(confirm)).toBe('confirm-identity')
    const wrong = await submit(who.browser, pageOf(confirm), { username: owner.username, password: 'not theirs' })
    expect([wrong.answer.status, stageOn(wrong)]).toEqual([422, 'confirm-identity'])
    expect((await submit(who.browser, pageOf(wrong), credentials(owner))).at).toBe('external')
    const refused = await who.open(idp.party(CONF2))
    expect([refused.answer.status, stageOn(refused)]).toEqual([403, 'not-allowed'])
    const back = await submit(who.browser, pageOf(refused), { action: 'cancel' })
    expect(new URL(back.url).searchParams.get('error')).toBe('access_denied')
  })

  it('go on as who has signed in in another tab, and do a second step that is asked of a session', async () => {
    const owner = await newPerson(idp)
    const who = idp.user(owner)
    const [slow, fast] = [await who.open(idp.party(TRUSTED)), await who.open(idp.party(TRUSTED))]
    await who.browser.submit(pageOf(fast), credentials(owner))
    const already = await who.browser.visit(slow.url)
    expect(stageOn(already)).toBe('signed-in')
    expect((await submit(who.browser, pageOf(already), { action: 'continue' })).at).toBe('external')
    const { code } = await enrolApp(idp, visitor(idp, owner, openBrowser(idp)))
    const step = await who.open(idp.party(TRUSTED), { acr_values: ACR_TWO_FACTORS })
    expect(stageOn(step)).toBe('second-step')
    expect((await submit(who.browser, pageOf(step), { code: code() })).at).toBe('external')
  })
})

describe('a form of another stage shows the present one', () => {
  it('a new password, where a second step is to come: nothing is changed', async () => {
    const owner = await withApp()
    const { who, stop } = await withPassword(idp, owner)
    const shown = await who.browser.submit(pageOf(stop), { stage: 'new-password', ...CHOSEN })
    expect([shown.answer.status, headingOf(shown)]).toEqual([200, CODE_PAGE])
    expect(await idp.portico.accounts?.authenticate(owner)).toBeTruthy()
    expect((await who.browser.submit(pageOf(shown), { code: owner.code() })).at).toBe('external')
  })

  it('a code, where a new password is to come: the code is not used up', async () => {
    const { code, ...owner } = await withApp()
    await markForNewPassword(owner.sub)
    const { who, stop } = await withPassword(idp, owner)
    const old = pageOf(stop)
    expect(headingOf(await who.browser.submit(old, { code: code() }))).toBe(CHOICE)
    idp.clock.forward(30)
    const unused = code()
    const { form_id: _id, ...fields } = old.forms[0]?.fields ?? {}
    const form = { ...(old.forms[0] as Page['forms'][0]), fields }
    const shown = await who.browser.submit(old, { code: unused }, form)
    expect([shown.answer.status, headingOf(shown)]).toEqual([200, CHOICE])
    expect(await idp.portico.accounts?.totp?.accept(owner.sub, unused)).toBe('accepted')
  })

  it('consent of one user, where another has begun to sign in', async () => {
    const [owner, other] = [await newPerson(idp), await withApp()]
    const { who } = await withPassword(idp, owner)
    const consent = pageOf(await who.open(idp.party()))
    const signIn = pageOf(await who.browser.submit(consent, { action: 'other' }))
    expect(headingOf(await who.browser.submit(signIn, credentials(other)))).toBe(CODE_PAGE)
    expect(headingOf(await who.browser.submit(consent, { action: 'allow' }))).toBe(CODE_PAGE)
    expect(stageOn(await who.open(idp.party()))).toBe('consent')
  })

  it('a step of a sign-in that does not exist: it begins', async () => {
    const who = idp.user(await newPerson(idp))
    const page = pageOf(await who.open(idp.party(TRUSTED)))
    for (const [stage, fields] of [
      ['second-step', { code: '123456' }],
      ['new-password', CHOSEN],
      ['consent', { action: 'allow' }],
      ['nonsense', { action: 'allow' }],
    ] as const) {
      const shown = await who.browser.submit(page, { stage, ...fields })
      expect([shown.answer.status, stageOn(shown)]).toEqual([422, 'sign-in'])
    }
    expect(await isSignedIn(who)).toBe(false)
  })

  it('a step of a sign-in that is complete, and whose answer was lost: it goes on', async () => {
    const owner = await withApp()
    const { who, stop } = await withPassword(idp, owner)
    const page = pageOf(stop)
    const { form_id: _id, ...fields } = page.forms[0]?.fields ?? {}
    await who.browser.go(new URL(page.forms[0]?.action ?? '', page.url).href, {
      body: { ...fields, code: owner.code() },
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const form = { ...(page.forms[0] as Page['forms'][0]), fields }
    expect((await who.browser.submit(page, { code: '000 000' }, form)).at).toBe('external')
    expect(await isSignedIn(who)).toBe(true)
  })

  it('but what its own page does not offer is refused (400)', async () => {
    const owner = await withApp()
    const { who, stop } = await withPassword(idp, owner)
    const { csrf = '', stage = '' } = pageOf(stop).forms[0]?.fields ?? {}
    const form = { ...(pageOf(stop).forms[0] as Page['forms'][0]), fields: { csrf, stage } }
    for (const action of ['allow', 'continue', 'deny', 'nonsense'])
      expect((await who.browser.submit(pageOf(stop), { action }, form)).answer.status).toBe(400)
  })
})
