/**
 * An account has a separate bound, from any IP addresses (D-G14; policies/sign-in-throttle.ts): after a hundred wrong
 * passwords in a row unknown browsers must wait; the owner's does not.
 */
import { StoreUnavailable } from '../../lib/index.ts'
import { type Browser, openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { ALICE, BOB } from '../support/fixtures.ts'
import { type Answer, inParallel } from '../support/http.ts'
import { type Idp, sharedIdp } from '../support/idp.ts'
import { enterPanel, flashOn, formTo, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { attempt, doorOf, UNTHROTTLED } from '../support/sign-in-door.ts'
import { until } from '../support/until.ts'
import { audited } from './portal-visitor.ts'

const LOCKED = 422
const SIGNED_IN = 303

const tried = async (idp: Idp, username: string, password: string, browser?: Browser): Promise<Answer> =>
  attempt(await doorOf(idp, browser, { prompt: 'login' }), username, password)
const fail = (idp: Idp, times: number, username: string = ALICE.username): Promise<Answer[]> =>
  inParallel(times, 8, (index) => tried(idp, username, `guess ${index}`))
const right = async (idp: Idp, browser?: Browser): Promise<number> =>
  (await tried(idp, ALICE.username, ALICE.password, browser)).status

forEachDeployment((start) => {
  const idp = sharedIdp(
    () => start({ options: { login: { throttle: UNTHROTTLED }, accounts: [...PANEL_ACCOUNTS, ALICE, BOB] } }),
    beforeEach,
  )

  it('after a hundred wrong ones the right one is ignored in an unknown browser, for a quarter of an hour', async () => {
    const statuses = new Set((await fail(idp, 99)).map(({ status }) => status))
    expect([...statuses]).toEqual([LOCKED])
    expect(await right(idp)).toBe(SIGNED_IN)
    await fail(idp, 100)
    expect(await right(idp)).toBe(LOCKED)
    expect((await tried(idp, BOB.username, BOB.password)).status).toBe(SIGNED_IN)
    // Tries made meanwhile prolong nothing.
    idp.clock.forward(600)
    await fail(idp, 20)
    idp.clock.forward(301)
    expect(await right(idp)).toBe(SIGNED_IN)
  })

  it('tries that have to wait are none of the row: one address alone locks nothing', async () => {
    const usual = await start({ options: { trustProxy: 1 } })
    const from = (address: string): Idp => ({
      ...usual,
      send: (path, message = {}) =>
        usual.send(path, { ...message, headers: { 'x-forwarded-for': address, ...message.headers } }),
    })
    const statuses = (await fail(from('198.51.100.1'), 150)).map(({ status }) => status)
    expect(statuses.filter((status) => status !== 429)).toHaveLength(10)
    expect(await right(from('198.51.100.2'))).toBe(SIGNED_IN)
  })

  it('of more entries than the page of the user reads, the panel counts wrong passwords as “at least”', async () => {
    const proxied = await start({
      options: { trustProxy: 1, login: { throttle: UNTHROTTLED }, accounts: [...PANEL_ACCOUNTS, ALICE] },
    })
    await inParallel(103, 8, (index) => {
      const headers = { 'x-forwarded-for': `198.51.${index}.1` }
      const from = {
        ...proxied,
        send: (path, message = {}) => proxied.send(path, { ...message, headers: { ...headers, ...message.headers } }),
      } satisfies Idp
      return tried(from, ALICE.username, `guess ${index}`)
    })
    const { audit } = proxied.portico
    await until(async () => (await audit.list({ user: ALICE.sub }, undefined, 200)).entries.length > 100)
    const { answer } = await (await enterPanel(proxied)).open(`/users/${ALICE.sub}`)
    expect(textIn(answer.text)).toMatch(/Sign-in is paused until .*at least \d+ since the last sign-in/)
  })

  it('a lockout that could not be begun begins with the next try, and ends as any other', async () => {
    const { records } = idp.portico.storage
    await fail(idp, 99)
    const { put } = records
    records.put = (kind, ...more) =>
      kind.startsWith('sign-in-')
        ? Promise.reject(new StoreUnavailable('as planted'))
        : put.call(records, kind, ...more)
    expect((await tried(idp, ALICE.username, 'guess')).status).toBe(503)
    records.put = put
    expect(await right(idp)).toBe(LOCKED)
    idp.clock.forward(901)
    expect(await right(idp)).toBe(SIGNED_IN)
  })

  it('ten more are open after a lockout, and then comes the next', async () => {
    await fail(idp, 100)
    idp.clock.forward(901)
    await fail(idp, 10)
    expect(await right(idp)).toBe(LOCKED)
    idp.clock.forward(901)
    expect(await right(idp)).toBe(SIGNED_IN)
    await fail(idp, 99)
    expect(await right(idp)).toBe(SIGNED_IN)
  })

  it('a browser that is known to the account is unaffected; one that is known to another account is not', async () => {
    const [hers, his] = [openBrowser(idp), openBrowser(idp)]
    expect(await right(idp, hers)).toBe(SIGNED_IN)
    expect((await tried(idp, BOB.username, BOB.password, his)).status).toBe(SIGNED_IN)
    await fail(idp, 100)
    expect(await right(idp, his)).toBe(LOCKED)
    expect(await right(idp, hers)).toBe(SIGNED_IN)
  })

  it('after "sign out everywhere" no browser is known any more', async () => {
    const hers = openBrowser(idp)
    expect(await right(idp, hers)).toBe(SIGNED_IN)
    await idp.portico.sessions.endAll(ALICE.sub)
    await fail(idp, 100)
    expect(await right(idp, hers)).toBe(LOCKED)
  })

  it('an administrator sees the lockout and ends it', async () => {
    await fail(idp, 100)
    const admin = await enterPanel(idp)
    const page = await admin.open(`/users/${ALICE.sub}`)
    expect(page.answer.text).toContain('Sign-in is paused until')
    const after = await admin.send(page, '/unlock')
    expect(flashOn(after)).toContain('can try again now')
    expect(after.at === 'page' && after.answer.text.includes('Sign-in is paused until')).toBe(false)
    expect(() => formTo(after as Page, '/unlock')).toThrow()
    expect((await audited(idp, 'account.unlocked')).user).toBe(ALICE.sub)
    expect(await right(idp)).toBe(SIGNED_IN)
  })

  it('an unknown name is refused in the same way', async () => {
    const [known, unknown] = [await fail(idp, 101), await fail(idp, 101, 'unknown')]
    expect(unknown.at(-1)?.status).toBe(known.at(-1)?.status)
  })
})
