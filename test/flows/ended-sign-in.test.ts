/**
 * Everything ends (D-S9) while a sign-in is on its way: the password was right, and the browser has not come back yet. What
 * was proved before counts for nothing after.
 */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { embeddedDirectory } from '../../lib/domain/accounts/embedded-directory.ts'
import { hashPassword } from '../../lib/domain/accounts/factors/passwords.ts'
import type { DocumentStore } from '../../lib/ports/documents.ts'
import { person } from '../support/actors.ts'
import { directoryParts } from '../support/audit.ts'
import { openBrowser } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { relyingParty } from '../support/relying-party.ts'
import { asksToSignIn } from './portal-visitor.ts'
import { newPerson, pageOf } from './second-factor-visitor.ts'

forEachDeployment((start) => {
  const ends: readonly (readonly [string, (idp: Idp, sub: string) => Promise<unknown>])[] = [
    ['signed out everywhere', (idp, sub) => idp.portico.sessions.endAll(sub)],
    [
      'suspended and let in again',
      async (idp, sub) => {
        for (const status of ['suspended', 'active'] as const) {
          await idp.portico.accounts?.change(sub, (account) => ({ ...account, status }))
        }
      },
    ],
  ]

  it.each(ends)('%s meanwhile: the sign-in is over, on every node', async (_name, end) => {
    const idp = await start()
    const owner = await newPerson(idp, 'owner')
    const client = relyingParty(idp, TRUSTED)
    const who = person(idp, owner, openBrowser(idp))
    const { request: _request, ...stop } = await who.open(client)
    const page = pageOf(stop)
    const { username, password } = owner
    const answer = await who.browser.send(page, { username, password })
    expect(answer.status).toBe(303)
    await end(idp, owner.sub)
    const back = new URL(answer.headers.location ?? '', page.url).href
    for (const node of [idp, await idp.anotherNode()]) {
      const cookie = who.browser.cookies.header(new URL(back).pathname)
      const answered = await node.send(back, {
        headers: { accept: 'text/html', ...(cookie === undefined ? {} : { cookie }) },
      })
      expect([answered.status, answered.headers.location]).toEqual([400, undefined])
    }
    expect(await idp.portico.sessions.list(owner.sub)).toEqual([])
    expect((await who.browser.go(client.request({ prompt: 'none' }).address)).headers.location).toContain(
      'login_required',
    )
    expect((await who.signIn(client)).access_token).toBeTruthy()
  })
})

describe('a password that is replaced while it is compared', () => {
  it('signs nobody in: neither it nor, through it, the one that was given out', async () => {
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
    const directory = embeddedDirectory(
      slow,
      { end: async () => {}, rolesChanged: async () => {} },
      directoryParts(() => 0),
    )
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
    meanwhile = () =>
      directory.change('x', (current) => ({ ...current, passwordHash: given, mustChangePassword: true }))
    expect(await directory.authenticate({ username: 'xenia', password: 'known to a stranger' })).toBeUndefined()
    expect(await directory.authenticate({ username: 'xenia', password: 'given out for once' })).toMatchObject({
      sub: 'x',
    })
    await storage.close()
  })
})

describe('the portal, whose code was exchanged at the moment everything ended', () => {
  it('lets nobody in', async () => {
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
    const idp = await startIdp({ options: { storage: { ...storage, subjects } } })
    try {
      const { username, password } = await newPerson(idp, 'owner')
      const browser = openBrowser(idp)
      const page = pageOf(await browser.visit('/portal'))
      let { url } = page
      let answer = await browser.send(page, { username, password })
      while (!url.includes('/portal/callback')) {
        url = new URL(answer.headers.location ?? '', url).href
        armed = url.includes('/portal/callback')
        answer = await browser.go(url)
      }
      expect([answer.status, armed]).toEqual([303, false])
      expect(asksToSignIn(await browser.visit('/portal'))).toBe(true)
    } finally {
      await idp.stop()
    }
  })
})
