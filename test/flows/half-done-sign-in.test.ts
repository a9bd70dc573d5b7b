/**
 * A sign-in is half done: the password was right, and the second step, or the redirect, is still to come. A new
 * password by any user makes it void, also at the very moment in which the session begins; so does the end of
 * everything (D-S9).
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import type { DocumentStore } from '../../lib/ports/documents.ts'
import { directoryOn } from '../support/audit.ts'
import { openBrowser } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { holdCallback } from '../support/held-callback.ts'
import { type Idp, runningIdp } from '../support/idp.ts'
import { asksToSignIn, headingOf, pageOf, type Visitor, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  enrolApp,
  newPerson,
  type Owner,
  optionsOn,
  type SigningIn,
  withApp,
  withKey,
  withPassword,
} from './second-factor-visitor.ts'

const NEXT = 'known to herself alone'
const AGAIN = 'Sign in to trusted'
const SAID = 'or your password was changed in the meantime. Sign in again.'

async function change(portal: Visitor, path: string, owner: Owner, others: string): Promise<void> {
  const page = await portal.open(path)
  await portal.press(page, { to: path }, { current: owner.password, new_password: NEXT, repeat: NEXT, others })
}

const CHANGES: readonly (readonly [string, (idp: Idp, owner: Owner, portal: Visitor) => Promise<unknown>])[] = [
  ['changed, the other devices signed out', (_idp, owner, portal) => change(portal, '/security/password', owner, 'on')],
  ['changed, the other devices left alone', (_idp, owner, portal) => change(portal, '/security/password', owner, '')],
  ['changed with everything ended', (_idp, owner, portal) => change(portal, '/secure', owner, '')],
  ['replaced by an administrator', async (idp, { sub }) => idp.portico.accounts?.changePassword(sub, NEXT)],
]

/** The password stays, and what was proved with it counts for nothing. */
const ENDS: typeof CHANGES = [
  ['signed out everywhere', (idp, { sub }) => idp.portico.sessions.endAll(sub)],
  [
    'suspended and let in again',
    async (idp, { sub }) => {
      for (const status of ['suspended', 'active'] as const)
        await idp.portico.accounts?.change(sub, (account) => ({ ...account, status }))
    },
  ],
]

onEachDeployment((idp) => {
  it('a second factor that is added meanwhile makes a sign-in void that did not ask for it', async () => {
    const owner = await newPerson(idp)
    const { who, page } = await atSignIn(idp, owner)
    const { username, password } = owner
    const offer = pageOf(await who.browser.submit(page, { username, password, passkeys: 'possible' }))
    expect(headingOf(offer)).toBe('Sign in faster next time')
    await enrolApp(idp, visitor(idp, owner))
    const later = pageOf(await who.browser.submit(offer, { action: 'continue' }))
    expect(headingOf(later)).toBe(AGAIN)
    const next = pageOf(await who.browser.submit(later, { username, password }))
    expect(headingOf(next)).toBe('Enter your code')
  })

  describe.each(CHANGES)('a password that is %s', (_name, act) => {
    it('makes a second step that waits in another tab void: the sign-in begins again, and states why', async () => {
      const { owner, portal, app } = await withApp(idp)
      const otherTab = await withPassword(idp, owner)
      expect(headingOf(otherTab.stop)).toBe('Enter your code')
      await act(idp, owner, portal)
      const refused = await otherTab.who.browser.submit(pageOf(otherTab.stop), { code: app.code() })
      expect([refused.answer.status, headingOf(refused)]).toEqual([422, AGAIN])
      expect(refused.answer.text).toContain(SAID)
      expect(otherTab.who.browser.cookies.value('sso_session')).toBeUndefined()
      const { username, password } = owner
      const old = await otherTab.who.browser.submit(pageOf(refused), { username, password })
      expect([old.answer.status, headingOf(old)]).toEqual([422, AGAIN])
      const right = await otherTab.who.browser.submit(pageOf(old), { username, password: NEXT })
      expect((await otherTab.who.browser.submit(pageOf(right), { code: app.code() })).at).toBe('external')
    })
  })

  it.each([...CHANGES, ...ENDS])('%s: a sign-in that has not come back is void, on every node', async (_name, act) => {
    const owner = await newPerson(idp)
    const portal = visitor(idp, owner)
    await portal.open('/')
    const { who, page, client } = await atSignIn(idp, owner)
    const before = await idp.portico.sessions.list(owner.sub)
    const answer = await who.browser.send(page, { username: owner.username, password: owner.password })
    expect(answer.status).toBe(303)
    await act(idp, owner, portal)
    const back = new URL(answer.headers.location ?? '', page.url).href
    const cookie = who.browser.cookies.header(new URL(back).pathname) ?? ''
    for (const node of [await idp.anotherNode(), idp]) {
      const answered = await node.send(back, { headers: { accept: 'text/html', cookie } })
      expect([answered.status, answered.headers.location]).toEqual([400, undefined])
    }
    const left = await idp.portico.sessions.list(owner.sub)
    expect(before.map(({ uid }) => uid)).toEqual(expect.arrayContaining(left.map(({ uid }) => uid)))
    expect((await who.browser.go(client.request({ prompt: 'none' }).address)).headers.location).toContain(
      'login_required',
    )
    const knows = await idp.portico.accounts?.authenticate(owner)
    const password = knows === undefined ? NEXT : owner.password
    expect((await idp.user({ ...owner, password }, who.browser).signIn(client)).access_token).toBeTruthy()
  })

  it('a password that is changed meanwhile is nothing to a passkey', async () => {
    const { owner, authenticator } = await withKey(idp)
    const { who, page } = await atSignIn(idp, owner)
    const passkey = authenticator.get(await optionsOn(who.browser, page))
    const answer = await who.browser.send(page, { passkey })
    await idp.portico.accounts?.changePassword(owner.sub, NEXT)
    expect((await who.browser.visit(new URL(answer.headers.location ?? '', page.url).href)).at).toBe('external')
  })

  it('a choice of a new password is void when the password is changed in another tab', async () => {
    const owner = await newPerson(idp)
    await idp.portico.accounts?.change(owner.sub, (account) => ({ ...account, mustChangePassword: true }))
    const { who, stop } = await withPassword(idp, owner)
    expect(headingOf(stop)).toBe('Choose a new password')
    await idp.portico.accounts?.changePassword(owner.sub, NEXT)
    expect(headingOf(await who.browser.visit(pageOf(stop).url))).toBe(AGAIN)
    const refused = await who.browser.submit(pageOf(stop), {
      new_password: 'the choice of a stranger',
      repeat: 'the choice of a stranger',
    })
    expect([refused.answer.status, headingOf(refused)]).toEqual([422, AGAIN])
    expect(await idp.portico.accounts?.authenticate({ username: owner.username, password: NEXT })).toBeTruthy()
  })
})

describe('a password that is changed in the moment in which the session is written', () => {
  /** What happens just before or after the next session is written. */
  let act: (() => Promise<unknown>) | undefined
  const meanwhile = async (): Promise<void> => {
    const now = act
    act = undefined
    await now?.()
  }
  const starting = (when: 'before' | 'after'): Promise<Idp> => {
    const storage = embeddedStorage({})
    const sessions: typeof storage.sessions = {
      ...storage.sessions,
      async write(...written) {
        if (when === 'before') await meanwhile()
        await storage.sessions.write(...written)
        if (when === 'after') await meanwhile()
      },
    }
    return runningIdp({ storage: { ...storage, sessions } })
  }
  /** The way back, on which it happens. */
  async function refusedOn(idp: Idp, owner: Owner, { who, page }: Pick<SigningIn, 'who' | 'page'>): Promise<void> {
    const answer = await who.browser.send(page, { username: owner.username, password: owner.password })
    act = () => idp.portico.accounts?.changePassword(owner.sub, NEXT) ?? Promise.resolve()
    const refused = await who.browser.visit(new URL(answer.headers.location ?? '', page.url).href)
    expect(act).toBeUndefined()
    expect([refused.at, refused.answer.status]).toEqual(['page', 400])
  }

  it.each(['before', 'after'] as const)('just %s it: no user is let in, and nothing is left', async (when) => {
    const idp = await starting(when)
    const owner = await newPerson(idp)
    const { who, page, client } = await atSignIn(idp, owner)
    await refusedOn(idp, owner, { who, page })
    expect(who.browser.cookies.value('sso_session')).toBeUndefined()
    expect(await idp.portico.sessions.list(owner.sub)).toEqual([])
    expect(headingOf(await openBrowser(idp).visit(client.request().address))).toBe(AGAIN)
    expect((await withPassword(idp, { ...owner, password: NEXT })).stop.at).toBe('external')
  })

  it('of a session that there is: it is not made younger by the old password', async () => {
    const idp = await starting('before')
    const owner = await newPerson(idp)
    const { who, client } = await withPassword(idp, owner)
    await refusedOn(idp, owner, { who, page: pageOf(await who.open(client, { prompt: 'login' })) })
  })
})

it('a password that is replaced while it is compared: signs no user in: neither it nor, through it, the one that was given out', async () => {
  const storage = embeddedStorage({})
  await storage.open()
  const { documents } = storage
  let meanwhile: (() => Promise<unknown>) | undefined
  const slow: DocumentStore = {
    ...documents,
    read: async (kind, key) => {
      const text = await documents.read(kind, key)
      const act = key === 'x' ? meanwhile : undefined
      if (act !== undefined) meanwhile = undefined
      await act?.()
      return text
    },
  }
  const directory = directoryOn(slow)
  const given = await hashPassword('given out for once')
  const account = {
    sub: 'x',
    username: 'xenia',
    passwordHash: await hashPassword('known to a stranger'),
    status: 'active',
    source: 'administrator',
    person: {},
    createdAt: 0,
    changedAt: 0,
  } as const
  await directory.create(account)
  meanwhile = () => directory.change('x', (current) => ({ ...current, passwordHash: given, mustChangePassword: true }))
  expect(await directory.authenticate({ username: 'xenia', password: 'known to a stranger' })).toBeUndefined()
  expect(await directory.authenticate({ username: 'xenia', password: 'given out for once' })).toMatchObject({
    sub: 'x',
  })
  await storage.close()
})

it('the portal, whose code was exchanged at the moment everything ended: lets no user in', async () => {
  const storage = embeddedStorage({})
  let armed = false
  const subjects: typeof storage.subjects = {
    ...storage.subjects,
    read: async (subject, session, client) => {
      const state = await storage.subjects.read(subject, session, client)
      if (armed && client !== undefined) {
        armed = false
        await storage.subjects.revoke(subject)
      }
      return state
    },
  }
  const idp = await runningIdp({ storage: { ...storage, subjects } })
  const { callback, browser } = await holdCallback(idp, '/portal', await newPerson(idp))
  armed = true
  const answer = await browser.go(callback)
  expect([answer.status, armed]).toEqual([303, false])
  expect(asksToSignIn(await browser.visit('/portal'))).toBe(true)
})
