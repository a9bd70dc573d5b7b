/** An interaction belongs to the browser and the client that it was begun for (D-S10), and gives one code. */
import { type Browser, openBrowser, type Page, type Stop, titleOf } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { codesOfFormSentAtOnce } from '../support/eager-form.ts'
import { ALICE, ASKING, TRUSTED } from '../support/fixtures.ts'
import { registerTrusted } from '../support/registered-client.ts'
import { doorOf } from '../support/sign-in-door.ts'

const BINDING = /^sso_browser_/
const PASSWORD = { username: ALICE.username, password: ALICE.password }

onEachDeployment((idp) => {
  /** A browser, with the cookies of another in it but that which no other host can plant. */
  const planted = (from: Browser, browser = openBrowser(idp)): Browser => {
    for (const { name, value, path } of from.cookies.all())
      if (!BINDING.test(name)) browser.cookies.put(name, value, path)
    return browser
  }
  const expectExpired = ({ at, answer }: Stop): void =>
    expect([at, titleOf(answer.text)]).toEqual(['page', expect.stringMatching(/expired|Cookies are required/)])

  it('another browser with its cookies sees an expired page, and its form is not taken', async () => {
    const { browser, page } = await doorOf(idp)
    expect(browser.cookies.all().filter(({ name }) => BINDING.test(name))).toHaveLength(1)
    for (const other of [planted(browser), openBrowser(idp)]) {
      expectExpired(await other.visit(page.url))
      expectExpired(await other.submit(page, PASSWORD))
    }
    const signedIn = await browser.submit(page, PASSWORD)
    expect(new URL(signedIn.url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('another browser cannot resume what was signed in to', async () => {
    const { browser, page } = await doorOf(idp)
    const answer = await browser.send(page, PASSWORD)
    const resume = answer.headers.location ?? ''
    for (const other of [planted(browser), openBrowser(idp)]) expectExpired(await other.visit(resume))
    const hers = await browser.visit(resume)
    expect(new URL(hers.url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('a browser with its own interaction is not led into that of another whose cookies were planted in it', async () => {
    const theirs = await doorOf(idp)
    const own = await doorOf(idp)
    const binding = own.browser.cookies.all().filter(({ name }) => BINDING.test(name))
    planted(theirs.browser, own.browser)
    expectExpired(await own.browser.visit(theirs.page.url))
    expectExpired(await own.browser.submit(theirs.page, PASSWORD))
    const resume = (await theirs.browser.send(theirs.page, PASSWORD)).headers.location ?? ''
    planted(theirs.browser, own.browser)
    expectExpired(await own.browser.visit(resume))
    expect(own.browser.cookies.value('sso_session')).toBeUndefined()
    // It still has the cookie that it began with: the two differ, and that is all that keeps them apart.
    expect(own.browser.cookies.all().filter(({ name }) => BINDING.test(name))).toMatchObject(
      binding.map(({ name, value }) => ({ name, value })),
    )
    const signedIn = await theirs.browser.visit(resume)
    expect(new URL(signedIn.url).searchParams.get('code')).toEqual(expect.any(String))
  })

  it('the stored data of it signs no user in: it has no cookie of a session', async () => {
    const alice = idp.user()
    await alice.signIn(idp.party(TRUSTED))
    const stored: string[] = []
    const { records } = idp.portico.storage
    const { put } = records
    records.put = (kind, id, text, ttl) => {
      stored.push(text)
      return put.call(records, kind, id, text, ttl)
    }
    await alice.open(idp.party(ASKING))
    records.put = put
    expect(stored.length).toBeGreaterThan(0)
    const session = alice.browser.cookies.value('sso_session') ?? ''
    expect(session.length).toBeGreaterThan(20)
    for (const text of stored) expect(text).not.toContain(session)
  })

  it('five concurrent submissions of one consent form give one code', async () => {
    const alice = idp.user()
    await alice.signIn(idp.party(TRUSTED))
    const page = (await alice.browser.visit(idp.party(ASKING).request().address)) as Page
    expect((await codesOfFormSentAtOnce(alice.browser, page, { action: 'allow' }, 5)).size).toBe(1)
  })

  it('five concurrent resumptions of a sign-in begin one session, and the browser has its cookie', async () => {
    await idp.portico.sessions.endAll(ALICE.sub)
    const { browser, page } = await doorOf(idp)
    expect((await codesOfFormSentAtOnce(browser, page, PASSWORD, 5)).size).toBe(1)
    const sessions = await idp.portico.sessions.list(ALICE.sub)
    expect(sessions).toHaveLength(1)
    const again = await browser.visit(idp.party(TRUSTED).request({ prompt: 'none' }).address)
    expect(new URL(again.url).searchParams.get('code')).toEqual(expect.any(String))
    await idp.portico.sessions.end(ALICE.sub, sessions[0]?.uid ?? '')
    const after = await browser.visit(idp.party(TRUSTED).request({ prompt: 'none' }).address)
    expect(new URL(after.url).searchParams.get('error')).toBe('login_required')
  })

  it('a consent page of a client that is no more gives nothing to another that has its id since', async () => {
    const input = await registerTrusted(idp, 'twice', { consent: 'always' })
    const alice = idp.user()
    await alice.signIn(idp.party(TRUSTED))
    const stop = await alice.open(idp.party(input))
    expect(stop.at).toBe('page')
    await idp.portico.clients.disable('twice', 'test')
    await idp.portico.clients.decommission('twice', 'twice', 'test')
    await registerTrusted(idp, 'twice', { consent: 'always' })
    const end = await alice.browser.submit(stop as Page, { action: 'allow' })
    expect(end.at === 'external' ? new URL(end.url).searchParams.get('code') : null).toBeNull()
  })
})
