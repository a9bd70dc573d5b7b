/** Decisions of a host while users are signed in: which users may use which app, and with which roles (D-A1, D-T11). */
import type { AccessRules, User } from '../../lib/index.ts'
import type { Page, Stop } from '../support/browser.ts'
import { TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { claimsOf } from '../support/relying-party.ts'

const LOGIN = { username: 'hosted', password: 'any' }

let hosted: User
let rule: NonNullable<AccessRules['canSignIn']>
const idp = await runningIdp({
  accounts: { find: (sub) => (sub === hosted.sub ? hosted : undefined), authenticate: () => hosted },
  access: { canSignIn: (who, client) => rule(who, client) },
  idTokenClaims: 'scopes',
  host: { timeoutSeconds: 1 },
})

const app = idp.party(TRUSTED)
beforeEach(() => {
  hosted = { sub: 'h-1', name: 'Hosted', roles: ['clerk'], permissions: ['invoices:read'] }
  rule = () => true
})

const errorOf = ({ url }: Stop): string | null => new URL(url).searchParams.get('error')

describe('access.canSignIn', () => {
  const enter = async (who = idp.user(LOGIN)): Promise<Stop> => {
    const { request: _request, ...stop } = await who.open(app)
    return stop.at === 'page' ? who.browser.submit(stop, LOGIN) : stop
  }

  it('is asked with the user and the client, after the sign-in', async () => {
    const asked: unknown[] = []
    rule = (who, { clientId }) => {
      asked.push([who.sub, who.roles, clientId])
      return true
    }
    expect(new URL((await enter()).url).searchParams.get('code')).toBeTruthy()
    expect(asked).toContainEqual(['h-1', ['clerk'], 'trusted'])
  })

  it.each<[string, NonNullable<AccessRules['canSignIn']>]>([
    ['no', () => false],
    ['no, later', async () => false],
    ['nothing', (() => undefined) as unknown as () => boolean],
    ['a text', (() => 'no') as unknown as () => boolean],
  ])(
    'that returns %s denies the sign-in: the user is informed, the app gets access_denied, and no code',
    async (_name, says) => {
      rule = says
      const who = idp.user(LOGIN)
      const page = await enter(who)
      expect([page.at, page.answer.status]).toEqual(['page', 403])
      const stop = await who.browser.submit(page as Page, { action: 'cancel' })
      expect([errorOf(stop), stop.url.includes('code=')]).toEqual(['access_denied', false])
    },
  )

  const fails = (): never => {
    throw new Error('ldap-3.internal')
  }
  it.each<[string, NonNullable<AccessRules['canSignIn']>, string]>([
    ['fails', fails, 'ldap-3.internal'],
    ['never answers', () => new Promise(() => {}), 'the host did not respond in 1 s (host.timeoutSeconds)'],
  ])('that %s denies all users, in bounded time', async (_name, says, why) => {
    rule = says
    const stop = await enter()
    expect(stop.url).not.toContain('code=')
    expect(stop.answer.status >= 500 || errorOf(stop) === 'temporarily_unavailable').toBe(true)
    expect(stop.answer.text).not.toContain('ldap-3')
    expect(idp.log.lines.findLast(({ fields }) => fields['code'] === 'access-rule-failed')?.fields).toMatchObject({
      message: why,
    })
  })

  it('is asked at every authorization: who was let in before may be kept out now, of this app alone', async () => {
    const who = idp.user(LOGIN)
    await who.authorize(app)
    rule = (_who, { clientId }) => clientId !== 'trusted'
    expect(errorOf(await who.open(app, { prompt: 'none' }))).toBe('access_denied')
    expect(await who.authorize(idp.party())).toBeTruthy()
  })
})

describe('roles and permissions', () => {
  const SCOPE = { scope: 'openid roles permissions offline_access' }

  it('D-T11: are current: at userinfo immediately, in the ID token at the next refresh', async () => {
    const tokens = await idp.user(LOGIN).signIn(app, SCOPE)
    expect(claimsOf(tokens.id_token)).toMatchObject({ roles: ['clerk'], permissions: ['invoices:read'] })
    const now = { roles: ['clerk', 'auditor'], permissions: [] }
    hosted = { ...hosted, ...now }
    expect((await app.userinfo(tokens.access_token)).json()).toMatchObject(now)
    const refreshed = (await app.refresh(tokens.refresh_token)).json() as { readonly id_token: string }
    expect(claimsOf(refreshed.id_token)).toMatchObject(now)
  })

  it('open and close the panel as they come and go', async () => {
    hosted = { ...hosted, roles: ['sso:viewer'] }
    const who = idp.user(LOGIN)
    const stop = await who.browser.visit('/admin/')
    if (stop.at === 'page') await who.browser.submit(stop, LOGIN)
    expect((await who.browser.go('/admin/')).status).toBe(200)
    hosted = { ...hosted, roles: ['sso:viewers', 'not-sso:admin'] }
    expect((await who.browser.go('/admin/')).status).toBe(403)
  })
})
