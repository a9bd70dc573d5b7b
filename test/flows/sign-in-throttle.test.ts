/** Guessing passwords becomes slow, and no user is locked out of their account (D-A2; policies/sign-in-throttle.ts). */
import { openBrowser } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE, BOB, TRUSTED } from '../support/fixtures.ts'
import { type Answer, inParallel } from '../support/http.ts'
import { type Idp, runningIdp, sharedIdp, startIdp } from '../support/idp.ts'
import { doorOf, attempt as tryAt } from '../support/sign-in-door.ts'
import { audited } from './portal-visitor.ts'

let addresses = 1
const freshAddress = (): string => `127.1.${Math.floor((addresses += 1) / 200)}.${(addresses % 200) + 2}`

const attempt = async (idp: Idp, from: string, username: string, password = 'wrong'): Promise<Answer> =>
  tryAt(await doorOf(idp, openBrowser(idp, { from })), username, password)

function expectThrottled(answer: Answer): void {
  expect([answer.status, answer.headers['content-type']]).toEqual([429, expect.stringContaining('text/html')])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(900)
}

/** Without the sealed values in its links, which are as long as the name. */
const lengthOf = ({ text }: Answer): number => text.replace(/refused=[\w.-]+/g, '').length

const throttled = (answers: readonly Answer[]): number => answers.filter(({ status }) => status === 429).length

/** Counts that are checked alike everywhere; small ones spare the processor. */
const SMALL = { accountAndAddress: { limit: 3 }, address: { limit: 8 }, account: { limit: 5 } }

function throttles(
  start: () => Promise<Idp>,
  limits: { readonly [Name in keyof typeof SMALL]: { readonly limit: number } },
): void {
  const idp = sharedIdp(start, beforeEach)

  it('SES-06: one account, one IP address: the right password waits too, there, and is accepted from another', async () => {
    const from = freshAddress()
    const answers = await inParallel(40, 4, () => attempt(idp, from, 'alice'))
    expect(throttled(answers)).toBe(40 - limits.accountAndAddress.limit)
    expectThrottled(await attempt(idp, from, 'alice', ALICE.password))
    expectThrottled(await attempt(idp, from, 'ALICE', ALICE.password))
    await idp.user(ALICE, openBrowser(idp, { from: freshAddress() })).authorize(idp.party(TRUSTED))
  })

  it('SES-06: one account, many IP addresses: past the limit each has one attempt; the right password signs in', async () => {
    const attackers = Array.from({ length: limits.account.limit }, freshAddress)
    const round = (): Promise<Answer[]> =>
      inParallel(attackers.length, 4, (index) => attempt(idp, attackers[index] as string, 'alice'))
    expect(throttled(await round())).toBe(0)
    for (const _time of [2, 3, 4]) expect(throttled(await round())).toBe(attackers.length)
    expectThrottled(await attempt(idp, attackers[0] as string, 'alice'))
    await idp.user(ALICE, openBrowser(idp, { from: freshAddress() })).authorize(idp.party(TRUSTED))
  })

  it('SES-06: many accounts, one address: the same whether or not the accounts exist', async () => {
    const from = freshAddress()
    const answers = await inParallel(limits.address.limit + 10, 4, (index) =>
      attempt(idp, from, index === 0 ? 'bob' : `user-${index}`),
    )
    expect(throttled(answers)).toBe(10)
    expectThrottled(await attempt(idp, from, 'alice', ALICE.password))
    expect((await attempt(idp, freshAddress(), 'alice', ALICE.password)).status).toBe(303)
  })

  it('an account that does not exist is throttled as one that does', async () => {
    const from = freshAddress()
    await inParallel(limits.accountAndAddress.limit, 4, () => attempt(idp, from, 'unknown'))
    expectThrottled(await attempt(idp, from, 'unknown'))
  })

  it('a name and an address of one account share its limit: past it a right password is one of the wrong ones', async () => {
    const from = freshAddress()
    const checked = limits.accountAndAddress.limit
    const tries = await inParallel(checked, 1, (index) => attempt(idp, from, index % 2 === 0 ? ALICE.email : 'alice'))
    expect(throttled(tries)).toBe(0)
    for (const username of ['alice', 'Alice@Example.com']) {
      const right = await attempt(idp, from, username, ALICE.password)
      expect([username, right.status]).toEqual([username, 422])
      expect(right.text).toContain('Wrong email or password.')
      // The page after the same number of attempts under an unknown name.
      const otherAddress = freshAddress()
      const count = Math.floor(checked / 2) + 1
      const unknowns = (await inParallel(count, 1, () => attempt(idp, otherAddress, 'unknown'))).at(-1)
      if (username === 'alice')
        expect(lengthOf(right) - username.length).toBe(lengthOf(unknowns as Answer) - 'unknown'.length)
    }
    // Administrators can see it; only who tries cannot.
    expect((await audited(idp, 'sign-in.throttled')).result).toBe('refused')
    expect((await attempt(idp, from, 'bob', BOB.password)).status).toBe(303)
    expect((await attempt(idp, freshAddress(), ALICE.email, ALICE.password)).status).toBe(303)
  })

  it('an account under attack by name, from everywhere, is not open by address to who has failed before', async () => {
    const attackers = Array.from({ length: limits.account.limit }, freshAddress)
    await inParallel(attackers.length, 4, (index) => attempt(idp, attackers[index] as string, 'alice'))
    expect((await attempt(idp, attackers[0] as string, ALICE.email, ALICE.password)).status).toBe(422)
    expect((await attempt(idp, freshAddress(), ALICE.email, ALICE.password)).status).toBe(303)
  })

  it('who signs in with the right password is never slowed down', async () => {
    const from = freshAddress()
    const answers = await inParallel(limits.accountAndAddress.limit + 3, 1, () =>
      attempt(idp, from, 'alice', ALICE.password),
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303))
  })
}

forEachDeployment((start) => throttles(() => start({ options: { login: { throttle: SMALL } } }), SMALL))

describe('without settings: ten, fifty and twenty tries', () => {
  throttles(() => startIdp(), { accountAndAddress: { limit: 10 }, address: { limit: 50 }, account: { limit: 20 } })
})

it('D-A2: a throttle is over after fifteen minutes', async () => {
  const idp = await runningIdp({ login: { throttle: SMALL } })
  const from = freshAddress()
  for (let tries = 0; tries < 4; tries += 1) await attempt(idp, from, 'alice')
  expectThrottled(await attempt(idp, from, 'alice', ALICE.password))
  idp.clock.forward(901)
  expect((await attempt(idp, from, 'alice', ALICE.password)).status).toBe(303)
})
