/** People come from the host, whose directory may fail, hang, or answer with somebody else (D-A1; REL-31, REL-32). */
import type { User, UserDirectory } from '../../lib/index.ts'
import { person } from '../support/actors.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError, expectUnavailable } from '../support/expect.ts'
import { ALICE, CONF } from '../support/fixtures.ts'
import type { Idp } from '../support/idp.ts'
import { claimsOf, type RelyingParty, relyingParty } from '../support/relying-party.ts'

type Mood = 'well' | 'throws' | 'hangs' | 'confused'
const MOST_MS = 5_000

forEachDeployment((start, { store, mount }) => {
  let mood: Mood = 'well'
  let idp: Idp
  let conf: RelyingParty

  async function answer(found: User | undefined): Promise<User | undefined> {
    if (mood === 'throws') throw new Error('connection to ldap://10.0.0.1 refused')
    if (mood === 'hangs') return new Promise(() => {})
    return mood === 'confused' && found !== undefined ? { ...found, sub: 'u-somebody-else' } : found
  }
  const accounts: UserDirectory = {
    find: (sub) => answer(sub === ALICE.sub ? { sub, name: ALICE.name, roles: ['editor'] } : undefined),
    authenticate: ({ username, password }) =>
      answer(username === ALICE.username && password === ALICE.password ? { sub: ALICE.sub } : undefined),
  }
  beforeAll(async () => {
    idp = await start({ options: { accounts } })
    conf = relyingParty(idp, CONF)
  })
  afterEach(() => {
    mood = 'well'
  })

  it('who it knows signs in, with what it says of them', async () => {
    const tokens = await person(idp).signIn(conf, { scope: 'openid profile roles' })
    expect(claimsOf(tokens.id_token).sub).toBe(ALICE.sub)
    expect((await conf.userinfo(tokens.access_token)).json()).toEqual({
      sub: ALICE.sub,
      name: ALICE.name,
      roles: ['editor'],
    })
  })

  // Waiting for it is the same everywhere, and long.
  const ways = store === 'embedded' && mount === 'root' ? (['throws', 'hangs'] as const) : (['throws'] as const)
  it.each(ways)('it %s: 503 in bounded time, and nothing is used up', async (how) => {
    const alice = person(idp)
    const tokens = await alice.signIn(conf, { scope: 'openid offline_access' })
    const grant = await alice.authorize(conf)
    mood = how
    const at = performance.now()
    const answers = await Promise.all([
      conf.exchange(grant),
      conf.refresh(tokens.refresh_token),
      conf.userinfo(tokens.access_token),
      alice.browser.go(conf.request({ prompt: 'none' }).address, { headers: { accept: '*/*' } }),
    ])
    for (const given of answers) expectUnavailable(given)
    expect(performance.now() - at).toBeLessThan(MOST_MS)
    mood = 'well'
    expect((await conf.exchange(grant)).status).toBe(200)
    expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
    expect((await conf.userinfo(tokens.access_token)).status).toBe(200)
  })

  it('it throws while somebody signs in: the page says so, and the password works afterwards', async () => {
    const browser = openBrowser(idp)
    const page = (await browser.visit(conf.request().address)) as Page
    mood = 'throws'
    const login = { username: ALICE.username, password: ALICE.password }
    const refused = (await browser.submit(page, login)) as Page
    expect([refused.answer.status, Number(refused.answer.headers['retry-after']) > 0]).toEqual([503, true])
    expect(refused.answer.text).not.toMatch(/ldap|battery/)
    expect(idp.log.text()).toContain('ldap')
    expect(idp.log.text()).not.toContain('battery')
    mood = 'well'
    expect((await person(idp, ALICE, browser).walk(await browser.submit(refused, login))).url).toContain('code=')
  })

  it('it answers with somebody else: no token and no claim of theirs comes out', async () => {
    const alice = person(idp)
    const tokens = await alice.signIn(conf, { scope: 'openid profile offline_access' })
    const grant = await alice.authorize(conf)
    mood = 'confused'
    for (const given of [
      await conf.exchange(grant),
      await conf.refresh(tokens.refresh_token),
      await conf.userinfo(tokens.access_token),
    ]) {
      expect(given.status).toBeGreaterThanOrEqual(500)
      expectError(given, given.status, given.json().error as string)
    }
    mood = 'well'
    expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
  })
})
