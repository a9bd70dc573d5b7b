/** A forgotten password, from the page that asks for an email to the sign-in with the new one (D-A6). */
import { openBrowser, type Page, titleOf } from '../support/browser.ts'
import { type EmailUser, forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { filled } from '../support/filled.ts'
import { CONF } from '../support/fixtures.ts'
import { logoutClient, startSink } from '../support/logout-sinks.ts'
import { claimsOf } from '../support/relying-party.ts'
import { until } from '../support/until.ts'

const CHOSEN = 'a password chosen by email'
const SENT = 'Check your email · Portico'

const sink = await startSink()
/** An app that is notified of sign-outs. */
const app = logoutClient('app', { backchannel_logout_uri: sink.url })
const idp = await startEmailIdp({ clients: [CONF, app] })
const user = filled(beforeEach, () => idp.addUser())

/** Asks for an email and opens its link. */
async function opened(who: EmailUser = user): Promise<{ readonly link: string; readonly page: Page }> {
  await forget(idp, who.username)
  const link = linkIn(await idp.emailTo(who.email, 'recovery'))
  return { link, page: pageOf(await openBrowser(idp).visit(link)) }
}
const choose = (page: Page, password = CHOSEN): Promise<Page> =>
  openBrowser(idp).submit(page, { new_password: password, repeat: password }).then(pageOf)
const signIn = (password: string) =>
  idp.user({ ...user, password }).signIn(idp.party(CONF), { scope: 'openid offline_access' })

describe('a forgotten password', () => {
  it('is replaced by the link of an email, and all sessions and tokens end', async () => {
    const tokens = await signIn(user.password)
    expect(titleOf((await forget(idp, user.email)).answer.text)).toBe(SENT)
    const email = await idp.emailTo(user.email, 'recovery')
    expect(email.envelope).toEqual({ from: 'id@example.com', to: [user.email] })
    const page = pageOf(await openBrowser(idp).visit(linkIn(email)))
    expect(titleOf(page.answer.text)).toBe('Choose a new password · Portico')
    // No hint, and no question.
    const asked = Object.keys(page.forms[0]?.fields ?? {}).toSorted()
    expect(asked).toEqual(['csrf', 'link', 'new_password', 'repeat', 'step'])
    const done = await choose(page)
    expect([done.answer.status, titleOf(done.answer.text)]).toEqual([200, 'Your password was changed · Portico'])
    const refreshed = await idp.party(CONF).refresh(tokens.refresh_token)
    expect([refreshed.status, refreshed.json()]).toEqual([400, expect.objectContaining({ error: 'invalid_grant' })])
    await expect(signIn(user.password)).rejects.toThrow('stuck')
    expect((await signIn(CHOSEN)).access_token).toBeTruthy()
  })

  it('ends the sessions of all browsers, and the apps are notified of each; no other user is signed out', async () => {
    const other = await idp.addUser()
    const sids: string[] = []
    for (const who of [user, user, other])
      sids.push(claimsOf((await idp.user(who).signIn(idp.party(app))).id_token).sid)
    const { page } = await opened()
    expect(sink.notices).toEqual([])
    expect((await choose(page)).answer.status).toBe(200)
    const notices = await sink.arrived(2)
    expect(notices.map(({ claims }) => claims.sid).toSorted()).toEqual(sids.slice(0, 2).toSorted())
    expect(await idp.portico.sessions.list(user.sub)).toEqual([])
    expect(await idp.portico.sessions.list(other.sub)).toHaveLength(1)
  })

  it('is sent to its owner, with a link that is no sign-in', async () => {
    await choose((await opened()).page)
    expect((await idp.emailTo(user.email, 'not-me')).headers.subject).toBe('Your password was changed')
  })

  it('asks again for a password that will not do, and the link still works', async () => {
    const { page } = await opened()
    const again = await choose(page, 'short')
    expect([again.answer.status, titleOf(again.answer.text)]).toEqual([422, 'Error: Choose a new password · Portico'])
    expect((await choose(again)).answer.status).toBe(200)
  })

  it('changes nothing when the link is opened, however often', async () => {
    const { link } = await opened()
    for (let times = 0; times < 5; times += 1) await openBrowser(idp).visit(link)
    expect((await signIn(user.password)).access_token).toBeTruthy()
  })
})

describe('a link that is no longer valid leads to a page with the reason, and changes nothing', () => {
  const refused = async (link: string): Promise<readonly unknown[]> => {
    const page = pageOf(await openBrowser(idp).visit(link))
    return [page.answer.status, titleOf(page.answer.text)]
  }

  it('after it was used', async () => {
    const { link, page } = await opened()
    await choose(page)
    expect(await refused(link)).toEqual([410, 'This link has already been used · Portico'])
    expect((await choose(page, 'another password by the same link')).answer.status).toBe(410)
    expect((await signIn(CHOSEN)).access_token).toBeTruthy()
  })

  it('after twenty minutes', async () => {
    const { link, page } = await opened()
    idp.clock.forward(20 * 60 + 1)
    expect(await refused(link)).toEqual([410, 'This link has expired · Portico'])
    expect((await choose(page)).answer.status).toBe(410)
    expect((await signIn(user.password)).access_token).toBeTruthy()
  })

  it('after a newer email', async () => {
    const first = await opened()
    const second = await opened()
    // The email arrives a moment before the service notes that it did.
    await until(async () => (await refused(first.link))[0] === 410)
    expect(await refused(first.link)).toEqual([410, 'There’s a newer email · Portico'])
    expect((await choose(first.page)).answer.status).toBe(410)
    expect((await choose(second.page)).answer.status).toBe(200)
  })

  it('after the password was changed otherwise', async () => {
    const { link, page } = await opened()
    await idp.portico.accounts?.changePassword(user.sub, 'changed by another user')
    expect(await refused(link)).toEqual([410, 'This link no longer matches your account · Portico'])
    expect((await choose(page)).answer.status).toBe(410)
    expect((await signIn('changed by another user')).access_token).toBeTruthy()
  })

  it.each(['', 'x', `${'a'.repeat(16)}.${'b'.repeat(32)}`])('when it is %j', async (link) =>
    expect(await refused(`/recovery/recovery?link=${link}`)).toEqual([410, 'This link doesn’t work · Portico']),
  )

  it('at a page of another kind', async () => {
    const { link } = await opened()
    expect(await refused(link.replace('/recovery/recovery', '/recovery/not-me'))).toEqual([
      410,
      'This link doesn’t work · Portico',
    ])
  })
})

it('of fifty concurrent uses one works', async () => {
  const { page } = await opened()
  const all = await Promise.all(
    Array.from({ length: 50 }, (_, index) => choose(page, `password number ${index} of fifty`)),
  )
  const won = all.flatMap(({ answer }, index) => (answer.status === 200 ? [index] : []))
  expect(won).toHaveLength(1)
  expect(all.filter(({ answer }) => answer.status === 410)).toHaveLength(49)
  expect((await signIn(`password number ${won[0]} of fifty`)).access_token).toBeTruthy()
})
