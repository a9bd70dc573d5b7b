/** "Wasn't you?": a new password and everything ended, in one step; and the way into it. */
import { expectInactive } from '../support/expect.ts'
import { ALICE } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { issuesOn, textIn } from '../support/panel-visitor.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { asksToSignIn, audited, formOf, headingOf, visitor } from './portal-visitor.ts'

const OLD = 'known to a stranger'
const NEXT = 'known to no other user'

const idp = await runningIdp()

const added = (username: string): Promise<ReadyUser> => readyUser(idp, username, { name: 'Carol' }, OLD)

describe('securing an account', () => {
  it('is reached from the activity, ends every other session immediately, and accepts only the new password', async () => {
    const carol = await added('carol')
    const conf = idp.party()
    const stranger = await idp.user(carol).signIn(conf, { scope: 'openid offline_access' })
    const portal = visitor(idp, carol)
    expect((await portal.open('/security/activity')).answer.text).toContain('href="/portal/secure"')
    const page = await portal.open('/secure')
    expect(headingOf(page)).toBe('Secure your account')
    const done = await portal.press(page, { to: '/secure' }, { current: OLD, new_password: NEXT, repeat: NEXT })
    expect(headingOf(done)).toBe('You’re signed out')
    expect(asksToSignIn(await portal.look('/'))).toBe(true)
    expectInactive(await conf.introspect(stranger.access_token))
    expect((await conf.refresh(stranger.refresh_token)).json().error).toBe('invalid_grant')
    expect(await idp.portico.sessions.list(carol.sub)).toEqual([])
    expect(await idp.portico.accounts?.authenticate(carol)).toBeUndefined()
    expect(await idp.portico.accounts?.authenticate({ username: 'carol', password: NEXT })).toMatchObject({
      sub: carol.sub,
    })
    expect(await audited(idp, 'account.password-changed', carol.sub)).toMatchObject({ result: 'ok' })
    expect(await audited(idp, 'logout.everywhere', carol.sub)).toMatchObject({ result: 'ok' })
  })

  it.each([
    ['a wrong old password', { current: 'a guess' }, 'The current password is incorrect'],
    ['a short new one', { new_password: 'short', repeat: 'short' }, 'Password must be at least 15 characters'],
  ])('asks again for %s (422), and ends nothing', async (name, typed, words) => {
    const who = await added(`who ${name}`)
    const portal = visitor(idp, who)
    const again = await portal.press(
      await portal.open('/secure'),
      { to: '/secure' },
      { current: OLD, new_password: NEXT, repeat: NEXT, ...typed },
    )
    expect([again.answer.status, issuesOn(again)]).toEqual([422, [words]])
    expect(await idp.portico.sessions.list(who.sub)).toHaveLength(1)
    expect(headingOf(await portal.open('/'))).toMatch(/^Hello/)
  })

  it('does not allow guessing of the password: attempts count like those of a sign-in (429)', async () => {
    const portal = visitor(idp, await added('guessed'))
    const page = await portal.open('/secure')
    const statuses: number[] = []
    for (let index = 0; index < 12; index += 1)
      statuses.push(
        (await portal.press(page, { to: '/secure' }, { current: `guess ${index}`, new_password: NEXT, repeat: NEXT }))
          .answer.status,
      )
    expect(statuses.at(0)).toBe(422)
    expect(statuses.at(-1)).toBe(429)
  })

  it.each([
    ['an administrator', {}, 'To change it, ask an administrator.'],
    ['the contact', { ui: { helpContact: 'help@example.com' } }, 'To change it, contact help@example.com.'],
  ])('refers a user of the configuration to %s for a new password', async (_, options, contact) => {
    const portal = visitor(await runningIdp(options), ALICE)
    const text = `Your password is set in the configuration. ${contact}`
    expect(textIn((await portal.open('/secure')).answer.text)).toContain(text)
    const security = textIn((await portal.open('/security')).answer.text)
    expect([security.includes(text), security.includes('is managed by')]).toEqual([true, false])
  })

  it('only ends everything where a host keeps the passwords, and states that the password comes first', async () => {
    const mia = { sub: 'e-1', name: 'Mia' }
    const host = await runningIdp({
      accounts: { find: (sub) => (sub === mia.sub ? mia : undefined), authenticate: () => mia },
    })
    const portal = visitor(host, { username: 'mia', password: 'anything' })
    const page = await portal.open('/secure')
    expect(page.answer.text).toContain('Your password is managed by')
    expect(Object.keys(formOf(page, { to: '/secure' }).fields)).toEqual(['csrf'])
    expect(headingOf(await portal.press(page, { to: '/secure' }))).toBe('You’re signed out')
    expect(await host.portico.sessions.list(mia.sub)).toEqual([])
  })
})
