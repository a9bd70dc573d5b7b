/** A client asks for more than the session has reached (OIDC Core s3.1.2.1, s5.5.1.1). */
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import type { Person } from '../support/actors.ts'
import { openBrowser } from '../support/browser.ts'
import { onEachDeployment } from '../support/deployments.ts'
import type { RelyingParty } from '../support/relying-party.ts'
import { audited, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { claimsAfter, enrolApp, enrolPasskey, newPerson, optionsOn, withPassword } from './second-factor-visitor.ts'

const MORE = { acr_values: ACR_TWO_FACTORS }

onEachDeployment((idp) => {
  interface Claims {
    readonly acr: string
    readonly amr: readonly string[]
    readonly auth_time: number
    readonly sid: string
  }
  /** The claims of an answer that needed no page, or what the client heard instead. */
  async function silently(
    who: Person,
    client: RelyingParty,
    overrides: Readonly<Record<string, string>>,
  ): Promise<Claims | string> {
    const { request, ...stop } = await who.open(client, overrides)
    if (stop.at === 'page') return headingOf(stop)
    const error = new URL(stop.url).searchParams.get('error')
    return error ?? ((await claimsAfter({ client, request }, stop)) as unknown as Claims)
  }
  /** Signed in by password alone, and a second factor added since. */
  async function signedInBefore() {
    const owner = await newPerson(idp)
    const { who, client, stop, request } = await withPassword(idp, owner)
    const first = (await claimsAfter({ client, request }, stop)) as unknown as Claims
    const app = await enrolApp(idp, visitor(idp, owner))
    return { who, client, app, owner, first }
  }

  describe('a session that has reached less than is asked', () => {
    it('gets the second step, not the password, and stands for more afterwards; the sign-in is as old as it was', async () => {
      const { who, client, app, owner, first } = await signedInBefore()
      expect(first).toMatchObject({ acr: ACR_PASSWORD, amr: ['pwd'] })
      const { request, ...stop } = await who.open(client, MORE)
      const page = pageOf(stop)
      expect(headingOf(page)).toBe('Enter your code')
      expect(page.answer.text).toContain('requires two-step verification before you continue.')
      expect(Object.keys(page.forms[0]?.fields ?? {})).toEqual(['csrf', 'form_id', 'stage', 'code'])
      const wrong = pageOf(await who.browser.submit(page, { code: '000 00x' }))
      expect(wrong.answer.status).toBe(422)
      const done = await who.browser.submit(wrong, { code: app.code() })
      expect(await claimsAfter({ client, request }, done)).toMatchObject({
        acr: ACR_TWO_FACTORS,
        amr: ['pwd', 'otp', 'mfa'],
        auth_time: first.auth_time,
        sid: first.sid,
      })
      await audited(idp, 'sign-in.stepped-up', owner.sub)
      expect(await silently(who, client, MORE)).toMatchObject({ acr: ACR_TWO_FACTORS })
      expect(await silently(who, client, {})).toMatchObject({ acr: ACR_TWO_FACTORS, amr: ['pwd', 'otp', 'mfa'] })
    })

    it('gets interaction_required when the request forbids pages', async () => {
      const { who, client } = await signedInBefore()
      expect(await silently(who, client, { ...MORE, prompt: 'none' })).toBe('interaction_required')
      expect(await silently(who, client, { prompt: 'none' })).toMatchObject({ acr: ACR_PASSWORD })
    })

    it('may cancel, and stays signed in as it was', async () => {
      const { who, client } = await signedInBefore()
      const { request: _request, ...stop } = await who.open(client, MORE)
      const gone = await who.browser.submit(pageOf(stop), { action: 'cancel' })
      expect(new URL(gone.url).searchParams.get('error')).toBe('access_denied')
      expect(await silently(who, client, { prompt: 'none' })).toMatchObject({ acr: ACR_PASSWORD })
    })

    it('can be stepped up with a passkey', async () => {
      const owner = await newPerson(idp)
      const { who, client } = await withPassword(idp, owner)
      const { authenticator } = await enrolPasskey(idp, visitor(idp, owner))
      const { request, ...stop } = await who.open(client, MORE)
      const page = pageOf(stop)
      const done = await who.browser.submit(page, { passkey: authenticator.get(await optionsOn(who.browser, page)) })
      expect(await claimsAfter({ client, request }, done)).toMatchObject({
        acr: ACR_TWO_FACTORS,
        amr: ['pwd', 'hwk', 'user', 'mfa'],
      })
    })

    it('repeats every step with prompt=login: the password, then the second step', async () => {
      const { who, client, app, owner } = await signedInBefore()
      const { request, ...stop } = await who.open(client, { ...MORE, prompt: 'login' })
      expect(headingOf(stop)).toBe('Confirm it’s you')
      const step = await who.browser.submit(pageOf(stop), { username: owner.username, password: owner.password })
      expect(headingOf(step)).toBe('Enter your code')
      const done = await who.browser.submit(pageOf(step), { code: app.code() })
      expect(new URL(done.url).searchParams.get('state')).toBe(request.state)
    })
  })

  describe('nothing is asked', () => {
    it('of a user without a second factor: the claim is voluntary, and the token has what was reached', async () => {
      const owner = await newPerson(idp)
      const { who, client } = await withPassword(idp, owner)
      expect(await silently(who, client, MORE)).toMatchObject({ acr: ACR_PASSWORD })
      expect(await silently(who, client, { ...MORE, prompt: 'none' })).toMatchObject({ acr: ACR_PASSWORD })
    })

    it('but a sign-in, of a user without a session: login_required with prompt=none', async () => {
      const { client, owner } = await signedInBefore()
      const stranger = (await withPassword(idp, owner)).who
      expect(await silently({ ...stranger, open: stranger.open }, client, { ...MORE, prompt: 'none' })).toBe(
        'login_required',
      )
      expect(openBrowser(idp).cookies.all()).toEqual([])
    })
  })
})
