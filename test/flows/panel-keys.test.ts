/** The signing keys in the panel: what each does now, and what is to come. */
import { ACCOUNTS, ALICE, CLIENTS, CONF, PUB } from '../support/fixtures.ts'
import { enterPanel, flashOn, PANEL_ACCOUNTS, textIn, VIEWER } from '../support/panel-visitor.ts'
import { headerOf } from '../support/relying-party.ts'
import { runningPanel } from '../support/running.ts'

const { idp, admin } = await runningPanel({ accounts: PANEL_ACCOUNTS, clients: [], keys: { rotateAfterDays: 30 } })

const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    idp.clock.now() + days * 86_400_000,
  )

it('the current key signs until the rotation that the settings plan, and the next one from then on', async () => {
  const { answer } = await admin.open('/keys')
  const text = textIn(answer.text)
  expect(text).toContain(`Signs until ${dayIn(30)}`)
  expect(text).toContain(`Signs from ${dayIn(30)}`)
  // Next and current, each as a bar and as a row; what is planned is said to be.
  expect([...answer.text.matchAll(/<svg class="sso-bar"/g)]).toHaveLength(2)
  expect([...answer.text.matchAll(/<th scope="row"/g)]).toHaveLength(2)
  expect(text).toContain('(planned)')
})

it('after a rotation the page shows when the last token of the former key has ended', async () => {
  // Long enough for the next key to have been published.
  idp.clock.forward(700)
  const again = await enterPanel(idp)
  const after = await again.send(await again.open('/keys/rotate'), '/keys/rotate')
  const text = textIn(after.answer.text)
  expect(text).toMatch(/Previous.*Tokens until \w/s)
  expect(text).toContain(`Signs until ${dayIn(30)}`)
  expect([...after.answer.text.matchAll(/<svg class="sso-bar"/g)]).toHaveLength(3)
})

describe('withdrawing the current key', () => {
  it('shows how many users and apps it affects, and needs the end of the ID', async () => {
    const { idp: house, admin: owner } = await runningPanel({ clients: CLIENTS })
    const alice = house.user(ALICE)
    const conf = house.party(CONF)
    const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
    await alice.signIn(house.party(PUB))
    const kid = String(headerOf(tokens.access_token)['kid'])
    const page = await owner.open('/keys/withdraw')
    const text = textIn(page.answer.text)
    expect(text).toContain(kid)
    expect(text).toMatch(/2 users are signed in to 2 apps\..*1 of the apps is public/s)
    const wrong = await owner.send(page, '/keys/withdraw', { confirm: 'none' })
    expect(wrong.answer.status).toBe(422)
    expect((await conf.userinfo(tokens.access_token)).status).toBe(200)
    const done = await owner.send(await owner.open('/keys/withdraw'), '/keys/withdraw', { confirm: kid.slice(-4) })
    expect(flashOn(done)).toBe('The key was withdrawn. The next key signs now.')
    expect((await conf.userinfo(tokens.access_token)).status).toBe(401)
    const refreshed = (await conf.refresh(tokens.refresh_token ?? '')).json() as { access_token: string }
    expect(headerOf(refreshed.access_token)['kid']).not.toBe(kid)
    expect((await conf.userinfo(refreshed.access_token)).status).toBe(200)
    const { entries } = await house.portico.audit.list({ kind: 'changes' }, undefined, 5)
    expect(entries[0]).toMatchObject({ event: 'key.withdrawn', actor: 'u-admin' })
  })

  it('withdraws the key that was shown, although another node has rotated since', async () => {
    const { idp: house } = await runningPanel({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] })
    const other = await house.anotherNode()
    const [shown, next] = house.portico.keys
      .list()
      .toSorted((a, b) => a.state.localeCompare(b.state))
      .map(({ kid }) => kid)
    house.clock.forward(700)
    await house.portico.keys.rotate()
    const owner = await enterPanel(other)
    await owner.send(await owner.open('/keys/withdraw'), '/keys/withdraw', { confirm: shown?.slice(-4) ?? '' })
    const kids = other.portico.keys.list().map(({ kid }) => kid)
    expect([kids.includes(shown ?? ''), kids.includes(next ?? '')]).toEqual([false, true])
  })

  it('is not for viewers', async () => {
    const { idp: house } = await runningPanel({ accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] })
    const viewer = await enterPanel(house, VIEWER)
    expect((await viewer.open('/keys')).answer.text).not.toContain('/keys/withdraw')
    expect((await viewer.browser.go('/admin/keys/withdraw')).status).toBe(403)
  })
})
