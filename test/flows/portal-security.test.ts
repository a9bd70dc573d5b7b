/** Passkeys, authenticator app and recovery codes in the portal, over HTTP. */
import type { UserDirectory } from '../../lib/index.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { type Page, type Stop, titleOf } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { ALICE } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { softwareAuthenticator } from '../support/software-authenticator.ts'
import { audited, formOf, headingOf, pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  codesOn,
  enrolApp,
  enrolPasskey,
  newPerson,
  optionsOn,
  withPassword,
} from './second-factor-visitor.ts'

const LIST = 'Security'
const textIn = ({ answer }: Stop): string =>
  answer.text
    .replace(/<[^>]*>/g, ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
const linkOn = (page: Page, path: string): string =>
  (new RegExp(`href="[^"]*(/security/${path}[^"]*)"`).exec(page.answer.text)?.[1] ?? '').replaceAll('&amp;', '&')

onEachDeployment((idp) => {
  async function member() {
    const owner = await newPerson(idp)
    return { owner, portal: visitor(idp, owner) }
  }

  describe('the authenticator app', () => {
    it('counts from its first right code on; a second submission shows the same recovery codes', async () => {
      const { owner, portal } = await member()
      expect(textIn(await portal.open('/security'))).toContain('Two-step verification is off')
      const page = await portal.open('/security/authenticator')
      expect(page.answer.text).toContain('role="img"')
      const key = /value="([A-Z2-7 ]{30,})"/.exec(page.answer.text)?.[1] ?? ''
      const wrong = await portal.press(page, { to: '/security/authenticator' }, { code: '12345' })
      expect([wrong.answer.status, titleOf(wrong.answer.text)]).toEqual([422, expect.stringMatching(/^Error: /)])
      // The picture stays the same, or what was scanned would be worth nothing.
      expect(wrong.answer.text).toContain(key)
      expect((await withPassword(idp, owner)).stop.at).toBe('external')
      const shown = await portal.press(wrong, { to: '/security/authenticator' }, { code: codeOf(key, idp.clock.now()) })
      const codes = codesOn(shown)
      expect([shown.answer.status, shown.answer.headers['cache-control'], codes.length]).toEqual([200, 'no-store', 10])
      expect(codes.every((code) => /^[a-z2-9]{4}(?:-[a-z2-9]{4}){5}$/.test(code))).toBe(true)
      expect(headingOf((await withPassword(idp, owner)).stop)).toBe('Enter your code')
      await audited(idp, 'account.authenticator-added', owner.sub)
      await audited(idp, 'account.recovery-codes-made', owner.sub)
      const again = await portal.press(wrong, { to: '/security/authenticator' }, { code: codeOf(key, idp.clock.now()) })
      // The browser displays only the response to the second of two submissions.
      expect([again.answer.status, codesOn(again)]).toEqual([200, codes])
      expect(textIn(await portal.open('/security'))).toContain('10 codes left')
    })

    it('is stored so that the store reveals no code', async () => {
      const owner = await newPerson(idp)
      const { key, recoveryCodes } = await enrolApp(idp, visitor(idp, owner))
      const kept = await idp.portico.storage.documents.read('factors', owner.sub)
      expect(kept).toContain('sealed')
      const bare = [key.replaceAll(' ', ''), ...recoveryCodes.map((code) => code.replaceAll('-', ''))]
      for (const secret of [key, ...recoveryCodes, ...bare]) {
        expect(kept).not.toContain(secret)
        expect(idp.log.text()).not.toContain(secret)
      }
      expect(JSON.stringify((await idp.portico.audit.list({ user: owner.sub }, undefined, 100)).entries)).not.toContain(
        recoveryCodes[0],
      )
    })

    it('may be replaced by another; the codes of the old one stop, the recovery codes stay', async () => {
      const { owner, portal } = await member()
      const old = await enrolApp(idp, portal)
      const next = await enrolApp(idp, portal)
      expect(next.key).not.toBe(old.key)
      expect(next.recoveryCodes).toEqual([])
      expect(headingOf(next.shown)).toBe(LIST)
      const { who, stop } = await withPassword(idp, owner)
      expect((await who.browser.submit(pageOf(stop), { code: old.code() })).answer.status).toBe(422)
      expect((await who.browser.submit(pageOf(stop), { code: next.code() })).at).toBe('external')
    })

    it('is removed on a page that shows what is removed too; the last one takes the recovery codes with it', async () => {
      const { owner, portal } = await member()
      const { recoveryCodes } = await enrolApp(idp, portal)
      const ask = await portal.open(linkOn(await portal.open('/security'), 'remove'))
      expect(textIn(ask)).toContain(
        'Two-step verification will be turned off, and your recovery codes will stop working',
      )
      const done = await portal.press(ask, { to: '/security/remove' })
      expect(textIn(done)).toContain('The authenticator app was removed.')
      expect((await withPassword(idp, owner)).stop.at).toBe('external')
      expect(await idp.portico.accounts?.recoveryCodes?.accept(owner.sub, recoveryCodes[0] ?? '')).toBe('wrong')
      await audited(idp, 'account.authenticator-removed', owner.sub)
      expect(textIn(await portal.press(ask, { to: '/security/remove' }))).toContain('It was already removed.')
    })
  })

  describe('a passkey', () => {
    it('is added, named after what keeps it, renamed, and removed; each is in the activity', async () => {
      const { owner, portal } = await member()
      expect(textIn(await portal.open('/'))).toContain('Add a passkey')
      const { shown, authenticator } = await enrolPasskey(idp, portal)
      expect(codesOn(shown)).toHaveLength(10)
      expect(textIn(await portal.open('/'))).not.toContain('Add a passkey')
      const list = await portal.open('/security')
      expect(list.answer.text).toContain('This device only')
      const renaming = await portal.open(linkOn(list, 'rename'))
      const refused = await portal.press(renaming, { to: '/security/rename' }, { name: ' \u200b ' })
      expect([refused.answer.status, refused.answer.text.includes('name of up to 64 characters')]).toEqual([422, true])
      const renamed = await portal.press(renaming, { to: '/security/rename' }, { name: '  My <b>key</b> ' })
      expect(renamed.answer.text).toContain('My &lt;b>key&lt;/b>')
      const ask = await portal.open(linkOn(renamed, 'remove'))
      expect(textIn(ask)).toContain('Also remove it from your password manager.')
      expect(textIn(await portal.press(ask, { to: '/security/remove' }))).toContain('was removed.')
      const events = ['account.passkey-added', 'account.passkey-renamed', 'account.passkey-removed'] as const
      for (const event of events) await audited(idp, event, owner.sub)
      expect(textIn(await portal.open('/security/activity'))).toContain('Passkey removed')
      const { who, stop } = await withPassword(idp, owner)
      expect(stop.at).toBe('external')
      expect(who.browser.cookies.value('sso_session')).toBeTruthy()
      // The page gives the browser's list the valid passkeys: none.
      expect((await portal.open('/security')).answer.text).toMatch(/data-ids=""|data-ids(?=[ >])/)
      const begun = await atSignIn(idp, owner)
      const removed = await begun.who.browser.submit(begun.page, {
        passkey: authenticator.get(await optionsOn(begun.who.browser, begun.page)),
      })
      expect([removed.answer.status, removed.answer.text.includes('data-unknown-at="localhost"')]).toEqual([422, true])
    })

    it('is added once: never twice, and never by another user', async () => {
      const [owner, other] = [await newPerson(idp), await newPerson(idp)]
      const [mine, theirs] = [visitor(idp, owner), visitor(idp, other)]
      const { authenticator } = await enrolPasskey(idp, mine)
      const again = await enrolPasskey(idp, mine, authenticator)
      expect(again.options.excludeCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
      expect([again.shown.answer.status, textIn(again.shown)]).toEqual([
        422,
        expect.stringContaining('You’ve already added this passkey.'),
      ])
      expect((await enrolPasskey(idp, theirs, authenticator)).shown.answer.status).toBe(422)
    })

    it.each([
      ['of another origin', { origin: 'https://evil.example' }],
      ['of another host', { rpId: 'evil.example' }],
      ['that has not verified its user', { userVerified: false }],
      ['with an unknown challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
      ['that is a sign-in', { type: 'webauthn.get' }],
    ])('%s is not added (422)', async (_name, deviation) => {
      const { owner, portal } = await member()
      const page = await portal.open('/security/passkey')
      const options = await optionsOn(portal.browser, page)
      const made = softwareAuthenticator(new URL(idp.issuer).origin).create(options as never, deviation)
      const refused = await portal.press(page, { to: '/security/passkey' }, { passkey: made })
      expect([refused.answer.status, textIn(refused)]).toEqual([
        422,
        expect.stringContaining('That passkey couldn’t be added.'),
      ])
      expect(await idp.portico.accounts?.passkeys?.list(owner.sub)).toEqual([])
    })

    it('that is the only way in stays: an account without a password', async () => {
      const { owner, portal } = await member()
      await enrolPasskey(idp, portal)
      await idp.portico.accounts?.change(owner.sub, ({ passwordHash: _gone, ...account }) => account)
      const page = await portal.open(linkOn(await portal.open('/security'), 'remove'))
      expect(textIn(page)).toContain('This is your only way to sign in.')
      const [{ id = '' } = {}] = (await idp.portico.accounts?.passkeys?.list(owner.sub)) ?? []
      expect(await idp.portico.accounts?.passkeys?.remove(owner.sub, id)).toBe('last-way-in')
    })

    it('of an account that is removed belongs to no account', async () => {
      const [owner, other] = [await newPerson(idp), await newPerson(idp)]
      const { authenticator } = await enrolPasskey(idp, visitor(idp, owner))
      await idp.portico.accounts?.remove(owner.sub)
      expect(await idp.portico.accounts?.passkeys?.holderOf(authenticator.id)).toBeUndefined()
      expect((await enrolPasskey(idp, visitor(idp, other), authenticator)).shown.answer.status).toBe(200)
    })
  })

  describe('recovery codes', () => {
    it('are created again once per form, after a question; the old ones stop', async () => {
      const { owner, portal } = await member()
      const { recoveryCodes } = await enrolApp(idp, portal)
      const ask = await portal.open('/security/recovery-codes')
      const shown = await portal.press(ask, { to: '/security/recovery-codes' })
      const fresh = codesOn(shown)
      expect(fresh).toHaveLength(10)
      expect(textIn(shown)).toContain('Your earlier codes no longer work.')
      const again = await portal.press(ask, { to: '/security/recovery-codes' })
      expect([codesOn(again), textIn(again)]).toEqual([[], expect.stringContaining('shown only once')])
      expect(await idp.portico.accounts?.recoveryCodes?.accept(owner.sub, recoveryCodes[0] ?? '')).toBe('wrong')
      expect(await idp.portico.accounts?.recoveryCodes?.accept(owner.sub, fresh[0] ?? '')).toBe('accepted')
    })

    it('are saved as a text file by a form: nothing of them is in an address, in the log, or kept', async () => {
      const { portal } = await member()
      const { recoveryCodes, shown } = await enrolApp(idp, portal)
      const form = formOf(shown, { to: '/security/recovery-codes/file' })
      const { answer } = await portal.browser.submit(shown, {}, form)
      expect([answer.status, answer.headers['content-disposition'], answer.headers['content-type']]).toEqual([
        200,
        'attachment; filename="recovery-codes.txt"',
        'text/plain; charset=utf-8',
      ])
      expect(answer.headers['cache-control']).toBe('no-store')
      expect(answer.text.split('\r\n').filter((line) => recoveryCodes.includes(line))).toEqual(recoveryCodes)
      expect(form.action).not.toContain(recoveryCodes[0])
      for (const code of recoveryCodes) expect(idp.log.text()).not.toContain(code)
    })

    it('make no file of anything else (400)', async () => {
      const { portal } = await member()
      const { shown } = await enrolApp(idp, portal)
      const form = formOf(shown, { to: '/security/recovery-codes/file' })
      const refused = await portal.browser.submit(shown, { codes: 'call 555-0100 to verify' }, form)
      expect(refused.answer.status).toBe(400)
    })

    it('are reported as few before there are none', async () => {
      const { owner, portal } = await member()
      const { recoveryCodes } = await enrolApp(idp, portal)
      for (const code of recoveryCodes.slice(0, 8)) await idp.portico.accounts?.recoveryCodes?.accept(owner.sub, code)
      expect(textIn(await portal.open('/security'))).toMatch(/2 codes left.*Create new ones before you run out/)
    })

    it('are not created for a user without a second factor', async () => {
      const { owner, portal } = await member()
      const page = await portal.press(await portal.open('/security/recovery-codes'), { to: '/security/recovery-codes' })
      expect(codesOn(page)).toEqual([])
      expect(await idp.portico.accounts?.recoveryCodes?.stateOf(owner.sub)).toBeUndefined()
    })
  })

  describe('each change', () => {
    it('needs a sign-in of the last ten minutes: the form leads to it; what is sent later changes nothing (403)', async () => {
      const { owner, portal } = await member()
      const { code } = await enrolApp(idp, portal)
      const paths = ['authenticator', 'passkey', 'recovery-codes', 'remove?what=authenticator']
      const forms = await Promise.all(paths.map((path) => portal.open(`/security/${path}`)))
      idp.clock.forward(601)
      for (const page of forms) {
        const path = new URL(page.url).pathname.replace(/^.*\/security/, '/security')
        const refused = pageOf(await portal.browser.submit(page, { code: code() }, formOf(page, { to: path })))
        expect([refused.answer.status, headingOf(refused)]).toEqual([403, 'Confirm it’s you'])
      }
      expect(await idp.portico.accounts?.totp?.stateOf(owner.sub)).toBeDefined()
      const asked = pageOf(await portal.look('/security/authenticator'))
      expect(headingOf(asked)).toBe('Confirm it’s you')
      expect(headingOf(pageOf(await portal.look('/security')))).toBe(LIST)
      // The recent sign-in has both steps.
      const step = await portal.browser.submit(asked, { username: owner.username, password: owner.password })
      expect(headingOf(step)).toBe('Enter your code')
      expect(headingOf(await portal.browser.submit(pageOf(step), { code: code() }))).toBe('Set up an authenticator app')
    })

    it('of another session, from before the user had a factor, is not enough, however recent', async () => {
      const { owner, portal } = await member()
      const other = visitor(idp, owner)
      await other.open('/security')
      await enrolPasskey(idp, portal)
      expect(headingOf(await portal.open('/security/authenticator'))).toBe('Set up an authenticator app')
      for (const path of ['authenticator', 'passkey', 'recovery-codes', 'remove?what=authenticator'])
        expect(titleOf((await other.look(`/security/${path}`)).answer.text)).toContain('Confirm it’s you')
    })

    it('but that of a name needs none: a name opens nothing', async () => {
      const { portal } = await member()
      await enrolPasskey(idp, portal)
      idp.clock.forward(601)
      const renaming = await portal.open(linkOn(await portal.open('/security'), 'rename'))
      expect(headingOf(renaming)).toBe('Rename the passkey')
      const renamed = await portal.press(renaming, { to: '/security/rename' }, { name: 'The blue one' })
      expect(textIn(renamed)).toContain('The passkey is now called The blue one.')
    })
  })

  it('an account of the configuration has second factors like any other', async () => {
    const portal = visitor(idp, ALICE)
    const app = await enrolApp(idp, portal)
    const { who, stop } = await withPassword(idp, ALICE)
    expect((await who.browser.submit(pageOf(stop), { code: app.code() })).at).toBe('external')
    await portal.press(await portal.open('/security/remove?what=authenticator'), { to: '/security/remove' })
  })
})

describe('a directory of the host', () => {
  const directory: Pick<UserDirectory, 'find' | 'authenticate'> = {
    find: (sub) => ({ sub, name: 'Hosted' }),
    authenticate: ({ password }) => (password === 'hosted' ? { sub: 'h-1' } : undefined),
  }
  const hosted = { username: 'hosted', password: 'hosted' }

  it('that keeps no second factors has no such pages, and signs in as before', async () => {
    const portal = visitor(await runningIdp({ accounts: directory }), hosted)
    expect((await portal.open('/')).answer.text).not.toContain('passkey')
    const security = await portal.open('/security')
    expect(textIn(security)).toContain('Your password is managed by')
    expect(security.answer.text).not.toMatch(/\/security\/(?!activity)/)
    expect((await portal.look('/security/password')).answer.status).toBe(404)
    expect((await portal.look('/security/authenticator')).answer.status).toBe(404)
  })

  it('that keeps codes has the pages for codes alone, and is asked for each of them', async () => {
    const asked: string[] = []
    /** Its methods are those of its class: no object has them as its own. */
    class TotpTable {
      secret: Uint8Array | undefined
      stateOf(): { readonly addedAt: number } | undefined {
        return this.secret === undefined ? undefined : { addedAt: 1 }
      }
      put(_sub: string, secret: Uint8Array): 'kept' {
        this.secret = secret
        return 'kept'
      }
      accept(sub: string, code: string): 'accepted' | 'wrong' {
        asked.push(`${sub} ${code}`)
        return code === '246810' ? 'accepted' : 'wrong'
      }
      remove(): 'removed' {
        return 'removed'
      }
    }
    const totp = new TotpTable()
    const idp = await runningIdp({ accounts: { ...directory, totp } })
    const portal = visitor(idp, hosted)
    expect(textIn(await portal.open('/security'))).not.toContain('Add a passkey')
    await enrolApp(idp, portal)
    expect(totp.secret).toHaveLength(20)
    const { who, stop } = await withPassword(idp, hosted)
    expect((await who.browser.submit(pageOf(stop), { code: '111111' })).answer.status).toBe(422)
    expect((await who.browser.submit(pageOf(stop), { code: '246810' })).at).toBe('external')
    expect(asked).toEqual(['h-1 111111', 'h-1 246810'])
  })

  it('that fails is no wrong code (503)', async () => {
    const totp: NonNullable<UserDirectory['totp']> = {
      stateOf: () => ({ addedAt: 1 }),
      put: () => 'kept',
      accept: () => {
        throw new Error('the table is locked')
      },
      remove: () => 'missing',
    }
    const idp = await runningIdp({ accounts: { ...directory, totp } })
    const { who, stop } = await withPassword(idp, hosted)
    const answer = (await who.browser.submit(pageOf(stop), { code: '246810' })).answer
    expect(answer.status).toBe(503)
    expect(answer.text).not.toContain('locked')
  })
})
