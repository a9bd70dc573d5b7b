/** A sign-in with two steps, over HTTP: a code from an app, a recovery code, a passkey. */
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import type { Credentials } from '../support/actors.ts'
import { openBrowser, type Page, type Stop, titleOf } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import { type Deviation, softwareAuthenticator } from '../support/software-authenticator.ts'
import { audited, headingOf, pageOf, visitor } from './portal-visitor.ts'
import {
  atSignIn,
  claimsAfter,
  enrolApp,
  enrolPasskey,
  newPerson,
  optionsOn,
  withApp,
  withKey,
  withPassword,
} from './second-factor-visitor.ts'

const CODE_PAGE = 'Enter your code'
const ERROR = /class="sso-field-error"[^>]*>.*?<\/svg>(.*?)<\/p>/s

onEachDeployment((idp) => {
  /** At the second step of a user with an authenticator app. */
  async function atCode() {
    const both = await withApp(idp)
    return { ...both, ...(await withPassword(idp, both.owner)) }
  }

  const issueOn = (stop: Stop): [number, string] => [
    stop.answer.status,
    (ERROR.exec(stop.answer.text)?.[1] ?? '').replace(/<[^>]*>/g, ''),
  ]

  it('a password alone is one factor, and the ID token has one', async () => {
    const begun = await withPassword(idp, await newPerson(idp))
    expect(await claimsAfter(begun, begun.stop)).toMatchObject({ acr: ACR_PASSWORD, amr: ['pwd'] })
  })

  describe('a code from an authenticator app', () => {
    it('is asked for after the password, and makes two factors', async () => {
      const { owner, app, ...begun } = await atCode()
      expect(headingOf(begun.stop)).toBe(CODE_PAGE)
      const stop = await begun.who.browser.submit(pageOf(begun.stop), { code: app.code() })
      expect(await claimsAfter(begun, stop)).toMatchObject({ acr: ACR_TWO_FACTORS, amr: ['pwd', 'otp', 'mfa'] })
      await audited(idp, 'sign-in.succeeded', owner.sub)
    })

    it('may be written with a space, in Arabic digits, and half a minute late', async () => {
      const { owner, app, ...begun } = await atCode()
      const code = app.code()
      idp.clock.forward(30)
      const typed = ` ${code.slice(0, 3)} ${code.slice(3)}`.replace(/\d/g, (digit) =>
        String.fromCharCode(0x660 + Number(digit)),
      )
      expect((await begun.who.browser.submit(pageOf(begun.stop), { code: typed })).at).toBe('external')
    })

    it('that is wrong is reported (422), and the sign-in continues with the right one', async () => {
      const { owner, app, ...begun } = await atCode()
      const wrong = await begun.who.browser.submit(pageOf(begun.stop), {
        code: String((Number(app.code()) + 1) % 1_000_000).padStart(6, '0'),
      })
      expect(issueOn(wrong)).toEqual([422, 'That code is incorrect. Enter the one your app shows now.'])
      expect(titleOf(wrong.answer.text)).toMatch(/^Error: /)
      expect(issueOn(await begun.who.browser.submit(pageOf(wrong), { code: ' ' }))).toEqual([422, 'Enter the code'])
      expect((await begun.who.browser.submit(pageOf(wrong), { code: app.code() })).at).toBe('external')
      expect(await audited(idp, 'sign-in.failed', owner.sub)).toMatchObject({ result: 'refused' })
    })

    it('works once: neither in another sign-in, nor the one that confirmed the app', async () => {
      const { owner, app } = await withApp(idp)
      const first = await withPassword(idp, owner)
      const code = app.code()
      expect((await first.who.browser.submit(pageOf(first.stop), { code })).at).toBe('external')
      const second = await withPassword(idp, owner)
      expect(issueOn(await second.who.browser.submit(pageOf(second.stop), { code }))).toEqual([
        422,
        'That code has already been used. Wait for the next one.',
      ])
    })
  })

  it('tries at codes are counted by account, wherever they come from; the right code must wait then too (429)', async () => {
    const { owner, app } = await withApp(idp)
    const { limit } = BUDGETS.secondStep.quarter
    for (let round = 0; round < limit; round += 1) {
      const { who, stop } = await withPassword(idp, owner)
      expect((await who.browser.submit(pageOf(stop), { code: '00000x' })).answer.status).toBe(422)
    }
    const { who, stop } = await withPassword(idp, owner)
    const refused = await who.browser.submit(pageOf(stop), { code: app.code() })
    expect(refused.answer.status).toBe(429)
    expect(Number(refused.answer.headers['retry-after'])).toBeGreaterThan(0)
    expect(issueOn(refused)[1]).toContain('Too many attempts.')
    // The codes on paper have a separate counter: there is a way in.
    const recovery = await who.browser.submit(pageOf(stop), { recovery_code: app.recoveryCodes[0] ?? '' })
    expect(recovery.at).toBe('external')
  })

  describe('a recovery code', () => {
    it('replaces the second step, once; the registry has no value for it, so amr is mfa alone', async () => {
      const { owner, app } = await withApp(idp)
      const { recoveryCodes } = app
      expect(new Set(recoveryCodes).size).toBe(10)
      const begun = await withPassword(idp, owner)
      const page = pageOf(await begun.who.browser.visit(`${pageOf(begun.stop).url}?way=recovery-code`))
      expect(headingOf(page)).toBe('Enter a recovery code')
      const typed = (recoveryCodes[3] ?? '').toUpperCase().replaceAll('-', ' ')
      expect(await claimsAfter(begun, await begun.who.browser.submit(page, { recovery_code: typed }))).toMatchObject({
        acr: ACR_TWO_FACTORS,
        amr: ['pwd', 'mfa'],
      })
      await audited(idp, 'account.recovery-code-used', owner.sub)
      const again = await withPassword(idp, owner)
      const refused = await again.who.browser.submit(pageOf(again.stop), { recovery_code: typed })
      expect(issueOn(refused)).toEqual([422, 'That recovery code is incorrect or has already been used.'])
    })

    it('of another user opens nothing', async () => {
      const [owner, other] = [await newPerson(idp), await newPerson(idp)]
      const { recoveryCodes } = await enrolApp(idp, visitor(idp, other))
      await enrolApp(idp, visitor(idp, owner))
      const begun = await withPassword(idp, owner)
      expect(
        (await begun.who.browser.submit(pageOf(begun.stop), { recovery_code: recoveryCodes[0] ?? '' })).answer.status,
      ).toBe(422)
    })
  })

  describe('between the two steps', () => {
    it('there is no session: the browser is anonymous, also to a request with prompt=none', async () => {
      const { owner, who, client, stop } = await atCode()
      const silent = await who.open(client, { prompt: 'none' })
      expect(new URL(silent.url).searchParams.get('error')).toBe('login_required')
      expect(who.browser.cookies.value('sso_session')).toBeUndefined()
      expect(pageOf(stop).answer.text).not.toContain(owner.sub)
      expect(pageOf(stop).answer.text).not.toContain(owner.password)
    })

    it('the page waits ten minutes, and stays when it is opened again', async () => {
      const { app, who, stop } = await atCode()
      expect(headingOf(await who.browser.visit(pageOf(stop).url))).toBe(CODE_PAGE)
      expect(headingOf(await who.browser.visit(`${pageOf(stop).url}?as=other`))).toBe('Sign in to trusted')
      idp.clock.forward(601)
      expect(headingOf(await who.browser.submit(pageOf(stop), { code: app.code() }))).toBe('Sign in to trusted')
    })

    it('a password that is reset meanwhile is worth nothing', async () => {
      const { owner, app, who, stop } = await atCode()
      await idp.portico.sessions.endAll(owner.sub)
      expect(headingOf(await who.browser.submit(pageOf(stop), { code: app.code() }))).toBe('Sign in to trusted')
    })

    it('the user may cancel: the app gets access_denied', async () => {
      const { who, stop } = await atCode()
      const gone = await who.browser.submit(pageOf(stop), { action: 'cancel' })
      expect(new URL(gone.url).searchParams.get('error')).toBe('access_denied')
    })
  })

  describe('a passkey', () => {
    const origin = (): string => new URL(idp.issuer).origin

    it('signs in by itself, two factors in one', async () => {
      const owner = await newPerson(idp)
      const synced = softwareAuthenticator(origin(), 'synced')
      const { authenticator, options } = await enrolPasskey(idp, visitor(idp, owner), synced)
      expect(Buffer.from(options.user.id, 'base64url').toString()).not.toContain(owner.username)
      expect(options.authenticatorSelection).toMatchObject({ residentKey: 'required', userVerification: 'required' })
      const begun = await atSignIn(idp, owner)
      const asked = await optionsOn(begun.who.browser, begun.page)
      expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
      const stop = await begun.who.browser.submit(begun.page, { passkey: authenticator.get(asked) })
      expect(await claimsAfter(begun, stop)).toMatchObject({
        sub: owner.sub,
        acr: ACR_TWO_FACTORS,
        amr: ['swk', 'user', 'mfa'],
      })
    })

    it('is the second step after a password; one that stays on its device is named so', async () => {
      const { owner, authenticator } = await withKey(idp)
      const begun = await withPassword(idp, owner)
      expect(headingOf(begun.stop)).toBe('Use your passkey')
      const asked = await optionsOn(begun.who.browser, pageOf(begun.stop))
      expect(asked.allowCredentials).toEqual([expect.objectContaining({ id: authenticator.id })])
      // After a password the key is enough, without a finger or a PIN.
      const stop = await begun.who.browser.submit(pageOf(begun.stop), {
        passkey: authenticator.get(asked, { userVerified: false }),
      })
      expect(await claimsAfter(begun, stop)).toMatchObject({ acr: ACR_TWO_FACTORS, amr: ['pwd', 'hwk', 'user', 'mfa'] })
    })

    it.each([
      ['for another origin', { origin: 'https://evil.example' }],
      ['for another host', { rpId: 'evil.example' }],
      ['with an unknown challenge', { challenge: Buffer.alloc(54, 7).toString('base64url') }],
      ['without having verified its user', { userVerified: false }],
      ['without a press of its user', { userPresent: false }],
      ['for another user', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
      ['without a user', { userHandle: undefined }],
      ['with a counter that does not grow', { counter: 1 }],
      ['as if it were being made', { type: 'webauthn.create' }],
      ['with a signature of nothing', { signature: Buffer.from('3006020101020101', 'hex') }],
    ] satisfies readonly (readonly [string, Deviation])[])(
      'that returns %s signs no user in (422)',
      async (_name, deviation) => {
        const { owner, authenticator } = await withKey(idp)
        const { who, page } = await atSignIn(idp, owner)
        const refused = await who.browser.submit(page, {
          passkey: authenticator.get(await optionsOn(who.browser, page), deviation),
        })
        expect(issueOn(refused)).toEqual([422, 'We couldn’t use that passkey. Sign in with your password.'])
        const right = await who.browser.submit(pageOf(refused), {
          passkey: authenticator.get(await optionsOn(who.browser, pageOf(refused))),
        })
        expect(right.at).toBe('external')
      },
    )

    it('answers a challenge once, in ten minutes, and in no other sign-in', async () => {
      const { owner, authenticator } = await withKey(idp)
      const [here, there] = [await atSignIn(idp, owner), await atSignIn(idp, owner)]
      const challenge = await optionsOn(here.who.browser, here.page)
      // The time follows 128 random bits.
      const bytes = Buffer.from(challenge.challenge, 'base64url')
      expect(Math.abs(bytes.readUIntBE(16, 6) - idp.clock.now() - 600_000)).toBeLessThan(60_000)
      expect(
        (await there.who.browser.submit(there.page, { passkey: authenticator.get(challenge) })).answer.status,
      ).toBe(422)
      const answer = authenticator.get(challenge)
      expect((await here.who.browser.submit(here.page, { passkey: `${answer.slice(0, -1)},"x":1}` })).at).toBe(
        'external',
      )
      const late = await atSignIn(idp, owner)
      const old = await optionsOn(late.who.browser, late.page)
      idp.clock.forward(601)
      expect((await late.who.browser.submit(late.page, { passkey: authenticator.get(old) })).answer.status).toBe(422)
      const twice = await optionsOn(late.who.browser, late.page)
      expect(
        (await late.who.browser.submit(late.page, { passkey: authenticator.get(twice, { userVerified: false }) }))
          .answer.status,
      ).toBe(422)
      expect((await late.who.browser.submit(late.page, { passkey: authenticator.get(twice) })).answer.status).toBe(422)
    })

    it('that is unknown is refused like any other, and so is nonsense', async () => {
      const stranger = softwareAuthenticator(origin())
      const { who, page } = await atSignIn(idp, await newPerson(idp))
      const responses: [number, string][] = []
      const nonsense = ['no json', '{}', 'null', '[]', '{"id":"x","response":{"clientDataJSON":"e30"}}', '{"id":1}']
      for (const passkey of [stranger.get(await optionsOn(who.browser, page)), ...nonsense])
        responses.push(issueOn(await who.browser.submit(page, { passkey })))
      expect(new Set(responses.map((issue) => JSON.stringify(issue)))).toEqual(
        new Set([JSON.stringify([422, 'We couldn’t use that passkey. Sign in with your password.'])]),
      )
    })

    it('of another user is no second step', async () => {
      const [owner, other] = [await newPerson(idp), await newPerson(idp)]
      await enrolPasskey(idp, visitor(idp, owner))
      const theirs = await enrolPasskey(idp, visitor(idp, other))
      const { who, stop } = await withPassword(idp, owner)
      const asked = await optionsOn(who.browser, pageOf(stop))
      const refused = await who.browser.submit(pageOf(stop), { passkey: theirs.authenticator.get(asked) })
      expect(issueOn(refused)).toEqual([422, 'We couldn’t use that passkey. Try again, or choose another way.'])
    })

    it('signs in no suspended account', async () => {
      const { owner, authenticator } = await withKey(idp)
      await idp.portico.accounts?.change(owner.sub, (account) => ({ ...account, status: 'suspended' }))
      const { who, page } = await atSignIn(idp, owner)
      expect(
        (await who.browser.submit(page, { passkey: authenticator.get(await optionsOn(who.browser, page)) })).answer
          .status,
      ).toBe(422)
    })
  })

  it('nothing of a second factor is seen before the password is right: the refusal is the same to the byte', async () => {
    const [owner, plain] = [await newPerson(idp), await newPerson(idp)]
    const portal = visitor(idp, owner)
    await enrolApp(idp, portal)
    await enrolPasskey(idp, portal)
    const seen = async ({ username }: Credentials): Promise<string> => {
      const browser = openBrowser(idp)
      const page = (await browser.visit((await atSignIn(idp, owner)).client.request().address)) as Page
      const { answer } = await browser.submit(page, { username, password: 'not theirs' })
      return answer.text
        .replaceAll(String(answer.headers['x-request-id']), '')
        .replaceAll(username, '')
        .replace(/name="csrf" value="[^"]*"|\/interaction\/[\w-]+|refused=[\w.-]+|data-sso-expires="\d+"/g, '')
    }
    expect(await seen(owner)).toBe(await seen(plain))
  })
})
