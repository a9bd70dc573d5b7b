/** Signing in does not reveal which accounts exist (D-A2; cases SES-04, SES-05, SES-14, SES-19). */
import type { EmbeddedDirectory } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { failingCalls } from '../support/failing-calls.ts'
import { ALICE, BOB, MALLORY, TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import { runningIdp } from '../support/idp.ts'
import { readyUser } from '../support/ready-user.ts'
import { doorOf, attempt as tryAt, UNTHROTTLED } from '../support/sign-in-door.ts'

const SUSPENDED = { ...MALLORY, email: 'mallory@example.com', email_verified: true } as const
/** Has an email address that was not verified. */
const TYPED = {
  sub: 'u-typed',
  username: 'typed',
  password: 'typed it in all by themselves',
  email: 'typed@example.com',
} as const
const OPTIONS = { login: { throttle: UNTHROTTLED }, accounts: [ALICE, BOB, SUSPENDED, TYPED] }

const idp = await runningIdp(OPTIONS)

const attempt = async (username: string, password: string): Promise<Answer> =>
  tryAt(await doorOf(idp), username, password)

/** What an anonymous client can see of a response, without what differs in every response, and without the input. */
function seen({ status, headers, setCookies, text }: Answer, username: string): object {
  const { date: _date, 'x-request-id': requestId = '', 'content-length': _length, etag: _etag, ...rest } = headers
  const masked = text
    .replaceAll(String(requestId), '{request}')
    .replaceAll(`value="${username}"`, 'value="{username}"')
    .replace(/name="csrf" value="[^"]*"/g, 'name="csrf"')
    .replace(/\/interaction\/[\w-]+/g, '/interaction/{uid}')
    .replace(/refused=[\w.-]+/g, 'refused')
    .replace(/data-sso-expires="\d+"/g, 'data-sso-expires')
  return {
    status,
    headers: { ...rest, 'set-cookie': undefined },
    cookies: setCookies.map((cookie) => cookie.replace(/=[^;]*/, '=')),
    text: masked,
  }
}

describe('SES-04: a refused sign-in', () => {
  it('looks the same for every reason, to the byte', async () => {
    const expected = seen(await attempt(ALICE.username, 'not hers'), ALICE.username)
    expect(expected).toMatchObject({ status: 422 })
    for (const [username, password] of [
      ['unknown', 'not theirs'],
      [MALLORY.username, 'not theirs'],
      [SUSPENDED.email, 'not theirs'],
      [BOB.username, ALICE.password],
      ['no one has\u200bsuch a name', 'x'],
      ['x'.repeat(300), 'x'],
      ['__proto__', 'x'],
      ['u-alice', ALICE.password],
      [ALICE.email, 'not hers'],
      ['unknown@example.com', 'not theirs'],
      [TYPED.email, TYPED.password],
    ] as const)
      expect(seen(await attempt(username, password), username)).toEqual(expected)
  })

  it('is explained to users with the password of a suspended account, and to no others', async () => {
    for (const username of [SUSPENDED.username, SUSPENDED.email]) {
      const { status, text } = await attempt(username, SUSPENDED.password)
      expect([status, text.includes('This account is suspended')]).toEqual([403, true])
      expect(text).not.toContain(SUSPENDED.sub)
    }
  })

  it('and so is its page, whatever the hint', async () => {
    const pageFor = async (hint: string): Promise<object> =>
      seen(
        await openBrowser(idp)
          .visit(idp.party(TRUSTED).request({ login_hint: hint }).address)
          .then(({ answer }) => answer),
        hint,
      )
    const expected = await pageFor(ALICE.username)
    for (const hint of ['unknown', MALLORY.username, ALICE.email, TYPED.email, 'unknown@example.com'])
      expect(await pageFor(hint)).toEqual(expected)
  })
})

describe('SES-05: the time that a refused sign-in takes (measured in test/timing/flows-enumeration.test.ts)', () => {
  it('has the same cost: as many reads and as many counts, for known and unknown users', async () => {
    const { storage, heal, calls } = failingCalls()
    const at = await runningIdp({ ...OPTIONS, storage })
    const browser = openBrowser(at)
    const page = (await browser.visit(at.party(TRUSTED).request().address)) as Page
    const workFor = async (username: string, password: string): Promise<readonly string[]> => {
      heal()
      expect((await browser.submit(page, { username, password })).answer.status).toBe(422)
      return calls().toSorted()
    }
    const expected = await workFor(ALICE.username, 'wrong')
    expect(expected).toContain('documents.read usernames')
    for (const [username, password] of [
      ['unknown', 'wrong'],
      ['unknown@example.com', 'wrong'],
      [ALICE.email, 'wrong'],
      [TYPED.email, TYPED.password],
      [SUSPENDED.username, 'wrong'],
      [SUSPENDED.email, 'wrong'],
      ['x'.repeat(300), 'wrong'],
      ['ali\u200bce', 'wrong'],
    ] as const)
      expect([username, await workFor(username, password)]).toEqual([username, expected])
  })

  it('and attempts under two names reveal nothing, whether or not they are of one account', async () => {
    const at = await runningIdp({
      ...OPTIONS,
      login: { throttle: { accountAndAddress: { limit: 3 }, address: { limit: 1_000 } } },
    })
    const answersFor = async (names: readonly string[], from: string): Promise<readonly object[]> => {
      const browser = openBrowser(at, { from })
      const page = (await browser.visit(at.party(TRUSTED).request().address)) as Page
      const answers: object[] = []
      for (const username of names) {
        const { answer } = await browser.submit(page, { username, password: 'wrong' })
        const { headers, text, ...rest } = seen(answer, username) as { headers: Record<string, unknown>; text: string }
        answers.push({
          ...rest,
          headers: { ...headers, 'retry-after': undefined },
          text: text.replace(/data-sso-\w+="\d+"/g, ''),
        })
      }
      return answers
    }
    const by = (first: string, second: string): readonly string[] => [
      ...Array<string>(5).fill(first),
      ...Array<string>(5).fill(second),
    ]
    const ofOne = await answersFor(by(ALICE.username, ALICE.email), '127.9.0.1')
    expect(ofOne.map((answer) => (answer as { status: number }).status)).toEqual([
      422, 422, 422, 429, 429, 422, 422, 422, 429, 429,
    ])
    for (const [index, names] of [
      by(BOB.username, ALICE.email),
      by('unknown', 'unknown@example.com'),
      by(TYPED.username, TYPED.email),
      by(ALICE.username, 'unknown'),
    ].entries())
      expect(await answersFor(names, `127.9.1.${index + 1}`)).toEqual(ofOne)
    const accounts = at.portico.accounts as EmbeddedDirectory
    expect(await accounts.accountNamed(ALICE.email)).toMatchObject({ sub: ALICE.sub })
  })
})

it('SES-14: a password that was chosen does not end at a NUL', async () => {
  const password = 'before\u0000after the zero'
  const { username } = await readyUser(idp, 'zero', {}, password)
  expect((await attempt(username, 'before\u0000another end')).status).toBe(422)
  expect((await attempt(username, password)).status).toBe(303)
})

it.each(['alice.', 'al\u200dice'])('SES-19: %j finds no user', async (username) =>
  expect((await attempt(username, ALICE.password)).status).toBe(422),
)
