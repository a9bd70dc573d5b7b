/** A code by mail after the password, where the deployment asks for it (`login.mailCode`; D-A6, D-S10). */

import { signInPauses } from '../../lib/domain/accounts/sign-in-pauses.ts'
import { emailOutbox } from '../../lib/domain/emails/email-outbox.ts'
import { mailCodes } from '../../lib/domain/emails/mail-codes.ts'
import { signer } from '../../lib/domain/keys/signer.ts'
import { createPortico } from '../../lib/index.ts'
import { ACR_PASSWORD } from '../../policies/authentication-context.ts'
import { BUDGETS } from '../../policies/budgets.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forget, linkIn, pageOf, startEmailIdp } from '../support/emails.ts'
import { filled } from '../support/filled.ts'
import { ROOT_SECRET } from '../support/fixtures.ts'
import { until } from '../support/until.ts'
import { headingOf, visitor } from './portal-visitor.ts'
import { claimsAfter, enrolApp, type SigningIn, withPassword } from './second-factor-visitor.ts'

const PAGE = 'Enter the code from your email'
const idp = await startEmailIdp({ login: { mailCode: true } })
const user = filled(beforeEach, () => idp.addUser())

/** The code of the newest email, once this many exist. */
async function codeOf(emails = 1): Promise<string> {
  const found = () =>
    idp.mail.emails.filter(
      ({ envelope, headers }) => envelope.to[0] === user.email && headers.subject === 'Your code for Portico',
    )
  await until(() => found().length >= emails)
  return /^ {4}(\d{8})$/m.exec(found().at(-1)?.text ?? '')?.[1] ?? ''
}
const enter = async ({ who }: SigningIn, page: Page, fields: Record<string, string>) => who.browser.submit(page, fields)
async function atCode(): Promise<SigningIn & { readonly page: Page }> {
  const begun = await withPassword(idp, user)
  const page = pageOf(begun.stop)
  expect(headingOf(page)).toBe(PAGE)
  return { ...begun, page }
}

it('is asked for after the password, works once, and counts as no second factor', async () => {
  const begun = await atCode()
  const code = await codeOf()
  const stop = await enter(begun, begun.page, { mail_code: `${code.slice(0, 4)} ${code.slice(4)}` })
  expect(await claimsAfter(begun, stop)).toMatchObject({ acr: ACR_PASSWORD, amr: ['pwd'] })
  const other = await withPassword(idp, user)
  expect(pageOf(await enter(other, pageOf(other.stop), { mail_code: code })).answer.status).toBe(422)
})

it('is accepted once, also for concurrent tries in its own sign-in', async () => {
  const { records, rates, deliveries } = idp.portico.storage
  const outbox = emailOutbox(deliveries, { now: idp.clock.now, wake: () => {} })
  const otherSecrets = { assertNoneUnknown: async () => {} }
  const pauses = signInPauses({ records, rates }, { lockout: async () => undefined }, idp.clock.now)
  const codes = mailCodes({ records, rates, outbox, pauses, signer: signer(['a secret of codes']), otherSecrets })
  const code = await codes.make('one sign-in')
  const outcomes = await Promise.all(Array.from({ length: 5 }, () => codes.accept('one sign-in', code)))
  expect(outcomes.toSorted()).toEqual(['accepted', 'expired', 'expired', 'expired', 'expired'])
})

it('is bound to its sign-in: a code of another one does not count there', async () => {
  const first = await atCode()
  const code = await codeOf()
  const second = await atCode()
  const refused = pageOf(await enter(second, second.page, { mail_code: code }))
  expect([refused.answer.status, headingOf(refused)]).toEqual([422, PAGE])
  expect((await enter(first, first.page, { mail_code: code })).at).toBe('external')
})

it('may be wrong five times; then the sign-in begins again', async () => {
  const begun = await atCode()
  const code = await codeOf()
  const wrong = code === '00000000' ? '11111111' : '00000000'
  let page = begun.page
  for (let tries = 0; tries < 5; tries += 1) {
    page = pageOf(await enter(begun, page, { mail_code: wrong }))
    expect([page.answer.status, headingOf(page)]).toEqual([422, PAGE])
  }
  const over = pageOf(await enter(begun, page, { mail_code: code }))
  expect(headingOf(over)).not.toBe(PAGE)
  expect('password' in (over.forms[0]?.fields ?? {})).toBe(true)
})

it('ends after ten minutes', async () => {
  const begun = await atCode()
  const code = await codeOf()
  idp.clock.forward(601)
  expect(headingOf(pageOf(await enter(begun, begun.page, { mail_code: code })))).not.toBe(PAGE)
})

it('is sent again at a press, and only the newest works', async () => {
  const begun = await atCode()
  const first = await codeOf()
  const page = pageOf(await enter(begun, begun.page, { action: 'again' }))
  expect(page.answer.text).toContain('A new code is on its way')
  const second = await codeOf(2)
  expect(pageOf(await enter(begun, page, { mail_code: first })).answer.status).toBe(422)
  expect((await enter(begun, page, { mail_code: second })).at).toBe('external')
})

it('is not asked of a user with a second factor, nor right after a recovery by mail', async () => {
  await forget(idp, user.username)
  const form = pageOf(await openBrowser(idp).visit(linkIn(await idp.emailTo(user.email, 'recovery'))))
  const chosen = { new_password: 'a password by email', repeat: 'a password by email' }
  await openBrowser(idp).submit(form, chosen)
  const changed = { ...user, password: 'a password by email' }
  expect((await withPassword(idp, changed)).stop.at).toBe('external')
  await enrolApp(idp, visitor(idp, changed))
  idp.clock.forward(901)
  expect(headingOf((await withPassword(idp, changed)).stop)).toBe('Enter your code')
})

it('needs a mail server, and the start reports it', async () => {
  const start = createPortico({ baseUrl: 'http://localhost:3000', secret: ROOT_SECRET, login: { mailCode: true } })
  await expect(start).rejects.toThrow('login.mailCode')
})

it('is not sent a sixth time in 15 minutes; that pause is noted, and can be ended', async () => {
  const { mailCodes: codes } = BUDGETS.emails
  for (let sent = 0; sent < codes.limit; sent += 1) await atCode()
  await withPassword(idp, user)
  const pauses = signInPauses(idp.portico.storage, { lockout: async () => undefined }, idp.clock.now)
  const { sub, username } = user
  const of = () => pauses.of({ sub, preferred_username: username })
  expect((await of()).pauses).toMatchObject([{ kind: 'email-code', count: codes.limit }])
  await pauses.end({ sub, preferred_username: username })
  expect((await of()).pauses).toEqual([])
  await atCode()
})
