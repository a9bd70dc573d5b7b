/** A password that was given out holds for one sign-in, in which the user chooses another. */
import type { EmbeddedDirectory } from '../../lib/domain/accounts/embedded-directory.ts'
import type { Person } from '../support/actors.ts'
import { type Page, type Stop, titleOf } from '../support/browser.ts'
import { runningIdp } from '../support/idp.ts'
import { words } from '../support/words.ts'
import { pageOf } from './portal-visitor.ts'

const CHOSEN = 'a password of her own'
const FORM = 'Choose a new password · Portico'
const SIGN_IN = 'Sign in to conf · Portico'
const AGAIN = `Error: ${SIGN_IN}`

let invited: { readonly username: string; readonly password: string; readonly sub: string }
let count = 0

const idp = await runningIdp()
beforeEach(async () => {
  const username = `new-person-${(count += 1)}`
  const invitation = await idp.portico.accounts?.invite(username, {
    name: 'New Person',
    email: `${username}@example.com`,
  })
  if (invitation?.outcome !== 'created') throw new Error('the invitation failed')
  invited = { username, password: invitation.oneTimePassword, sub: invitation.account.sub }
})

const at = (stop: Stop): string => (stop.at === 'page' ? titleOf(stop.answer.text) : stop.url)
/** Signs in with the one-time password; what comes is the form. */
async function proved(): Promise<{ readonly newcomer: Person; readonly form: Page }> {
  const newcomer = idp.user(invited)
  const form = await newcomer.browser.submit(pageOf(await newcomer.open(idp.party())), invited)
  return { newcomer, form: pageOf(form) }
}
const choose = (password: string, repeat = password): Record<string, string> => ({ new_password: password, repeat })

describe('signing in with a one-time password', () => {
  it('requires a new password, and the sign-in goes on with it', async () => {
    const { newcomer, form } = await proved()
    expect(at(form)).toBe(FORM)
    const { url } = await newcomer.walk(await newcomer.browser.submit(form, choose(CHOSEN)))
    expect(new URL(url).searchParams.get('code')).toBeTruthy()
  })

  it('forgives case, spaces and dashes, but only in a one-time password', async () => {
    const { accounts } = idp.portico
    const signIn = async (password: string): Promise<boolean> =>
      (await (accounts as EmbeddedDirectory).authenticate({ username: invited.username, password })) !== undefined
    const spelled = ` ${invited.password.toUpperCase().replaceAll('-', ' ')}`
    expect([await signIn(spelled), await signIn(`${spelled}a`)]).toEqual([true, false])
    const own = 'abcdefgh23456789'
    await accounts?.changePassword(invited.sub, own)
    expect([await signIn(own), await signIn(own.toUpperCase())]).toEqual([true, false])
    // A password of their own that must be changed is still typed as it is.
    await accounts?.change(invited.sub, (account) => ({ ...account, mustChangePassword: true }))
    expect(await signIn(own)).toBe(true)
  })

  it('works once: afterwards the chosen password is the only one', async () => {
    const { newcomer, form } = await proved()
    await newcomer.browser.submit(form, choose(CHOSEN))
    const again = idp.user(invited)
    const refused = await again.browser.submit(pageOf(await again.open(idp.party())), invited)
    expect([refused.answer.status, at(refused)]).toEqual([422, `Error: ${SIGN_IN}`])
    const tokens = await idp.user({ ...invited, password: CHOSEN }).signIn(idp.party())
    expect(tokens.access_token).toBeTruthy()
  })

  it('keeps nothing of the first step in the page', async () => {
    const { form } = await proved()
    expect(form.answer.text).not.toContain(invited.password)
    expect(form.answer.text).not.toContain(invited.sub)
    expect(Object.keys(form.forms[0]?.fields ?? {}).sort()).toEqual(words`csrf form_id new_password repeat stage`)
  })

  it.each([
    ['none', '', '', 'Enter a new password'],
    ['one that is too short', 'too short', 'too short', 'must be at least 15 characters'],
    ['two different ones', CHOSEN, 'a password of his own', 'don’t match'],
  ])('asks again for %s (422)', async (_name, password, repeat, words) => {
    const { newcomer, form } = await proved()
    const refused = pageOf(await newcomer.browser.submit(form, choose(password, repeat)))
    expect([refused.answer.status, at(refused)]).toEqual([422, `Error: ${FORM}`])
    expect(refused.answer.text).toContain(words)
    expect(at(await newcomer.browser.submit(refused, choose(CHOSEN)))).not.toContain(FORM)
  })

  it('asks again for the one-time password itself, the username and the email address (422)', async () => {
    const { newcomer, form } = await proved()
    for (const password of [invited.password, invited.username, `${invited.username}@example.com`])
      expect((await newcomer.browser.submit(form, choose(password))).answer.status).toBe(422)
  })

  it('goes back to the app with access_denied when the user cancels; the one-time password still works', async () => {
    const { newcomer, form } = await proved()
    const stop = await newcomer.browser.submit(form, { action: 'cancel' })
    expect(new URL(stop.url).searchParams.get('error')).toBe('access_denied')
    expect(at((await proved()).form)).toBe(FORM)
  })
})

describe('the form for a new password', () => {
  it('changes nothing while the one-time password is unused', async () => {
    const stranger = idp.user(invited)
    const page = pageOf(await stranger.open(idp.party()))
    expect(at(await stranger.browser.submit(page, { new_password: CHOSEN, repeat: CHOSEN }))).toBe(AGAIN)
    expect(at((await proved()).form)).toBe(FORM)
  })

  it('is refused without its CSRF field (400)', async () => {
    const { newcomer, form } = await proved()
    expect((await newcomer.browser.submit(form, { ...choose(CHOSEN), csrf: '' })).answer.status).toBe(400)
  })

  it('leads back to the sign-in page after ten minutes', async () => {
    const { newcomer, form } = await proved()
    idp.clock.forward(601)
    expect(at(await newcomer.browser.submit(form, choose(CHOSEN)))).toBe(AGAIN)
  })

  it('leads back to the sign-in page when an administrator gave out another password meanwhile', async () => {
    const { newcomer, form } = await proved()
    await idp.portico.accounts?.change(invited.sub, (account) => ({
      ...account,
      passwordHash: '$argon2id$v=19$m=8,t=1,p=1$c2FsdHNhbHQ=$AAAA',
    }))
    expect(at(await newcomer.browser.submit(form, choose(CHOSEN)))).toBe(AGAIN)
  })

  it('stays on the page when it is opened again, and lets another user sign in', async () => {
    const { newcomer, form } = await proved()
    expect(at(await newcomer.browser.visit(form.url))).toBe(FORM)
    expect(at(await newcomer.browser.visit(`${form.url}?as=other`))).toBe(SIGN_IN)
  })
})

it('a directory of the host that gives out one-time passwords is asked for the stamp, and told the new password', async () => {
  const changes: object[] = []
  const host = await runningIdp({
    accounts: {
      find: (sub) => ({ sub, name: 'Hosted' }),
      authenticate: ({ password }) => (password === 'once' ? { sub: 'h-1' } : undefined),
      oneTimePasswords: {
        stampOf: () => 'stamp-1',
        replace: (change) => {
          changes.push(change)
          return 'replaced'
        },
      },
    },
  })
  const hosted = host.user({ username: 'hosted', password: 'once' })
  const form = await hosted.browser.submit(pageOf(await hosted.open(host.party())), {
    username: 'hosted',
    password: 'once',
  })
  await hosted.browser.submit(pageOf(form), choose(CHOSEN))
  expect(changes).toEqual([{ sub: 'h-1', stamp: 'stamp-1', password: CHOSEN }])
})
