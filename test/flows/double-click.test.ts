/**
 * The form of a step of the sign-in, sent twice (two clicks, no scripts): the browser follows the response to the
 * second click alone, and it leads where the first one led. Single-use values still work once.
 */
import { ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import type { Page, Stop } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { type Answer, inParallel } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { headingOf, pageOf } from './portal-visitor.ts'
import { claimsAfter, optionsOn, type SigningIn, withApp, withKey, withPassword } from './second-factor-visitor.ts'

const CHOSEN = { new_password: 'chosen by herself', repeat: 'chosen by herself' }

onEachDeployment((idp) => {
  const other = filled(beforeAll, () => idp.anotherNode())
  /** At the page that asks for the code of an app. */
  const atCode = async (more: { readonly mustChangePassword?: true } = {}) => {
    const { owner, app } = await withApp(idp)
    await idp.portico.accounts?.change(owner.sub, (account) => ({ ...account, ...more }))
    const begun = await withPassword(idp, owner)
    return { owner, app, begun, page: pageOf(begun.stop) }
  }

  const click = (
    { who }: SigningIn,
    page: Page,
    fields: Readonly<Record<string, string>>,
    node: Node = idp,
  ): Promise<Answer> =>
    node.send(new URL(page.forms[0]?.action ?? '', page.url).href, {
      body: { ...page.forms[0]?.fields, ...fields },
      headers: {
        cookie: who.browser.cookies.header(new URL(page.url).pathname) ?? '',
        'sec-fetch-site': 'same-origin',
        accept: 'text/html',
      },
    })
  /** Two clicks, both together or one after the other; the first response is lost, the second one is followed. */
  async function twice(
    begun: SigningIn,
    page: Page,
    fields: Readonly<Record<string, string>>,
    how: 'at once' | 'in turn',
  ): Promise<Stop> {
    const [, second] = await inParallel(2, how === 'at once' ? 2 : 1, (index) =>
      click(begun, page, fields, index === 0 ? idp : other),
    )
    if (second?.headers.location === undefined)
      throw new Error(`no redirect, but ${second?.status}: ${second?.text.slice(0, 200)}`)
    return begun.who.browser.visit(new URL(second.headers.location, page.url).href)
  }

  describe.each(['at once', 'in turn'] as const)('two clicks %s', (how) => {
    it('on a code of an app sign in, with two factors', async () => {
      const { owner, app, begun, page } = await atCode()
      const stop = await twice(begun, page, { code: app.code() }, how)
      expect(await claimsAfter(begun, stop)).toMatchObject({
        sub: owner.sub,
        acr: ACR_TWO_FACTORS,
        amr: ['pwd', 'otp', 'mfa'],
      })
      expect(await idp.portico.sessions.list(owner.sub)).toHaveLength(2)
    })

    it('on a recovery code sign in, and use up one', async () => {
      const { owner, app, begun, page } = await atCode()
      const stop = await twice(begun, page, { recovery_code: app.recoveryCodes[0] ?? '' }, how)
      expect(await claimsAfter(begun, stop)).toMatchObject({ acr: ACR_TWO_FACTORS })
      expect(await idp.portico.accounts?.recoveryCodes?.stateOf(owner.sub)).toMatchObject({ left: 9 })
    })

    it('on a passkey as a second step sign in', async () => {
      const { owner, authenticator } = await withKey(idp)
      const begun = await withPassword(idp, owner)
      const passkey = authenticator.get(await optionsOn(begun.who.browser, pageOf(begun.stop)))
      const stop = await twice(begun, pageOf(begun.stop), { passkey }, how)
      expect(await claimsAfter(begun, stop)).toMatchObject({ acr: ACR_TWO_FACTORS })
    })

    it('on a code lead to the choice of a new password where one is owed, and two clicks there go on', async () => {
      const { app, begun, page } = await atCode({ mustChangePassword: true })
      const choice = await twice(begun, page, { code: app.code() }, how)
      expect(headingOf(choice)).toBe('Choose a new password')
      expect((await twice(begun, pageOf(choice), CHOSEN, how)).at).toBe('external')
    })
  })

  it('two clicks on a wrong code say so twice, and the right one still works', async () => {
    const { app, begun, page } = await atCode()
    const answers = await inParallel(2, 2, () => click(begun, page, { code: '00000x' }))
    expect(answers.map(({ status }) => status)).toEqual([422, 422])
    expect((await begun.who.browser.submit(page, { code: app.code() })).at).toBe('external')
  })

  it('the form of one sign-in opens no other: its id has no use in another one', async () => {
    const { begun: theirs, page: stranger } = await atCode()
    const { app, begun, page } = await atCode()
    await click(begun, page, { code: app.code() })
    const refused = await click(theirs, stranger, { code: app.code(), form_id: page.forms[0]?.fields.form_id ?? '' })
    expect(refused.status).toBe(422)
  })
})
