/** Two providers: the claims of one have no effect on the other's users, whatever the two have in common. */
import { grantOf } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { type LyingUpstream, startLyingUpstream } from '../support/lying-upstream.ts'
import { claimsOf } from '../support/relying-party.ts'
import { backFrom, companyAt } from '../support/upstream-arrival.ts'
import { audited } from './portal-visitor.ts'

const PROFILE = { preferred_username: 'ursula', email: 'ursula@example.com', email_verified: true }
const LOCAL = { sub: 'u-local', username: 'ursula', password: 'ursula has a long password', ...PROFILE }

const providers = new Map<string, LyingUpstream>()
for (const id of ['head', 'branch']) providers.set(id, await startLyingUpstream())
const upstreams = [...providers].map(([id, provider]) => ({
  ...companyAt(provider, id),
  name: id,
  firstSignIn: 'create' as const,
  roles: { claim: 'groups', map: { Sales: ['sales'], Admins: ['sso:admin'] } },
}))
const { preferred_username: _name, ...account } = LOCAL
const idp = await runningIdp({ login: { upstreams }, clients: [CONF], accounts: [account] })

/** The claims of userinfo here, of the user whom the provider calls `sub`. */
async function comes(id: string, sub: string, more: object = {}): Promise<Record<string, unknown>> {
  const there = providers.get(id)
  if (there === undefined) throw new Error('no such provider')
  const conf = idp.party(CONF)
  const visitor = idp.user()
  const { request, ...page } = await visitor.open(conf, { scope: 'openid profile email' })
  const back = await visitor.walk(
    await visitor.browser.visit(await backFrom(there, visitor.browser, page, { sub, ...PROFILE, ...more }, id)),
  )
  const tokens = (await conf.exchange(grantOf(back.url, request))).json() as { id_token: string; access_token: string }
  const userinfo = (await conf.userinfo(tokens.access_token)).json() as Record<string, unknown>
  expect(userinfo.sub).toBe(claimsOf(tokens.id_token).sub)
  return userinfo
}

it('users with the same address, name and sub at two providers and here are three users', async () => {
  const [head, branch] = [await comes('head', 'u1'), await comes('branch', 'u1')]
  expect([head.email, branch.email]).toEqual([PROFILE.email, PROFILE.email])
  expect(new Set([head.sub, branch.sub, LOCAL.sub, 'u1']).size).toBe(4)
  expect(new Set([head.preferred_username, branch.preferred_username, LOCAL.username]).size).toBe(3)
  expect((await comes('head', 'u1')).sub).toBe(head.sub)
})

it('what a provider makes of its user, and the roles that it gives and takes, are in the trail', async () => {
  const { sub } = await comes('head', 'u2', { preferred_username: 'rita', groups: ['Sales'] })
  const user = String(sub)
  expect((await audited(idp, 'account.created', user)).changes).toMatchObject({ roles: [[], ['sales']] })
  await comes('head', 'u2', { preferred_username: 'rita', groups: ['Admins'] })
  expect((await audited(idp, 'account.roles-changed', user)).changes).toEqual({ roles: [['sales'], ['sso:admin']] })
})

it('the address signs in the user of this service alone', async () => {
  const signedIn = await idp.user({ username: PROFILE.email, password: LOCAL.password }).signIn(idp.party(CONF))
  expect(claimsOf(signedIn.id_token).sub).toBe(LOCAL.sub)
})
