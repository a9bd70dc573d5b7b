/**
 * A sign-in is half done: the password was right, and the second step, or the way back, is still to come. Another password
 * makes it void, whoever put it in place, also when it comes in the very moment in which the session is born.
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { openBrowser } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import type { Visitor } from './portal-visitor.ts'
import {
  atSignIn,
  enrolApp,
  enrolPasskey,
  headingOf,
  newPerson,
  optionsOn,
  pageOf,
  visitor,
  withPassword,
} from './second-factor-visitor.ts'

const NEXT = 'known to herself alone'
const AGAIN = 'Sign in to trusted'
const SAID = 'or your password was changed meanwhile. Sign in again.'

type Owner = Awaited<ReturnType<typeof newPerson>>

async function change(portal: Visitor, path: string, owner: Owner, others: string): Promise<void> {
  const page = await portal.open(path)
  await portal.press(page, { to: path }, { current: owner.password, new_password: NEXT, repeat: NEXT, others })
}

const CHANGES: readonly (readonly [string, (idp: Idp, owner: Owner, portal: Visitor) => Promise<unknown>])[] = [
  [
    'changed by its owner, the other devices signed out',
    (_idp, owner, portal) => change(portal, '/security/password', owner, 'on'),
  ],
  [
    'changed by its owner, the other devices left alone',
    (_idp, owner, portal) => change(portal, '/security/password', owner, ''),
  ],
  ['changed with everything ended', (_idp, owner, portal) => change(portal, '/secure', owner, '')],
  [
    'replaced by an administrator',
    async (idp, owner) => {
      const accounts = idp.portico.accounts
      await accounts?.changePassword(owner.sub, NEXT)
    },
  ],
]

forEachDeployment((start) => {
  let idp: Idp
  let count = 0
  beforeAll(async () => {
    idp = await start()
  })
  const somebody = (): Promise<Owner> => newPerson(idp, `half-${(count += 1)}`)

  describe.each(CHANGES)('a password that is %s', (_name, act) => {
    it('makes a second step that waits elsewhere void: the sign-in begins again, and says why', async () => {
      const owner = await somebody()
      const portal = visitor(idp, owner)
      const app = await enrolApp(idp, portal)
      const elsewhere = await withPassword(idp, owner)
      expect(headingOf(elsewhere.stop)).toBe('Enter your code')
      await act(idp, owner, portal)
      const refused = await elsewhere.who.browser.submit(pageOf(elsewhere.stop), { code: app.code() })
      expect([refused.answer.status, headingOf(refused), refused.answer.text.includes(SAID)]).toEqual([
        422,
        AGAIN,
        true,
      ])
      expect(elsewhere.who.browser.cookies.value('sso_session')).toBeUndefined()
      const old = await elsewhere.who.browser.submit(pageOf(refused), {
        username: owner.username,
        password: owner.password,
      })
      expect([old.answer.status, headingOf(old)]).toEqual([422, AGAIN])
      const right = await elsewhere.who.browser.submit(pageOf(old), { username: owner.username, password: NEXT })
      expect((await elsewhere.who.browser.submit(pageOf(right), { code: app.code() })).at).toBe('elsewhere')
    })

    it('makes a sign-in that has not come back void, on every node', async () => {
      const owner = await somebody()
      const portal = visitor(idp, owner)
      await portal.open('/')
      const { who, page, client } = await atSignIn(idp, owner)
      const answer = await who.browser.send(page, { username: owner.username, password: owner.password })
      expect(answer.status).toBe(303)
      await act(idp, owner, portal)
      const back = new URL(answer.headers.location ?? '', page.url).href
      const cookie = who.browser.cookies.header(new URL(back).pathname) ?? ''
      for (const node of [await idp.anotherNode(), idp]) {
        const answered = await node.send(back, { headers: { accept: 'text/html', cookie } })
        expect([answered.status, answered.headers.location]).toEqual([400, undefined])
      }
      expect((await who.browser.go(client.request({ prompt: 'none' }).address)).headers.location).toContain(
        'login_required',
      )
    })
  })

  it('a password that is changed meanwhile is nothing to a passkey', async () => {
    const owner = await somebody()
    const { authenticator } = await enrolPasskey(idp, visitor(idp, owner))
    const { who, page } = await atSignIn(idp, owner)
    const passkey = authenticator.get(await optionsOn(who.browser, page))
    const answer = await who.browser.send(page, { passkey })
    await idp.portico.accounts?.changePassword(owner.sub, NEXT)
    expect((await who.browser.visit(new URL(answer.headers.location ?? '', page.url).href)).at).toBe('elsewhere')
  })

  it('a choice of a new password is void when the password is changed elsewhere', async () => {
    const owner = await somebody()
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
  it.each(['before', 'after'] as const)('just %s it: nobody is let in, and nothing is left', async (when) => {
    const storage = embeddedStorage({})
    let act: (() => Promise<unknown>) | undefined
    const meanwhile = async (): Promise<void> => {
      const now = act
      act = undefined
      await now?.()
    }
    const sessions: typeof storage.sessions = {
      ...storage.sessions,
      async write(...written) {
        if (when === 'before') await meanwhile()
        await storage.sessions.write(...written)
        if (when === 'after') await meanwhile()
      },
    }
    const idp = await startIdp({ options: { storage: { ...storage, sessions } } })
    try {
      const owner = await newPerson(idp, 'owner')
      const { who, page, client } = await atSignIn(idp, owner)
      const answer = await who.browser.send(page, { username: owner.username, password: owner.password })
      act = () => idp.portico.accounts?.changePassword(owner.sub, NEXT) ?? Promise.resolve()
      const refused = await who.browser.visit(new URL(answer.headers.location ?? '', page.url).href)
      expect(act).toBeUndefined()
      expect([refused.at, refused.answer.status]).toEqual(['page', 400])
      expect(who.browser.cookies.value('sso_session')).toBeUndefined()
      expect(await idp.portico.sessions.list(owner.sub)).toEqual([])
      const again = openBrowser(idp)
      expect(headingOf(await again.visit(client.request().address))).toBe(AGAIN)
      expect((await withPassword(idp, { ...owner, password: NEXT })).stop.at).toBe('elsewhere')
    } finally {
      await idp.stop()
    }
  })

  it('of a session that there is: it is not made younger by the old password', async () => {
    const storage = embeddedStorage({})
    let act: (() => Promise<unknown>) | undefined
    const sessions: typeof storage.sessions = {
      ...storage.sessions,
      async write(...written) {
        const now = act
        act = undefined
        await now?.()
        await storage.sessions.write(...written)
      },
    }
    const idp = await startIdp({ options: { storage: { ...storage, sessions } } })
    try {
      const owner = await newPerson(idp, 'owner')
      const { who, client } = await withPassword(idp, owner)
      const page = pageOf(await who.open(client, { prompt: 'login' }))
      const answer = await who.browser.send(page, { username: owner.username, password: owner.password })
      act = () => idp.portico.accounts?.changePassword(owner.sub, NEXT) ?? Promise.resolve()
      const refused = await who.browser.visit(new URL(answer.headers.location ?? '', page.url).href)
      expect([refused.at, refused.answer.status]).toEqual(['page', 400])
    } finally {
      await idp.stop()
    }
  })
})
