/** A failed sign-in names the account and the reason, for administrators; the page reveals neither. */
import { openBrowser, type Page } from '../support/browser.ts'
import { ACCOUNTS, ALICE, MALLORY } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { runningIdp } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import { attempt as attemptAt, type Door, doorOf } from '../support/sign-in-door.ts'
import { traceOf } from '../support/trace-of.ts'

const HELP = 'help@example.com'
const FORGOT = 'https://id.example.com/forgot'
/** The input of a user who mixed up the fields. */
const TYPED = 'My-Secret-Pass-1234'

const options = { accounts: ACCOUNTS, ui: { helpContact: HELP }, login: { forgotUrl: FORGOT } }
const idp = await runningIdp(options)

let addresses = 1
/** Each case from a separate IP address, so that none uses up the attempts of another. */
const freshAddress = (): string => `127.2.0.${(addresses += 1)}`

const door = (from = freshAddress()): Promise<Door> => doorOf(idp, openBrowser(idp, { from }))
const attempt = async (username: string, password: string, from?: string): Promise<Answer> =>
  attemptAt(await door(from), username, password)

it.each([
  ['a wrong password', ALICE.username, 'wrong', ALICE.sub, 'wrong_password'],
  ['a wrong password, by address', ALICE.email, 'wrong', ALICE.sub, 'wrong_password'],
  ['a name that no user has', TYPED, 'wrong', undefined, 'unknown_name'],
  ['the wrong password of a suspended account', MALLORY.username, 'wrong', MALLORY.sub, 'wrong_password'],
  ['the right one', MALLORY.username, MALLORY.password, MALLORY.sub, 'suspended'],
])(
  '%s: the trail has the account and the reason, and nothing of the input',
  async (_name, username, password, user, reason) => {
    const entry = await traceOf(idp, await attempt(username, password))
    expect(entry).toMatchObject({ event: 'sign-in.failed', result: 'refused', details: { reason } })
    expect(entry.user).toBe(user)
    expect(JSON.stringify(entry)).not.toMatch(new RegExp(`${TYPED}|"wrong"`))
  },
)

it('who has to wait is named too, until when, and the wrong passwords before it keep their count', async () => {
  const from = freshAddress()
  for (let tries = 0; tries < 10; tries += 1) await attempt('bob', 'wrong', from)
  const answer = await attempt('bob', 'wrong', from)
  expect(answer.status).toBe(429)
  expect(textIn(answer.text)).toMatch(/Too many attempts\. Try again in 1\d minutes\./)
  const entry = await traceOf(idp, answer)
  const details = { reason: 'throttled' }
  expect(entry).toMatchObject({ event: 'sign-in.throttled', user: 'u-bob', details })
  const { entries } = await idp.portico.audit.list({ user: 'u-bob' }, undefined, 50)
  const wrong = entries.filter(({ event }) => event === 'sign-in.failed')
  expect(wrong.reduce((sum, { count = 1 }) => sum + count, 0)).toBe(10)
})

it('words after a wrong password: both fields, then help, then that sign-ins pause; by what was typed alone', async () => {
  const [known, unknown] = [freshAddress(), freshAddress()]
  for (let tries = 1; tries <= 6; tries += 1) {
    const [first, other] = [await attempt('alice', 'wrong', known), await attempt('alien', 'wrong', unknown)]
    const [text, otherText] = [first, other].map(({ text: html }) => textIn(html))
    expect(text).toContain('Wrong email or password. Check both and try again.')
    expect(first.text.match(/aria-invalid/g)).toHaveLength(2)
    expect([tries, /<details[^>]*class="sso-fold"[^>]*open/.test(first.text)]).toEqual([tries, tries >= 3])
    expect([tries, text?.includes('we pause sign-in for up to 15 minutes')]).toEqual([tries, tries >= 5])
    expect(otherText?.replace('alien', 'alice')).toBe(text?.replaceAll('alien', 'alice'))
  }
})

it('help is on every sign-in page: whom to ask, and where a new password is chosen', async () => {
  const { answer } = (await door()).page
  expect(answer.text).toContain(`href="mailto:${HELP}"`)
  expect(answer.text).toContain(`href="${FORGOT}"`)
  expect(textIn(answer.text)).toMatch(
    /Can’t sign in\?.*Forgot your password\?.*Ask help@example\.com for a new one-time password\./,
  )
})

it('the page of a suspended account names whom to ask, and leads out', async () => {
  const { browser, page } = await door()
  const suspended = (await browser.submit(page, { username: MALLORY.username, password: MALLORY.password })) as Page
  expect(suspended.answer.status).toBe(403)
  expect(textIn(suspended.answer.text)).toMatch(
    /This account is suspended.*Contact help@example\.com and include the request ID\.Request ID: /,
  )
  expect((await browser.submit(suspended, { action: 'cancel' })).url).toContain('error=access_denied')
})
