/** Whoever signs in at another provider has no password here: the letter after "Forgot your password?" says so. */
import { CONF } from '../support/fixtures.ts'
import { forget, startLetterIdp } from '../support/letters.ts'
import { startLyingUpstream } from '../support/lying-upstream.ts'
import { until } from '../support/until.ts'
import { backFrom, companyAt } from '../support/upstream-arrival.ts'

const there = await startLyingUpstream()
const company = { ...companyAt(there), name: 'Company & Sons', firstSignIn: 'create' as const }
const idp = await startLetterIdp({ clients: [CONF], login: { upstreams: [company] } })

/** A user of the provider signs in here for the first time. */
async function comes(sub: string, profile: object): Promise<void> {
  const visitor = idp.user()
  const page = await visitor.open(idp.party(CONF))
  await visitor.walk(await visitor.browser.visit(await backFrom(there, visitor.browser, page, { sub, ...profile })))
}

/** Letters about a forgotten password, to whomever. */
const letters = () => idp.mail.letters.filter(({ text }) => /new password/.test(text))

it('names the provider, and has no link', async () => {
  await comes('u1', { preferred_username: 'ursula', email: 'ursula@b.example', email_verified: true })
  await forget(idp, 'ursula')
  await until(async () => letters().length > 0)
  const [letter] = letters()
  expect(letter?.envelope.to).toEqual(['ursula@b.example'])
  expect(letter?.text).toMatch(/Continue with\s+.?Company & Sons/)
  expect(letter?.text).not.toContain('/recovery/')
})

it('goes to proved addresses alone, and no address of a provider names an account', async () => {
  await comes('u2', { preferred_username: 'ulf', email: 'ulf@b.example', email_verified: 'true' })
  const before = letters().length
  await forget(idp, 'ulf')
  await forget(idp, 'ursula@b.example')
  const user = await idp.addUser()
  await forget(idp, user.username)
  await idp.letterTo(user.email, 'recovery')
  expect(letters().length).toBe(before + 1)
})

it('an account of a provider gets no password, whatever link somebody has', async () => {
  const { accounts } = idp.portico
  const { sub = '', origin } = (await accounts?.accountMeant('ursula')) ?? {}
  expect(origin).toBe('company')
  expect(await accounts?.setPassword({ sub, stamp: '', password: 'a password of twenty characters' })).toBe('refused')
})

it('whoever signs in at a provider alone gets no password by "This wasn’t me" either, which takes none back', async () => {
  const { accounts } = idp.portico
  const email = 'vera@b.example'
  const invited = await accounts?.inviteByLetter('vera', { email, email_verified: true }, 'company')
  if (accounts === undefined || invited?.outcome !== 'created') throw new Error('not invited')
  const { sub } = invited.account
  const identities = [{ issuer: there.issuer, subject: 'u3', connector: 'company', linkedAt: 1 }]
  await accounts.change(sub, (account) => ({ ...account, identities }))
  await accounts.suspendPassword(sub)
  const before = letters().length
  await forget(idp, 'vera')
  await until(async () => letters().length > before)
  expect(letters().at(-1)?.text).toMatch(/Continue with\s+.?Company & Sons/)
})
