/** Scopes that a deployment declares (D-T16): asked for, consented to, released and lost like the six. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { ConfigurationInput } from '../../lib/config/configuration.ts'
import type { PorticoOptions, User } from '../../lib/index.ts'
import { issuesOf } from '../config/issues.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { expectError } from '../support/expect.ts'
import { ACCOUNTS, ALICE, BOB, CONF } from '../support/fixtures.ts'
import { type Idp, runningIdp, sharedIdp, startIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, registerInPanel, textIn } from '../support/panel-visitor.ts'
import { claimsOf, type TokenSet } from '../support/relying-party.ts'

const SCOPES: NonNullable<ConfigurationInput['scopes']> = {
  groups: {
    claims: ['groups'],
    label: { en: 'See your groups', de: 'Ihre Gruppen sehen' },
    description: { en: 'The teams that you belong to', de: 'Die Teams, zu denen Sie gehören' },
  },
  desk: { claims: ['desk', 'https://example.com/floor'], label: 'Know where you sit' },
}
const APP = { ...CONF, scopes: ['openid', 'profile', 'offline_access', 'groups', 'desk'] }
const ALL = 'openid offline_access groups desk'

const start = (options: Partial<PorticoOptions> = {}): Promise<Idp> =>
  runningIdp({
    scopes: SCOPES,
    clients: [APP],
    accounts: [
      { ...ALICE, claims: { groups: ['finance', 'audit'], desk: 12 } },
      { ...BOB, roles: ['editor'] },
      ...PANEL_ACCOUNTS,
    ],
    idTokenClaims: 'scopes',
    ...options,
  })

describe('declared scopes', () => {
  const idp = sharedIdp(start)

  it('release their claims at userinfo and in the ID token, and nothing else does', async () => {
    const app = idp.party(APP)
    const tokens = await idp.user().signIn(app, { scope: ALL })
    expect(tokens.scope).toBe(ALL)
    const claims = { groups: ['finance', 'audit'], desk: 12 }
    expect((await app.userinfo(tokens.access_token)).json()).toEqual({ sub: ALICE.sub, ...claims })
    expect(claimsOf(tokens.id_token)).toMatchObject(claims)
    expect((await app.introspect(tokens.access_token)).json()).toMatchObject({ active: true, scope: ALL })
    const bare = await idp.user().signIn(app, { scope: 'openid profile' })
    expect((await app.userinfo(bare.access_token)).json()).not.toHaveProperty('groups')
    expect(claimsOf(bare.id_token)).not.toHaveProperty('desk')
  })

  it('groups are the roles of who has none', async () => {
    const app = idp.party(APP)
    const tokens = await idp.user(BOB).signIn(app, { scope: 'openid groups desk' })
    expect((await app.userinfo(tokens.access_token)).json()).toEqual({ sub: BOB.sub, groups: ['editor'] })
  })

  it('are refreshed whole or narrower, and never wider', async () => {
    const app = idp.party(APP)
    const first = await idp.user().signIn(app, { scope: 'openid offline_access groups' })
    const narrower = (await app.refresh(first.refresh_token, { scope: 'groups openid' })).json() as TokenSet
    expect(narrower.scope).toBe('openid groups')
    expect(claimsOf(narrower.id_token)).toMatchObject({ sub: ALICE.sub, groups: ['finance', 'audit'] })
    expect((await app.userinfo(narrower.access_token)).json()).toEqual({ sub: ALICE.sub, groups: ['finance', 'audit'] })
    expectError(await app.refresh(narrower.refresh_token, { scope: 'openid desk' }), 400, 'invalid_scope')
    expect(((await app.refresh(narrower.refresh_token)).json() as TokenSet).scope).toBe('openid offline_access groups')
  })

  it.each([
    ['en', 'See your groups', 'The teams that you belong to'],
    ['de', 'Ihre Gruppen sehen', 'Die Teams, zu denen Sie gehören'],
    ['ar', 'See your groups', 'The teams that you belong to'],
  ])('the consent page speaks of them in words of the deployment (%s)', async (languages, label, description) => {
    const browser = openBrowser(idp, { languages })
    const signIn = (await browser.visit(idp.party(APP).request({ scope: ALL }).address)) as Page
    const page = (await browser.submit(signIn, { username: BOB.username, password: BOB.password })) as Page
    const words = textIn(page.answer.text)
    for (const text of [label, description, 'Know where you sit']) expect(words).toContain(text)
  })

  it('administrators allow and take them like the six', async () => {
    const admin = await enterPanel(idp)
    await registerInPanel(admin, 'grafana', { scope_groups: 'on' })
    expect((await idp.portico.clients.find('grafana'))?.scopes).toEqual([
      ...['openid', 'profile', 'email', 'offline_access'],
      'groups',
    ])
    const tab = await admin.open('/clients/grafana/scopes')
    expect(textIn(tab.answer.text)).toMatch(/groups\s*See your groups · Releases groups/)
    await admin.send(tab, '/scopes', { scope_groups: '', scope_desk: 'on', consent: 'once', access: 'all-users' })
    expect((await idp.portico.clients.find('grafana'))?.scopes).toEqual(expect.arrayContaining(['desk']))
    const tried = await admin.open(`/clients/conf/test-user?user=${ALICE.username}`)
    expect(textIn(tried.answer.text)).toContain('"finance"')
  })
})

it('a function of the host gives further claims, of declared scopes alone, and a failure of it is 503', async () => {
  const asked: (readonly [string, readonly string[]])[] = []
  let mood: 'well' | 'gone' = 'well'
  const users = new Map<string, User>([['u-eve', { sub: 'u-eve', name: 'Eve', claims: { desk: 1, groups: ['own'] } }]])
  const idp = await start({
    accounts: { find: (sub) => users.get(sub), authenticate: () => users.get('u-eve') },
    claims: ({ sub }, { scopes }) => {
      asked.push([sub, scopes])
      if (mood === 'gone') throw new Error('no answer')
      return { desk: 7, name: 'Mallory', sub: 'u-mallory', admin: true }
    },
  })
  const app = idp.party(APP)
  const eve = idp.user({ username: 'eve', password: 'x' })
  const plain = await eve.signIn(app, { scope: 'openid profile' })
  expect((await app.userinfo(plain.access_token)).json()).toMatchObject({ name: 'Eve' })
  expect(asked).toEqual([])
  const tokens = await eve.signIn(app, { scope: 'openid profile groups desk' })
  const known = { sub: 'u-eve', name: 'Eve', groups: ['own'], desk: 7 }
  expect((await app.userinfo(tokens.access_token)).json()).toEqual(known)
  expect(asked).toContainEqual(['u-eve', ['openid', 'profile', 'groups', 'desk']])
  mood = 'gone'
  expectError(await app.userinfo(tokens.access_token), 503, 'temporarily_unavailable')
})

it('a scope that is declared no longer is lost to every client, and the rest goes on', async () => {
  const storage = embeddedStorage()
  const registered = { ...APP, client_id: 'later' }
  const before = await start({ storage, clients: [] })
  const admin = await enterPanel(before)
  await registerInPanel(admin, 'later', { scope_groups: 'on', redirect_uris: 'https://later.example/callback' })
  const secret = (await before.portico.clients.rotateSecret('later', 'test')) as { readonly secret?: string }
  const app = { ...registered, client_secret: secret.secret ?? '', redirect_uris: ['https://later.example/callback'] }
  const tokens = await before.user().signIn(before.party(app), { scope: 'openid offline_access groups' })
  const after = await startIdp({
    issuer: before.issuer,
    options: { storage, clients: [], accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] },
  })
  const party = after.party(app)
  expectError(await party.refresh(tokens.refresh_token), 400, 'invalid_scope')
  expect(((await party.refresh(tokens.refresh_token, { scope: 'openid' })).json() as TokenSet).scope).toBe('openid')
  const { headers } = await after.send(party.request({ scope: 'openid groups' }).address)
  expect(new URL(headers.location ?? '').searchParams.get('error_ref')).toBe('scope_unknown')
  const page = await (await enterPanel(after)).open('/clients/later/scopes')
  expect(textIn(page.answer.text)).toMatch(/groups\s*This deployment no longer declares/)
})

it('what is not declared is an issue of clients and accounts, with a hint', () => {
  const scopes = { groups: { claims: ['groups'] } }
  const clients = [{ ...APP, scopes: ['openid', 'group'] }]
  const accounts = [{ sub: 'a', username: 'a', password: 'p', claims: { group: ['x'], team: 'y' } }]
  expect(issuesOf({ scopes, clients, accounts }).map(({ path, hint }) => `${path}: ${hint}`)).toEqual([
    'clients[0].scopes[1]: did you mean "groups"?',
    'accounts[0].claims.group: did you mean "groups"?',
    'accounts[0].claims.team: declare it in scopes',
  ])
})
