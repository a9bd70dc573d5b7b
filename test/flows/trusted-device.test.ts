/** "Trust this device for 30 days" (policies/trusted-device.ts), over HTTP and on two nodes. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { trustedDevices } from '../../lib/domain/accounts/trusted-devices.ts'
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { TRUST_SECONDS, TRUSTED_DEVICES_MAX, USERS_PER_BROWSER_MAX } from '../../policies/trusted-device.ts'
import { directoryOn } from '../support/audit.ts'
import { type Browser, openBrowser } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { filled } from '../support/filled.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, type Node, runningIdp, startIdp } from '../support/idp.ts'
import { audited, FIREFOX, formOf, headingOf, pageOf, using, visitor } from './portal-visitor.ts'
import { claimsAfter, type EnrolledApp, type Owner, withApp, withPassword } from './second-factor-visitor.ts'

const CODE_PAGE = 'Enter your code'
const COOKIE = /sso_trusted_/

const KEY = { publicKey: '', counter: 0, transports: [], name: 'a key', device: 'single', createdAt: 0 } as const

/** Whether the second step is asked for after the password, in this browser. */
const asked = async (node: Node, owner: Owner, browser: Browser): Promise<boolean> =>
  (await withPassword(node, owner, {}, browser)).stop.at === 'page'

/** Ends the sessions one by one, which leaves the trust. */
async function signOut(idp: Idp, { sub }: Owner): Promise<void> {
  for (const { uid } of await idp.portico.sessions.list(sub)) await idp.portico.sessions.end(sub, uid)
}
const trustCookies = (browser: Browser) => browser.cookies.all().filter(({ name }) => COOKIE.test(name))

/** Signs in with both steps and ticks the box, then signs out. */
async function trusting(idp: Idp, owner: Owner, app: EnrolledApp, browser: Browser): Promise<void> {
  const { stop } = await withPassword(idp, owner, {}, browser)
  expect(headingOf(stop)).toBe(CODE_PAGE)
  const done = await browser.submit(pageOf(stop), { code: app.code(), trust: 'on' })
  expect(done.at).toBe('external')
  idp.clock.forward(30)
  await signOut(idp, owner)
}

onEachDeployment((idp) => {
  const other = filled(beforeAll, () => idp.anotherNode())
  const trusted = async () => {
    const { owner, app } = await withApp(idp)
    const browser = openBrowser(idp)
    await trusting(idp, owner, app, browser)
    return { owner, app, browser }
  }

  describe('the box', () => {
    it('stands at the second step, not ticked; left alone, it changes nothing', async () => {
      const { owner, app } = await withApp(idp)
      const browser = openBrowser(idp)
      const { stop } = await withPassword(idp, owner, {}, browser)
      expect(pageOf(stop).answer.text).toContain('Trust this device for 30 days')
      expect(pageOf(stop).forms[0]?.fields).not.toHaveProperty('trust')
      await browser.submit(pageOf(stop), { code: app.code() })
      expect(trustCookies(browser)).toEqual([])
      idp.clock.forward(30)
      await signOut(idp, owner)
      expect(await asked(idp, owner, browser)).toBe(true)
    })

    it('keeps its tick while a code is wrong, and trusts nothing before one is right', async () => {
      const { owner } = await withApp(idp)
      const browser = openBrowser(idp)
      const { stop } = await withPassword(idp, owner, {}, browser)
      const wrong = pageOf(await browser.submit(pageOf(stop), { code: '00000x', trust: 'on' }))
      expect(wrong.forms[0]?.fields).toMatchObject({ trust: 'on' })
      expect(trustCookies(browser)).toEqual([])
    })
  })

  describe('a browser that is trusted', () => {
    it('signs in with the password alone, on every node; the ID token has one factor', async () => {
      const { owner, browser } = await trusted()
      const again = await withPassword(idp, owner, {}, browser)
      expect(await claimsAfter(again, again.stop)).toMatchObject({ acr: ACR_PASSWORD, amr: ['pwd'] })
      await signOut(idp, owner)
      const otherBrowser = openBrowser(other)
      for (const { name, value, path } of trustCookies(browser)) otherBrowser.cookies.put(name, value, path)
      expect(await asked(other, owner, otherBrowser)).toBe(false)
      await audited(idp, 'account.device-trusted', owner.sub)
    })

    it('is that one, and no other', async () => {
      const { owner } = await trusted()
      expect(await asked(idp, owner, openBrowser(idp))).toBe(true)
    })

    it('needs the right password, and reveals no more than any other', async () => {
      const { owner, browser } = await trusted()
      const responseTo = async (at: Browser): Promise<string> => {
        const stop = await idp.user(owner, at).open(idp.party(TRUSTED))
        const { answer } = await at.submit(pageOf(stop), { username: owner.username, password: 'not hers' })
        return `${answer.status} ${answer.setCookies.length} ${answer.text
          .replaceAll(String(answer.headers['x-request-id']), '')
          .replace(/name="csrf" value="[^"]*"|\/interaction\/[\w-]+|refused=[\w.-]+|data-sso-expires="\d+"/g, '')}`
      }
      expect(await responseTo(browser)).toBe(await responseTo(openBrowser(idp)))
    })

    it.each([
      ['two factors', { acr_values: ACR_TWO_FACTORS }],
      ['another sign-in', { prompt: 'login' }],
      ['a sign-in of the last minutes', { max_age: '600' }],
    ])('is asked for the second step all the same by a client that asks for %s', async (_name, overrides) => {
      const { owner, app, browser } = await trusted()
      const { stop } = await withPassword(idp, owner, overrides, browser)
      expect(headingOf(stop)).toBe(CODE_PAGE)
      expect((await browser.submit(pageOf(stop), { code: app.code() })).at).toBe('external')
    })

    it('is asked by a client that asks for two factors in the session that came of it', async () => {
      const { owner, browser } = await trusted()
      await withPassword(idp, owner, {}, browser)
      const stop = await idp.user(owner, browser).open(idp.party(TRUSTED), { acr_values: ACR_TWO_FACTORS })
      expect(headingOf(stop)).toBe(CODE_PAGE)
      expect(pageOf(stop).answer.text).not.toContain('Trust this device')
    })

    it('is asked before a change of the ways to sign in, however young the sign-in is', async () => {
      const { owner, app, browser } = await trusted()
      const portal = visitor(idp, owner, browser)
      expect(headingOf(await portal.open('/'))).toMatch(/^Hello/)
      const confirm = pageOf(await portal.look('/security/remove?what=authenticator'))
      expect(headingOf(confirm)).toBe('Confirm it’s you')
      const step = await browser.submit(confirm, { username: owner.username, password: owner.password })
      expect(headingOf(step)).toBe(CODE_PAGE)
      expect(headingOf(await browser.submit(pageOf(step), { code: app.code() }))).toBe('Remove the authenticator app?')
    })

    it('is trusted for thirty days from the second step, however often it is used', async () => {
      const { owner, browser } = await trusted()
      idp.clock.forward(TRUST_SECONDS - 120)
      expect(await asked(idp, owner, browser)).toBe(false)
      await signOut(idp, owner)
      idp.clock.forward(120)
      expect(await asked(idp, owner, browser)).toBe(true)
    })
  })

  describe('trust ends immediately and on every node', () => {
    const NEXT = 'the password from now on'
    const directory = (): EmbeddedDirectory => idp.portico.accounts as EmbeddedDirectory

    it.each<[string, (owner: Owner, app: EnrolledApp) => unknown, string?]>([
      [
        'when the user changes the password',
        async (owner, app) => {
          const { browser, open, press } = visitor(idp, owner)
          const page = pageOf(await browser.submit(await open('/security/password'), { code: app.code() }))
          const fields = { current: owner.password, new_password: NEXT, repeat: NEXT, others: '' }
          await press(page, { to: '/security/password' }, fields)
        },
        NEXT,
      ],
      ['when an administrator sets another password', ({ sub }) => directory().changePassword(sub, NEXT), NEXT],
      ['when everything ends', ({ sub }) => idp.portico.sessions.endAll(sub)],
      [
        'when the account is suspended and active again',
        async ({ sub }) => {
          for (const status of ['suspended', 'active'] as const)
            await directory().change(sub, (account) => ({ ...account, status }))
        },
      ],
      ['when a second factor is added', ({ sub }) => directory().passkeys?.add(sub, { ...KEY, id: `second ${sub}` })],
      ['when a second factor is replaced', ({ sub }) => directory().totp?.put(sub, Buffer.alloc(20, 7), 0)],
      ['when one of two factors is removed', ({ sub }) => directory().passkeys?.remove(sub, `first ${sub}`)],
    ])('%s', async (...[, end, password]) => {
      const { owner, app } = await withApp(idp)
      await idp.portico.accounts?.passkeys?.add(owner.sub, { ...KEY, id: `first ${owner.sub}` })
      const browser = openBrowser(idp)
      await trusting(idp, owner, app, browser)
      await end(owner, app)
      const now = { ...owner, password: password ?? owner.password }
      await signOut(idp, owner)
      for (const node of [other, idp]) {
        const at = openBrowser(node)
        for (const { name, value, path } of trustCookies(browser)) at.cookies.put(name, value, path)
        expect(await asked(node, now, at)).toBe(true)
      }
    })
  })

  describe('what a browser holds', () => {
    it('is for the sign-in alone: HttpOnly, SameSite=Lax, thirty days, below the interaction', async () => {
      const { browser } = await trusted()
      const [cookie] = trustCookies(browser)
      expect(cookie?.path).toBe(`${idp.mountPath}/interaction`)
      expect(cookie?.attributes.has('httponly')).toBe(true)
      expect(cookie?.attributes.get('samesite')).toBe('Lax')
      expect(cookie?.attributes.get('max-age')).toBe(String(TRUST_SECONDS))
      expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    })

    it('of one user is of no use to another, under whatever name', async () => {
      const { owner: first, browser } = await trusted()
      const { owner: second, app } = await withApp(idp)
      const theirs = openBrowser(idp)
      await trusting(idp, second, app, theirs)
      const [stolen] = trustCookies(browser)
      const [own] = trustCookies(theirs)
      const thief = openBrowser(idp)
      thief.cookies.put(own?.name ?? '', stolen?.value ?? '', own?.path)
      thief.cookies.put(stolen?.name ?? '', stolen?.value ?? '', own?.path)
      expect(await asked(idp, second, thief)).toBe(true)
      expect(await asked(idp, first, thief)).toBe(false)
    })

    it('is kept for each of two users at one browser', async () => {
      const { owner: first, browser } = await trusted()
      const { owner: second, app } = await withApp(idp)
      await trusting(idp, second, app, browser)
      expect(trustCookies(browser)).toHaveLength(2)
      for (const owner of [first, second]) {
        expect(await asked(idp, owner, browser)).toBe(false)
        await signOut(idp, owner)
      }
    })

    it(`is not kept for more than ${USERS_PER_BROWSER_MAX} users: the first must do the second step again`, async () => {
      const { owner: first, browser } = await trusted()
      for (let index = 0; index < USERS_PER_BROWSER_MAX; index += 1) {
        const { owner, app } = await withApp(idp)
        await trusting(idp, owner, app, browser)
      }
      expect(trustCookies(browser)).toHaveLength(USERS_PER_BROWSER_MAX)
      expect(await asked(idp, first, browser)).toBe(true)
    })
  })

  it('the portal shows the browsers that are trusted, and ends the trust in one, and in all', async () => {
    const { owner, app } = await withApp(idp)
    const browsers = [openBrowser(using(idp, FIREFOX)), openBrowser(idp)] as const
    for (const browser of browsers) await trusting(idp, owner, app, browser)
    const portal = visitor(idp, owner, browsers[0])
    const list = await portal.open('/security')
    expect(list.answer.text).toContain('Trusted devices')
    expect(list.answer.text).toContain('Firefox on Linux')
    const rows = list.forms.filter(({ fields }) => 'device' in fields)
    expect(rows).toHaveLength(2)
    // The newest first.
    const gone = pageOf(await portal.browser.submit(list, {}, rows[0]))
    expect(gone.answer.text).toContain('The device was removed.')
    const twice = pageOf(await portal.browser.submit(list, {}, rows[0]))
    expect(twice.answer.text).toContain('The device was already removed.')
    expect(await asked(idp, owner, browsers[1])).toBe(true)
    await audited(idp, 'account.device-forgotten', owner.sub)
    const emptied = pageOf(await portal.browser.submit(list, { action: 'all' }, rows[1]))
    expect(emptied.answer.text).toContain('No trusted devices.')
    await signOut(idp, owner)
    expect(await asked(idp, owner, browsers[0])).toBe(true)
  })
})

it('on https what a browser holds is Secure, and named so', async () => {
  const idp = await startIdp({ issuer: 'https://sso.example' })
  const { owner, app } = await withApp(idp)
  const browser = openBrowser(idp)
  await trusting(idp, owner, app, browser)
  const [cookie] = trustCookies(browser)
  expect([cookie?.name.startsWith('__Secure-sso_trusted_'), cookie?.attributes.has('secure')]).toEqual([true, true])
  expect(await asked(idp, owner, browser)).toBe(false)
})

it('where it is switched off the box is not there, and a tick that is sent trusts nothing', async () => {
  const idp = await runningIdp({ login: { trustedDevices: false } })
  const { owner, portal, app } = await withApp(idp)
  const browser = openBrowser(idp)
  const { stop } = await withPassword(idp, owner, {}, browser)
  expect(pageOf(stop).answer.text).not.toContain('Trust this device')
  expect((await browser.submit(pageOf(stop), { code: app.code(), trust: 'on' })).at).toBe('external')
  expect(trustCookies(browser)).toEqual([])
  const page = await portal.open('/security')
  expect(page.answer.text).not.toContain('Trusted devices')
  const form = { ...formOf(page, { to: '/sign-out' }), action: '/portal/security/trusted' }
  expect((await portal.browser.submit(page, {}, form)).answer.status).toBe(404)
})

it(`the list of a user holds ${TRUSTED_DEVICES_MAX}, loses none of concurrent ones, and is removed with the user`, async () => {
  const storage = embeddedStorage({})
  await storage.open()
  let time = 0
  const [one, two] = [trustedDevices(storage.documents, () => time), trustedDevices(storage.documents, () => time)]
  const held = await inParallel(TRUSTED_DEVICES_MAX, TRUSTED_DEVICES_MAX, (index) => {
    time += 1
    return (index % 2 === 0 ? one : two).trust('x', 'binding', 'a browser', undefined)
  })
  for (const value of held) expect(await two.recognise('x', 'binding', value)).toBe('valid')
  const last = await one.trust('x', 'binding', 'a browser', undefined)
  const kept = await Promise.all([...held, last].map((value) => one.recognise('x', 'binding', value)))
  expect(kept.filter((outcome) => outcome === 'valid')).toHaveLength(TRUSTED_DEVICES_MAX)
  expect(kept.at(-1)).toBe('valid')
  // The same browser again takes its own place.
  await one.trust('x', 'binding', 'a browser', last)
  expect(await one.recognise('x', 'binding', last)).toBe('revoked')
  expect(await one.list('x', 'binding')).toHaveLength(TRUSTED_DEVICES_MAX)
  expect(await one.list('x', 'another binding')).toEqual([])
  expect(JSON.stringify(await storage.documents.read('trusted-devices', 'x'))).not.toContain(last)
  expect([await one.removeAll('x'), await one.removeAll('x')]).toEqual(['removed', 'missing'])
  expect(await storage.documents.read('trusted-devices', 'x')).toBeUndefined()
  const directory = directoryOn(storage.documents)
  await directory.create({
    sub: 'x',
    username: 'xenia',
    status: 'active',
    source: 'administrator',
    person: {},
    createdAt: 0,
    changedAt: 0,
  })
  await one.trust('x', 'binding', 'a browser', undefined)
  await directory.remove('x')
  expect(await storage.documents.read('trusted-devices', 'x')).toBeUndefined()
  await storage.close()
})
