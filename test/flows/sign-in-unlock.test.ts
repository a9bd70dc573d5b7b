/** An administrator sees until when wrong passwords pause a user's sign-in, and ends the pause (D-A2, D-G14). */
import { BUDGETS } from '../../policies/budgets.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { inParallel } from '../support/http.ts'
import { type Idp, runningIdp, sharedIdp } from '../support/idp.ts'
import { ADMIN, enterPanel, flashOn, formTo, PANEL_ACCOUNTS, textIn, VIEWER } from '../support/panel-visitor.ts'
import { attempt, doorOf } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'
import { audited, pageOf } from './portal-visitor.ts'
import { newPerson, withApp, withPassword } from './second-factor-visitor.ts'

const { accountAndAddress, address: ofNetwork } = BUDGETS.signIn
const HOME = '198.51.100.1'
const [SIGNED_IN, WRONG, WAIT] = [303, 422, 429]
const PAUSED = /Sign-in is paused until \d\d:\d\d UTC, for \d+ more minutes?\./

const tried = async (idp: Idp, username: string, password: string, from = HOME, browser = openBrowser(idp)) => {
  const door = await doorOf(idp, browser, { prompt: 'login' })
  return (await attempt(door, username, password, { 'x-forwarded-for': from })).status
}
const fail = (idp: Idp, names: readonly string[], times: number = accountAndAddress.limit, from?: string) =>
  inParallel(times, 4, (index) => tried(idp, names[index % names.length] as string, `guess ${index}`, from))

forEachDeployment((start) => {
  const idp = sharedIdp(
    () => start({ options: { trustProxy: 1, accounts: [...PANEL_ACCOUNTS, ALICE, BOB] } }),
    beforeEach,
  )
  const userPage = async (sub: string, as: typeof ADMIN | typeof VIEWER = ADMIN) => {
    const panel = await enterPanel(idp, as)
    const page = await panel.open(`/users/${sub}`)
    return { panel, page, text: textIn(page.answer.text) }
  }
  async function unlock(sub: string): Promise<string> {
    const { panel, page, text } = await userPage(sub)
    expect(text).toMatch(PAUSED)
    const after = pageOf(await panel.send(page, '/unlock'))
    expect(textIn(after.answer.text)).not.toMatch(PAUSED)
    expect(() => formTo(after, '/unlock')).toThrow()
    return flashOn(after)
  }

  it('after ten wrong passwords the page shows the pause, and once it is lifted the right one is accepted there', async () => {
    await fail(idp, ['alice'], accountAndAddress.limit - 1)
    expect((await userPage(ALICE.sub)).text).not.toMatch(PAUSED)
    await fail(idp, ['alice'], 1)
    const other = await userPage(ALICE.sub)
    expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
    expect((await userPage(BOB.sub)).text).not.toMatch(PAUSED)
    expect(await unlock(ALICE.sub)).toContain('can try again now')
    expect(await tried(idp, 'alice', ALICE.password)).toBe(SIGNED_IN)
    expect(await audited(idp, 'account.unlocked')).toMatchObject({ user: ALICE.sub, actor: ADMIN.sub })
    // The page of another administrator still has the button.
    expect(flashOn(await other.panel.send(other.page, '/unlock'))).toBe('Sign-in isn’t paused.')
  })

  it('covers every spelling and every network', async () => {
    const spellings = ['alice', 'ALICE', 'ａｌｉｃｅ', ALICE.email, ALICE.email.toUpperCase(), ` ${ALICE.email}`]
    const networks = [HOME, '198.51.100.2', '2001:db8:1:2::1']
    for (const from of networks) await fail(idp, spellings, 2 * spellings.length, from)
    for (const from of networks) expect([WRONG, WAIT]).toContain(await tried(idp, 'alice', ALICE.password, from))
    await unlock(ALICE.sub)
    for (const from of [...networks, '2001:db8:1:2:ffff::9'])
      for (const name of spellings)
        expect([name, await tried(idp, name, ALICE.password, from)]).toEqual([name, SIGNED_IN])
    // Guesses after it pause the user again.
    await fail(idp, ['alice'])
    expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
    expect((await userPage(ALICE.sub)).text).toMatch(PAUSED)
  })

  it('is lifted while guesses go on, and ends by itself', async () => {
    await fail(idp, ['alice'])
    const { panel, page } = await userPage(ALICE.sub)
    await Promise.all([fail(idp, ['alice'], 30, '198.51.100.3'), panel.send(page, '/unlock')])
    expect(await tried(idp, 'alice', ALICE.password)).toBe(SIGNED_IN)
    await fail(idp, [ALICE.email])
    expect((await userPage(ALICE.sub)).text).toMatch(PAUSED)
    idp.clock.forward(901)
    expect((await userPage(ALICE.sub)).text).not.toMatch(PAUSED)
  })

  it('a right password at the limit pauses nothing', async () => {
    await fail(idp, ['alice'], accountAndAddress.limit - 1)
    expect(await tried(idp, 'alice', ALICE.password)).toBe(SIGNED_IN)
    expect((await userPage(ALICE.sub)).text).not.toMatch(PAUSED)
  })

  it('an IP address that is paused for all users stays so, and the page and the message report it', async () => {
    await fail(idp, ['alice'])
    await inParallel(ofNetwork.limit, 4, (index) => tried(idp, index < 5 ? 'bob' : `user-${index}`, 'guess'))
    expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
    expect((await userPage(ALICE.sub)).text).toContain(`Sign-in from ${HOME} is paused for all users until`)
    expect(await unlock(ALICE.sub)).toContain('stays paused for all users')
    expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
    expect(await tried(idp, 'alice', ALICE.password, '198.51.100.4')).toBe(SIGNED_IN)
    // The other form lifts that, too, and the page of another user who was paused there no longer shows it.
    expect(await tried(idp, 'bob', BOB.password)).toBe(WAIT)
    expect((await userPage(BOB.sub)).text).toContain(`Sign-in from ${HOME} is paused`)
    const { panel, page } = await userPage(ALICE.sub)
    expect(flashOn(await panel.send(page, '/unlock', { network: 'true' }))).toContain('can try again now')
    expect((await userPage(BOB.sub)).text).not.toContain(`Sign-in from ${HOME} is paused`)
    for (const user of [ALICE, BOB]) expect(await tried(idp, user.username, user.password)).toBe(SIGNED_IN)
  })

  it('covers a known browser, and the page of a suspended user shows it', async () => {
    const browser = openBrowser(idp)
    const here = (password: string) => tried(idp, 'bob', password, HOME, browser)
    expect(await here(BOB.password)).toBe(SIGNED_IN)
    for (let times = 0; times < accountAndAddress.limit; times += 1) await here('guess')
    expect(await here(BOB.password)).toBe(WAIT)
    await unlock(BOB.sub)
    expect(await here(BOB.password)).toBe(SIGNED_IN)
    const owner = await newPerson(idp)
    await fail(idp, [owner.username])
    const { panel, page } = await userPage(owner.sub)
    await panel.send(await panel.open(`/users/${owner.sub}/suspend`), '/suspend')
    expect((await userPage(owner.sub)).text).toMatch(/Suspended\..*Sign-in is paused until/)
    expect(flashOn(await panel.send(page, '/unlock'))).toContain('can try again now')
  })

  it('wrong codes pause the user too', async () => {
    const { owner, app } = await withApp(idp)
    const code = async (typed: () => string) => {
      const { who, stop } = await withPassword(idp, owner)
      return (await who.browser.submit(pageOf(stop), { code: typed() })).answer.status
    }
    for (let times = 0; times < BUDGETS.secondStep.quarter.limit; times += 1) await code(() => '000000')
    expect(await code(app.code)).toBe(WAIT)
    const { panel, page, text } = await userPage(owner.sub)
    expect(text).toMatch(/Two-step codes are paused until \d\d:\d\d UTC, .* 10 wrong codes in 15 minutes\./)
    expect(text).not.toMatch(PAUSED)
    await panel.send(page, '/unlock')
    expect((await userPage(owner.sub)).text).not.toContain('codes are paused')
    expect(await code(app.code)).not.toBe(WAIT)
  })

  it('a viewer sees the pause, without the button', async () => {
    await fail(idp, ['alice'])
    const { page, text } = await userPage(ALICE.sub, VIEWER)
    expect(text).toMatch(PAUSED)
    expect(() => formTo(page as Page, '/unlock')).toThrow()
  })
})

it('the page counts the wrong passwords that caused the pause, and in parentheses all since the last sign-in', async () => {
  // Redis counts by its own clock, so the clock can be moved in the embedded store only.
  const idp = await runningIdp({ trustProxy: 1, accounts: [...PANEL_ACCOUNTS, ALICE] })
  await fail(idp, ['alice'], 4)
  idp.clock.forward(accountAndAddress.windowSeconds * 2)
  await fail(idp, ['alice'])
  // An attempt during the pause has an entry of its own, so that the log keeps the wrong passwords.
  expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
  // Entries are written a moment after the response.
  const counted = async (): Promise<number> =>
    (await idp.portico.audit.list({ user: ALICE.sub }, undefined, 9)).entries.reduce(
      (sum, { count = 1 }) => sum + count,
      0,
    )
  await until(async () => (await counted()) === 4 + accountAndAddress.limit + 1)
  const { answer } = await (await enterPanel(idp)).open(`/users/${ALICE.sub}`)
  expect(textIn(answer.text)).toMatch(
    /10 wrong passwords in 15 minutes\. The last .* from 198\.51\.100\.1 \(14 since the last sign-in\)\./,
  )
})

it('lifts a pause under other limits of login.throttle, too', async () => {
  const login = { throttle: { accountAndAddress: { limit: 5, windowSeconds: 720 } } }
  const idp = await runningIdp({ trustProxy: 1, accounts: [...PANEL_ACCOUNTS, ALICE], login })
  await fail(idp, ['alice'], 5)
  expect(await tried(idp, 'alice', ALICE.password)).toBe(WAIT)
  const panel = await enterPanel(idp)
  await panel.send(await panel.open(`/users/${ALICE.sub}`), '/unlock')
  expect(await tried(idp, 'alice', ALICE.password)).toBe(SIGNED_IN)
})
