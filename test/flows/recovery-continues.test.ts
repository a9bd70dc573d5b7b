/** "Forgot your password?" on an app's sign-in page: the recovery ends in the app, in the browser that asked for it. */
import { ACR_TWO_FACTORS as ACR } from '../../policies/authentication-context.ts'
import { type Browser, openBrowser, type Page, titleOf } from '../support/browser.ts'
import { linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { filled } from '../support/filled.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { textIn } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { doorOf } from '../support/sign-in-door.ts'
import { traceOf } from '../support/trace-of.ts'
import { visitor } from './portal-visitor.ts'
import { enrolApp } from './second-factor-visitor.ts'

const CHOSEN = 'a password chosen by email'
const CHANGED = 'Your password was changed · Portico'
const SIGN_IN = 'Sign in to trusted · Portico'

const idp = await startEmailIdp()
const user = filled(beforeEach, () => idp.addUser())

const hrefOf = (page: Page, text: string): string => {
  const [, href] =
    new RegExp(`href="([^"]*)"[^>]*>(?:<span>)?${text.replace('?', '[?]')}<`).exec(page.answer.text) ?? []
  if (href === undefined) throw new Error(`no link ${text}`)
  return href.replaceAll('&amp;', '&')
}

/** Opens an app's sign-in page and requests the email there. */
async function forgotten(browser: Browser = openBrowser(idp)) {
  const { page: signIn } = await doorOf(idp, browser)
  const forgot = pageOf(await browser.visit(hrefOf(signIn, 'Forgot your password?')))
  const sent = pageOf(await browser.submit(forgot, { username: user.username }))
  return { browser, signIn, forgot, sent, link: linkIn(await idp.emailTo(user.email, 'recovery')) }
}
const chooseIn = async (browser: Browser, link: string) =>
  browser.submit(pageOf(await browser.visit(link)), { new_password: CHOSEN, repeat: CHOSEN })

it('ends in the app, signed in, after two forms with a field each', async () => {
  const browser = openBrowser(idp)
  const party = relyingParty(idp, TRUSTED)
  const request = party.request()
  const signIn = pageOf(await browser.visit(request.address))
  const forgot = pageOf(await browser.visit(hrefOf(signIn, 'Forgot your password?')))
  await browser.submit(forgot, { username: user.email })
  const stop = await chooseIn(browser, linkIn(await idp.emailTo(user.email, 'recovery')))
  expect(stop.url).toMatch(/^https:\/\/trusted\.example\/callback[?]code=/)
  expect(await traceOf(idp, stop.answer)).toMatchObject({ user: user.sub })
})

it('leads back to the sign-in page from the form and from the page after it', async () => {
  const { browser, signIn, forgot, sent } = await forgotten()
  for (const page of [forgot, sent]) {
    const back = pageOf(await browser.visit(hrefOf(page, 'Back to sign-in')))
    expect([back.url, titleOf(back.answer.text)]).toEqual([signIn.url, SIGN_IN])
  }
  const again = pageOf(await browser.visit(hrefOf(sent, 'Request another email')))
  expect(again.forms[0]?.fields.interaction).toBe(forgot.forms[0]?.fields.interaction)
  const missing = pageOf(await browser.submit(forgot, { username: '' }))
  expect(hrefOf(missing, 'Back to sign-in')).toBe(new URL(signIn.url).pathname)
})

it('is the first thing that the sign-in page offers after three wrong passwords', async () => {
  const browser = openBrowser(idp)
  let { page } = await doorOf(idp, browser)
  for (let tries = 1; tries <= 3; tries += 1)
    page = pageOf(await browser.submit(page, { username: user.username, password: 'wrong' }))
  const [help = ''] = /<details[^>]*open.*?<\/details>/s.exec(page.answer.text) ?? []
  expect(textIn(help)).toMatch(/^Can’t sign in[?] ?Forgot your password[?] Reset it by email[.].*Ask an administrator/)
  const forgot = pageOf(await browser.visit(hrefOf(page, 'Forgot your password? Reset it by email.')))
  expect(hrefOf(forgot, 'Back to sign-in')).toBe(new URL(page.url).pathname)
})

describe('the link is no sign-in', () => {
  it('in another browser: the password changes, and neither browser is signed in', async () => {
    const { browser, signIn, link } = await forgotten()
    const other = openBrowser(idp)
    const done = pageOf(await chooseIn(other, link))
    expect(titleOf(done.answer.text)).toBe(CHANGED)
    expect(hrefOf(done, 'Sign in')).toBe(`${idp.issuer}/portal/`)
    for (const one of [browser, other]) expect(one.cookies.value('sso_session')).toBeUndefined()
    expect(titleOf(pageOf(await browser.visit(signIn.url)).answer.text)).toBe(SIGN_IN)
    for (const path of [signIn.url, `${signIn.url}?returned=recovered`]) {
      expect((await other.visit(path)).answer.status).toBe(400)
    }
  })

  it('when an attacker names the sign-in of another browser', async () => {
    const [victim, attacker] = [openBrowser(idp), openBrowser(idp)]
    const { page } = await doorOf(idp, victim)
    const uid = new URL(page.url).pathname.split('/').at(-1) ?? ''
    await doorOf(idp, attacker)
    const forgot = pageOf(await attacker.visit(`/recovery/?interaction=${uid}`))
    expect([forgot.forms[0]?.fields.interaction, hrefOf(forgot, 'Back to sign-in')]).toEqual([
      undefined,
      `${idp.issuer}/portal/`,
    ])
    await attacker.submit(forgot, { username: user.username, interaction: uid })
    const done = pageOf(await chooseIn(victim, linkIn(await idp.emailTo(user.email, 'recovery'))))
    expect(titleOf(done.answer.text)).toBe(CHANGED)
    expect(victim.cookies.value('sso_session')).toBeUndefined()
  })

  it.each([
    [
      'the password is changed again',
      () => idp.portico.accounts?.changePassword(user.sub, 'chosen by an administrator'),
    ],
    ['the user is signed out everywhere', () => idp.portico.sessions.endAll(user.sub)],
    [
      'the user is suspended',
      () => idp.portico.accounts?.change(user.sub, (account) => ({ ...account, status: 'suspended' })),
    ],
  ])('when %s before the browser returns', async (_name, act) => {
    const { browser, link } = await forgotten()
    const choose = pageOf(await browser.visit(link))
    const { status, headers } = await browser.send(choose, { new_password: CHOSEN, repeat: CHOSEN })
    expect([status, headers.location]).toEqual([303, expect.stringContaining('?returned=recovered')])
    await act()
    const page = pageOf(await browser.visit(headers.location ?? ''))
    expect(titleOf(page.answer.text)).toBe(SIGN_IN)
    expect(browser.cookies.value('sso_session')).toBeUndefined()
  })
})

describe('a user with a second factor', () => {
  const AT_APP = /^https:\/\/trusted\.example\/callback[?]code=/
  const chosen = { new_password: CHOSEN, repeat: CHOSEN }
  const atStep = async () => {
    const app = await enrolApp(idp, visitor(idp, user))
    const { browser, signIn, link } = await forgotten()
    const step = pageOf(await browser.visit(link))
    expect(titleOf(step.answer.text)).toBe('Enter your code · Portico')
    return { app, browser, signIn, choose: pageOf(await browser.submit(step, { code: app.code() })) }
  }

  it('enters it once, for the link, and then is in the app with both factors', async () => {
    const { browser, choose } = await atStep()
    const wrong = pageOf(await browser.submit(choose, { new_password: 'short', repeat: 'short' }))
    expect((await browser.submit(wrong, chosen)).url).toMatch(AT_APP)
    const strong = await browser.visit(relyingParty(idp, TRUSTED).request({ prompt: 'none', acr_values: ACR }).address)
    expect(strong.url).toMatch(AT_APP)
  })

  it('is asked again in the sign-in, when ten minutes have passed or a factor was added in the meantime', async () => {
    const { app, browser, signIn, choose } = await atStep()
    idp.clock.forward(600)
    const again = pageOf(await browser.submit(choose, chosen))
    expect([titleOf(again.answer.text), new URL(again.url).pathname]).toEqual([
      'Enter your code · Portico',
      new URL(signIn.url).pathname,
    ])
    expect((await browser.submit(again, { code: app.code() })).url).toMatch(AT_APP)
  })

  it('cannot forge the proof, its method, or its time', async () => {
    const { browser, choose } = await atStep()
    const { step = '' } = choose.forms[0]?.fields ?? {}
    expect(step).toMatch(/^authenticator-code \d+ /)
    for (const forged of [
      step.replace('authenticator-code', 'device-passkey'),
      step.replace(/ (\d+)/, (_, at) => ` ${Number(at) + 60}`),
      `not-asked 0 ${step.split(' ')[2]}`,
      '',
    ]) {
      const page = pageOf(await browser.submit(choose, { ...chosen, step: forged }))
      expect(titleOf(page.answer.text)).toContain('Enter your code · Portico')
    }
  })
})

it('a sign-in that has expired is not continued', async () => {
  const { browser, link } = await forgotten()
  idp.clock.forward(16 * 60)
  const done = pageOf(await chooseIn(browser, link))
  expect([titleOf(done.answer.text), hrefOf(done, 'Sign in')]).toEqual([CHANGED, `${idp.issuer}/portal/`])
})
