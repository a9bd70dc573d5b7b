/** Users of another provider have no password here: the email after "Forgot your password?" explains it. */

import { forget, startEmailIdp } from '../support/emails.ts'
import { CONF } from '../support/fixtures.ts'
import { startLyingUpstream } from '../support/lying-upstream.ts'
import { until } from '../support/until.ts'
import { backFrom, companyAt } from '../support/upstream-arrival.ts'

const there = await startLyingUpstream()
const company = { ...companyAt(there), name: 'Company & Sons', firstSignIn: 'create' as const }
const idp = await startEmailIdp({ clients: [CONF], login: { upstreams: [company] } })

/** A user of the provider signs in here for the first time. */
async function comes(sub: string, profile: object): Promise<void> {
  const visitor = idp.user()
  const page = await visitor.open(idp.party(CONF))
  await visitor.walk(await visitor.browser.visit(await backFrom(there, visitor.browser, page, { sub, ...profile })))
}

/** Emails about a forgotten password, to any user. */
const emails = () => idp.mail.emails.filter(({ text }) => /a request to reset/.test(text))

it('names the provider, and has no link', async () => {
  await comes('u1', { preferred_username: 'ursula', email: 'ursula@b.example', email_verified: true })
  await forget(idp, 'ursula')
  await until(async () => emails().length > 0)
  const [email] = emails()
  expect(email?.envelope.to).toEqual(['ursula@b.example'])
  expect(email?.text).toMatch(/Continue with\s+.?Company & Sons/)
  expect(email?.text).not.toContain('/recovery/')
})

it('goes to proved addresses alone, and no address of a provider names an account', async () => {
  await comes('u2', { preferred_username: 'ulf', email: 'ulf@b.example', email_verified: 'true' })
  const before = emails().length
  await forget(idp, 'ulf')
  await forget(idp, 'ursula@b.example')
  const user = await idp.addUser()
  await forget(idp, user.username)
  await idp.emailTo(user.email, 'recovery')
  expect(emails().length).toBe(before + 1)
})

it('an account of a provider gets no password, with any link', async () => {
  const { accounts } = idp.portico
  const { sub = '', origin } = (await accounts?.accountNamed('ursula')) ?? {}
  expect(origin).toBe('company')
  expect(await accounts?.setPassword({ sub, stamp: '', password: 'a password of twenty characters' })).toBe('refused')
})

it('a user of an external provider alone gets no password by "This wasn’t me" either, which takes none back', async () => {
  const { accounts } = idp.portico
  const email = 'vera@b.example'
  const invited = await accounts?.inviteByEmail('vera', { email, email_verified: true }, 'company')
  if (accounts === undefined || invited?.outcome !== 'created') throw new Error('not invited')
  const { sub } = invited.account
  const identities = [{ issuer: there.issuer, subject: 'u3', connector: 'company', linkedAt: 1 }]
  await accounts.change(sub, (account) => ({ ...account, identities }))
  await accounts.suspendPassword(sub)
  const before = emails().length
  await forget(idp, 'vera')
  await until(async () => emails().length > before)
  expect(emails().at(-1)?.text).toMatch(/Continue with\s+.?Company & Sons/)
})
