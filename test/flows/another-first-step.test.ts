/**
 * One user entered a password and stopped; another takes over the page ("not you?", "use another account", the back
 * button). From the new first step on, nothing is left of the earlier one.
 */
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { openBrowser, type Page, type Stop } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { headingOf, pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  claimsAfter,
  enrolApp,
  newPerson,
  type Owner,
  optionsOn,
  type SigningIn,
  withApp,
  withKey,
  withPassword,
} from './second-factor-visitor.ts'

const CODE_PAGE = 'Enter your code'
const CHOICE = 'Choose a new password'
const CHOSEN = { new_password: 'chosen by the second', repeat: 'chosen by the second' }

onEachDeployment((idp) => {
  /** A user whose password was issued for one sign-in. */
  const invited = async (): Promise<Owner> => {
    const owner = await newPerson(idp)
    await idp.portico.accounts?.change(owner.sub, (account) => ({ ...account, mustChangePassword: true }))
    return owner
  }
  const credentials = ({ username, password }: Owner): Readonly<Record<string, string>> => ({ username, password })
  const subjectOf = async (begun: SigningIn, stop: Stop): Promise<unknown> => (await claimsAfter(begun, stop)).sub

  describe.each(['"not you?"', 'the back button'])('after the password of the first, by %s', (way) => {
    const signInPage = async ({ who, page, stop }: SigningIn & { readonly stop: Stop }): Promise<Page> =>
      way === 'the back button' ? page : pageOf(await who.browser.submit(pageOf(stop), { action: 'other' }))

    it('the second, with a one-time password, chooses a new one and is signed in', async () => {
      const { owner: first } = await withApp(idp)
      const second = await invited()
      const begun = await withPassword(idp, first)
      expect(headingOf(begun.stop)).toBe(CODE_PAGE)
      const asked = pageOf(await begun.who.browser.submit(await signInPage(begun), credentials(second)))
      expect(headingOf(asked)).toBe(CHOICE)
      expect(asked.answer.text).toContain(second.username)
      expect(headingOf(await begun.who.browser.visit(asked.url))).toBe(CHOICE)
      expect(await subjectOf(begun, await begun.who.browser.submit(asked, CHOSEN))).toBe(second.sub)
    })

    it('the second, with a one-time password on a browser that they trust, likewise', async () => {
      const { owner: first } = await withApp(idp)
      const { owner: second, app } = await withApp(idp)
      const trusting = await withPassword(idp, second)
      const { browser } = trusting.who
      await browser.submit(pageOf(trusting.stop), { code: app.code(), trust: 'on' })
      for (const { uid } of await idp.portico.sessions.list(second.sub)) await idp.portico.sessions.end(second.sub, uid)
      await idp.portico.accounts?.change(second.sub, (account) => ({ ...account, mustChangePassword: true }))
      const { request, ...stop } = await trusting.who.open(trusting.client)
      const page = pageOf(stop)
      const begun = { ...trusting, request, page, stop: await browser.submit(page, credentials(first)) }
      expect(headingOf(begun.stop)).toBe(CODE_PAGE)
      const asked = pageOf(await browser.submit(await signInPage(begun), credentials(second)))
      expect(headingOf(asked)).toBe(CHOICE)
      expect(await subjectOf(begun, await browser.submit(asked, CHOSEN))).toBe(second.sub)
    })

    it('the second, with neither, is signed in, also when the answer is lost and the page opened again', async () => {
      const { owner: first } = await withApp(idp)
      const second = await newPerson(idp)
      const begun = await withPassword(idp, first)
      await begun.who.browser.send(await signInPage(begun), credentials(second))
      expect(await subjectOf(begun, await begun.who.browser.visit(pageOf(begun.stop).url))).toBe(second.sub)
    })

    it('the second, with a passkey, is signed in, where the first was to choose a password', async () => {
      const first = await invited()
      const { owner: second, authenticator } = await withKey(idp)
      const begun = await withPassword(idp, first)
      expect(headingOf(begun.stop)).toBe(CHOICE)
      const page = await signInPage(begun)
      await begun.who.browser.send(page, { passkey: authenticator.get(await optionsOn(begun.who.browser, page)) })
      expect(await subjectOf(begun, await begun.who.browser.visit(pageOf(begun.stop).url))).toBe(second.sub)
    })

    it('the second has a separate second step; the form of the first does not complete it', async () => {
      const { owner: first, app: ofFirst } = await withApp(idp)
      const { owner: second, app: ofSecond } = await withApp(idp)
      const begun = await withPassword(idp, first)
      const step = pageOf(await begun.who.browser.submit(await signInPage(begun), credentials(second)))
      expect([headingOf(step), step.answer.text.includes(second.username)]).toEqual([CODE_PAGE, true])
      expect((await begun.who.browser.submit(pageOf(begun.stop), { code: ofFirst.code() })).answer.status).toBe(422)
      expect(await subjectOf(begun, await begun.who.browser.submit(step, { code: ofSecond.code() }))).toBe(second.sub)
    })
  })

  it('the last user to sign in continues, also where the earlier sign-in was complete and its response lost', async () => {
    const first = await newPerson(idp)
    const { owner: second, app } = await withApp(idp)
    const begun = await atSignIn(idp, first)
    await begun.who.browser.send(begun.page, credentials(first))
    const step = pageOf(await begun.who.browser.submit(begun.page, credentials(second)))
    expect(headingOf(step)).toBe(CODE_PAGE)
    expect(await subjectOf(begun, await begun.who.browser.submit(step, { code: app.code() }))).toBe(second.sub)
  })

  it('in a session that needs more, another user with a one-time password chooses a new one', async () => {
    const first = await newPerson(idp)
    const { who, client } = await withPassword(idp, first)
    await enrolApp(idp, visitor(idp, first, openBrowser(idp)))
    const second = await invited()
    const { request, ...stop } = await who.open(client, { acr_values: ACR_TWO_FACTORS })
    expect(headingOf(stop)).toBe(CODE_PAGE)
    const page = pageOf(await who.browser.submit(pageOf(stop), { action: 'other' }))
    const asked = pageOf(await who.browser.submit(page, credentials(second)))
    expect(headingOf(asked)).toBe(CHOICE)
    const done = await who.browser.submit(asked, CHOSEN)
    expect(await subjectOf({ who, client, page, request }, done)).toBe(second.sub)
  })

  it('a user other than the one to confirm stays on a page that asks for a name, after a wrong password too', async () => {
    const first = await newPerson(idp)
    const second = await newPerson(idp)
    const { who, client } = await withPassword(idp, first)
    const confirm = pageOf(await who.open(client, { prompt: 'login' }))
    expect(headingOf(confirm)).toBe('Confirm it’s you')
    const page = pageOf(await who.browser.submit(confirm, { action: 'other' }))
    const again = pageOf(await who.browser.submit(page, { username: second.username, password: 'not theirs' }))
    expect([again.answer.status, headingOf(again)]).toEqual([422, 'Sign in to trusted'])
    expect(again.forms[0]?.fields.username).toBe(second.username)
  })
})
