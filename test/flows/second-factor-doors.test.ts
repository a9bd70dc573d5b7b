/** Rules that require a second factor (D-A8), for each way to sign in, at every door. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ClientInput, ConfigurationInput } from '../../lib/config/configuration.ts'
import { ACR_PASSWORD, ACR_TWO_FACTORS } from '../../policies/authentication-context.ts'
import { RECENT_SIGN_IN_SECONDS } from '../../policies/recent-sign-in.ts'
import { type Person, person } from '../support/actors.ts'
import { type Browser, openBrowser, type Page, type Stop } from '../support/browser.ts'
import { starterOn } from '../support/deployments.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { CONF2, TRUSTED } from '../support/fixtures.ts'
import { gatedVisitor } from '../support/gated-visitor.ts'
import { giveRoles } from '../support/given-roles.ts'
import { atHost, koaSite } from '../support/host-site.ts'
import { type Idp, runningIdp, startIdp } from '../support/idp.ts'
import { enterPanel, textIn } from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import type { TokenSet } from '../support/relying-party.ts'
import { BASE, directoryAt, folderEntry, group, startSlapd, user } from '../support/slapd.ts'
import { type CreationOptions, softwareAuthenticator } from '../support/software-authenticator.ts'
import { buttonOf } from '../support/upstream-visitor.ts'
import { formOf, headingOf, pageOf, visitor } from './portal-visitor.ts'
import { enrolApp, newPerson, optionsOn, withApp } from './second-factor-visitor.ts'
import { clientOf, connectorTo, signInThere } from './upstream-company.ts'

const SET_UP = 'Set up two-step verification'
const HERE = 'http://localhost:9/sso'
const WIKI = { clientId: 'wiki', url: 'https://wiki.example.com' }
const OWN = { ...CONF2, client_id: 'own-rule', consent: 'trusted' } as const
const CLIENTS: ConfigurationInput['clients'] = [
  TRUSTED,
  { ...OWN, access: { secondFactor: true } },
  { client_id: WIKI.clientId, client_type: 'confidential', gate: { url: WIKI.url } },
]
const loginOf = (role: string) => ({ username: `some-${role}`, password: `the long password of ${role}` })
const ROLES = ['nothing', 'finance', 'sso:admin'] as const
const uidOf = (role: string): string => loginOf(role).username.replace(':', '-')

const slapd = await startSlapd({
  ldif: [
    ...ROLES.map((role) => user(uidOf(role), loginOf(role).password)),
    folderEntry('groups'),
    ...ROLES.map((role) => group(role.replace(':', '-'), [`uid=${uidOf(role)},${BASE}`])),
  ].join(''),
})
const there = await runningIdp({
  clients: ['plain', 'proving'].map((id) => ({ ...clientOf(HERE, id), scopes: ['openid', 'profile', 'roles'] })),
  accounts: ROLES.map((role) => ({ sub: `there-${role}`, ...loginOf(role), roles: [`the ${role}`] })),
})
const connector = (id: string) => ({
  ...connectorTo(there, id),
  scopes: ['openid', 'profile', 'roles'],
  roles: { claim: 'roles', map: { 'the finance': ['finance'], 'the sso:admin': ['sso:admin'] } },
})
const LOGIN: ConfigurationInput['login'] = {
  upstreams: [connector('plain'), { ...connector('proving'), secondFactor: { acr: [ACR_PASSWORD] } }],
}
const LDAP = {
  ...directoryAt(slapd.url),
  groups: { base: `ou=groups,${BASE}` },
  roles: { finance: ['finance'], 'sso-admin': ['sso:admin'] },
}

const signInPage = async (idp: Idp, browser: Browser, client: ClientInput): Promise<Page> =>
  pageOf(await browser.visit(idp.party(client).request().address))

type Role = (typeof ROLES)[number]
/** Signs in from the sign-in page of an app. @returns what follows */
type Way = (idp: Idp, browser: Browser, page: Page, role: Role) => Promise<Stop>
const byProvider =
  (id: string): Way =>
  async (_idp, browser, stop, role) =>
    browser.visit(await signInThere(there, { browser, stop, id }, loginOf(role)))
const byName = async (idp: Idp, role: Role) => {
  const { sub, username, password } = await readyUser(idp, `person-${(people += 1)}`)
  await giveRoles(idp, sub, role)
  return { username, password }
}
let people = 0

/** Kinds of sign-ins, and the strength that each reaches. */
const WAYS: readonly (readonly [kind: string, acr: string, way: Way])[] = [
  ['password', ACR_PASSWORD, async (idp, browser, page, role) => browser.submit(page, await byName(idp, role))],
  [
    'passkey',
    ACR_TWO_FACTORS,
    async (idp, browser, page, role) => {
      const owner = await byName(idp, role)
      const authenticator = softwareAuthenticator(new URL(idp.issuer).origin)
      const first = openBrowser(idp)
      const setUp = pageOf(await first.submit(await signInPage(idp, first, OWN), owner))
      const options = (await optionsOn(first, setUp)) as never as CreationOptions
      await first.submit(setUp, { passkey: authenticator.create(options) })
      return browser.submit(page, { passkey: authenticator.get(await optionsOn(browser, page)) })
    },
  ],
  [
    'LDAP',
    ACR_PASSWORD,
    (_idp, browser, page, role) => browser.submit(page, { ...loginOf(role), username: uidOf(role) }),
  ],
  ['a provider', ACR_PASSWORD, byProvider('plain')],
  ['a provider that proves two factors', ACR_TWO_FACTORS, byProvider('proving')],
]

type Rule = NonNullable<ConfigurationInput['login']>['secondFactor']
const DOORS = ['app', 'silently', 'own-rule', 'portal', 'panel', 'host', 'gate'] as const
type Door = (typeof DOORS)[number]
const ALL = DOORS.filter((door) => door !== 'panel')
const OFFLINE = { scope: 'openid offline_access' }
const from = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Rules, the role of the user, and the doors at which the user must use two factors. */
const RULES: readonly (readonly [string, Rule, Role, readonly Door[]])[] = [
  ['no user', { require: 'nobody' }, 'sso:admin', ['own-rule']],
  ['administrators, and the user is one', { require: 'administrators' }, 'sso:admin', DOORS],
  ['administrators, and the user is none', { require: 'administrators' }, 'finance', ['own-rule']],
  ['all users', { require: 'everybody' }, 'nothing', ALL],
  ['all users, since yesterday', { require: 'everybody', from: from(-1) }, 'nothing', ALL],
  ['all users, from tomorrow', { require: 'everybody', from: from(2) }, 'sso:admin', ['own-rule']],
  ['a role that the user has', { require: { roles: ['legal', 'finance'] } }, 'finance', ALL],
  ['a role that the user does not have', { require: { roles: ['finance'] } }, 'sso:admin', ['own-rule', 'panel']],
]

/** Whether the browser, whose user is signed in, is let through a door. */
const LET_THROUGH: Readonly<Record<Door, (idp: Idp, browser: Browser) => Promise<boolean>>> = {
  app: (idp, browser) => isLetThrough(browser, idp.party(TRUSTED).request().address),
  async silently(idp, browser) {
    const { headers } = await browser.go(idp.party(TRUSTED).request({ prompt: 'none' }).address)
    const { error, code } = Object.fromEntries(new URL(headers.location ?? '').searchParams)
    expect([error, code === undefined]).toEqual(
      code === undefined ? ['interaction_required', true] : [undefined, false],
    )
    return code !== undefined
  },
  'own-rule': (idp, browser) => isLetThrough(browser, idp.party(OWN).request().address),
  portal: (_idp, browser) => isLetThrough(browser, '/portal/security'),
  panel: (_idp, browser) => isLetThrough(browser, '/admin/'),
  host: (idp, browser) => isLetThrough(browser, new URL('/members', idp.issuer).href),
  async gate(idp, browser) {
    const at = gatedVisitor(idp, WIKI, browser)
    return (await at.enter('/')).status === 200
  },
}
async function isLetThrough(browser: Browser, address: string): Promise<boolean> {
  const stop = await browser.visit(address)
  if (stop.at === 'page' && headingOf(stop) === SET_UP) return false
  expect(stop.answer.text).not.toContain('name="password"')
  return true
}

describe.each(['embedded', 'redis'] as const)('on the store %s:', (store) => {
  const start = starterOn({ store, mount: 'koa' })

  it.each(RULES)('two factors are required of %s', async (_, secondFactor, role, doors) => {
    const idp = await start({
      issuer: HERE,
      site: koaSite,
      options: { clients: CLIENTS, login: { ...LOGIN, secondFactor, offerPasskey: false }, ldap: LDAP },
    })
    for (const [kind, acr, way] of WAYS) {
      const browser = openBrowser(atHost(idp))
      const stop = await way(idp, browser, await signInPage(idp, browser, TRUSTED), role)
      const isStopped = acr === ACR_PASSWORD && doors.includes('app')
      expect([kind, stop.at === 'external' ? 'app' : headingOf(stop)]).toEqual([kind, isStopped ? SET_UP : 'app'])
      for (const door of DOORS.filter((one) => one !== 'panel' || role === 'sso:admin')) {
        const isThrough = acr === ACR_TWO_FACTORS || !doors.includes(door)
        expect([kind, door, await LET_THROUGH[door](idp, browser)]).toEqual([kind, door, isThrough])
      }
    }
    await idp.stop()
  })
})

it('a user of a provider signs in there again before setting up a second factor', async () => {
  const idp = await startIdp({ issuer: HERE, options: { clients: CLIENTS, login: { ...LOGIN, offerPasskey: false } } })
  const browser = openBrowser(idp)
  const stop = await signInPage(idp, browser, TRUSTED)
  await browser.visit(await signInThere(there, { browser, stop, id: 'plain' }, loginOf('nothing')))
  idp.clock.forward(RECENT_SIGN_IN_SECONDS + 1)
  const again = await signInPage(idp, browser, OWN)
  expect(headingOf(again)).toBe('Confirm it’s you')
  const { url } = await browser.submit(again, {}, buttonOf(again, 'plain'))
  expect(new URL(url).searchParams.get('max_age')).toBe(String(RECENT_SIGN_IN_SECONDS))
  await idp.stop()
})

it('tokens of a trusted browser end when trusted browsers no longer count', async () => {
  const storage = embeddedStorage()
  const start = (trustedBrowsers: boolean, issuer?: string): Promise<Idp> =>
    startIdp({
      ...(issuer === undefined ? {} : { issuer }),
      options: { storage, clients: CLIENTS, login: { secondFactor: { trustedBrowsers }, offerPasskey: false } },
    })
  const idp = await start(true)
  const { owner, app } = await withApp(idp)
  const browser = openBrowser(idp)
  const step = pageOf(
    await browser.submit(await signInPage(idp, browser, OWN), { username: owner.username, password: owner.password }),
  )
  expect((await browser.submit(step, { code: app.code(), trust: 'on' })).at).toBe('external')
  for (const { uid } of await idp.portico.sessions.list(owner.sub)) await idp.portico.sessions.end(owner.sub, uid)
  const own = idp.party(OWN)
  const first = await person(idp, owner, browser).signIn(own, OFFLINE)
  const tokens = (await own.refresh(first.refresh_token)).json() as TokenSet
  const node = await start(false, idp.issuer)
  node.clock.forward((idp.clock.now() - node.clock.now()) / 1000)
  expect((await own.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
  expectInactive(await own.introspect(tokens.access_token, {}, { node }))
  expectError(await own.refresh(tokens.refresh_token, {}, { node }), 400, 'invalid_grant', 'second_factor_required')
  expect((await own.refresh(tokens.refresh_token)).status).toBe(200)
})

const JSON_ONLY = { headers: { accept: 'application/json' } }

describe('a rule begins to hold', () => {
  const day = from(1)
  /** A minute before the day. */
  async function startBefore(): Promise<Idp> {
    const login = { secondFactor: { require: 'everybody', from: day }, offerPasskey: false } as const
    const idp = await startIdp({ site: koaSite, mount: 'koa', options: { clients: CLIENTS, login } })
    idp.clock.forward((Date.parse(day) - idp.clock.now()) / 1000 - 60)
    return idp
  }
  /** A user with an open session at every door, and what an app holds. */
  async function signedIn(idp: Idp, twoFactors: boolean) {
    const { sub, ...login } = await newPerson(idp)
    await giveRoles(idp, sub, 'sso:admin')
    if (twoFactors) {
      const app = await enrolApp(idp, visitor(idp, login))
      const browser = openBrowser(atHost(idp))
      const step = pageOf(await browser.submit(await signInPage(idp, browser, TRUSTED), login))
      await browser.submit(step, { code: app.code() })
      return openDoors(idp, person(idp, login, browser))
    }
    return openDoors(idp, person(idp, login, openBrowser(atHost(idp))))
  }
  async function openDoors(idp: Idp, who: Person) {
    const app = idp.party(TRUSTED)
    const tokens = await who.signIn(app, OFFLINE)
    const grant = await who.authorize(app)
    const [portal, panel] = [
      pageOf(await who.browser.visit('/portal/profile')),
      pageOf(await who.browser.visit('/admin/')),
    ]
    const gate = gatedVisitor(idp, WIKI, who.browser)
    expect((await gate.enter('/')).status).toBe(200)
    expect(await LET_THROUGH.host(idp, who.browser)).toBe(true)
    return { who, app, tokens, grant, portal, panel, gate }
  }

  it('the portal names the day, and from the day on the end of a grace', async () => {
    const idp = await startBefore()
    const [late, ready, chief] = [await newPerson(idp), await newPerson(idp), await newPerson(idp)]
    await giveRoles(idp, chief.sub, 'sso:admin')
    await enrolApp(idp, visitor(idp, ready))
    const said = async (who: typeof late, path: string): Promise<string> =>
      textIn((await visitor(idp, who).open(path)).answer.text)
    for (const path of ['/', '/security']) expect(await said(late, path)).toMatch(/From \w+, .* you need two-step/)
    expect(await said(ready, '/')).not.toContain('you need two-step')
    const panel = await enterPanel(idp, chief)
    await panel.send(await panel.open(`/users/${late.sub}/factors`), '/grace', { until: day })
    for (const path of ['/', '/security']) expect(await said(late, path)).toMatch(/without two-step verification until/)
    idp.clock.forward(61)
    expect(await said(late, '/')).toMatch(/without two-step verification until/)
  })

  it('for a session of one factor every door closes, and for one of two factors none', async () => {
    const idp = await startBefore()
    const weak = await signedIn(idp, false)
    const strong = await signedIn(idp, true)
    idp.clock.forward(61)
    const other = await idp.anotherNode()
    for (const node of [idp, other]) {
      expectInactive(await weak.app.introspect(weak.tokens.access_token, {}, { node }))
      expectInactive(await weak.app.introspect(weak.tokens.refresh_token, {}, { node }))
      expectError(await weak.app.userinfo(weak.tokens.access_token, node), 401, 'invalid_token', 'token_invalid')
      const refused = [
        await weak.app.exchange(weak.grant, {}, { node }),
        await weak.app.refresh(weak.tokens.refresh_token, {}, { node }),
      ]
      for (const answer of refused) expectError(answer, 400, 'invalid_grant', 'second_factor_required')
    }
    expect((await weak.gate.ask('/')).status).toBe(302)
    expect(
      (
        await idp.send('host:/members', {
          headers: { ...JSON_ONLY.headers, cookie: weak.who.browser.cookies.header('/') ?? '' },
        })
      ).status,
    ).toBe(401)
    const form = await weak.who.browser.submit(weak.portal, {}, formOf(weak.portal, { to: '/sign-out' }))
    expect(headingOf(form)).toBe(SET_UP)
    for (const door of ['portal', 'panel', 'host', 'silently'] as const)
      expect([door, await LET_THROUGH[door](idp, weak.who.browser)]).toEqual([door, false])

    for (const door of DOORS) expect([door, await LET_THROUGH[door](idp, strong.who.browser)]).toEqual([door, true])
    expect((await strong.gate.ask('/')).status).toBe(200)
    expect((await strong.app.exchange(strong.grant)).status).toBe(200)
    expect((await strong.app.refresh(strong.tokens.refresh_token)).status).toBe(200)
  })
})
