/** Apps that are limited to roles (D-A4): which users may enter, and what ends when a user may no longer. */
import type { ClientInput } from '../../lib/config/configuration.ts'
import type { User } from '../../lib/index.ts'
import { StoreUnavailable } from '../../lib/index.ts'
import { type Page, titleOf } from '../support/browser.ts'
import { forEachDeployment } from '../support/deployments.ts'
import { expectError, expectInactive } from '../support/expect.ts'
import { ACCOUNTS, ALICE, BC1, BOB, CONF } from '../support/fixtures.ts'
import { giveRoles } from '../support/given-roles.ts'
import { type Idp, runningIdp, sharedIdp } from '../support/idp.ts'
import { enterPanel, PANEL_ACCOUNTS, textIn } from '../support/panel-visitor.ts'
import { registeredParty } from '../support/registered-party.ts'
import type { RelyingParty, TokenSet } from '../support/relying-party.ts'
import { audited } from './portal-visitor.ts'

const limited = (client: ClientInput, ...roles: string[]): ClientInput => ({ ...client, access: { roles } })
const OFFLINE = { scope: 'openid offline_access' }
/** Alice is an editor, Bob is nothing. */
const EDITORS = limited({ ...BC1, owner_email: 'owner@example.com', client_name: 'The Desk' }, 'editor', 'chief')

async function expectDead(idp: Idp, party: RelyingParty, tokens: TokenSet): Promise<void> {
  expectInactive(await party.introspect(tokens.access_token, {}, { node: idp }))
  expectInactive(await party.introspect(tokens.refresh_token, {}, { node: idp }))
  expectError(await party.userinfo(tokens.access_token, idp), 401, 'invalid_token')
  expectError(await party.refresh(tokens.refresh_token, {}, { node: idp }), 400, 'invalid_grant')
}

forEachDeployment((start) => {
  it('who has none of the roles sees whom to ask, and leads the app back with access_denied', async () => {
    const idp = await start({ options: { clients: [EDITORS, CONF] } })
    const desk = idp.party(EDITORS)
    const bob = idp.user(BOB)
    const { request, ...signIn } = await bob.open(desk)
    const page = (await bob.browser.submit(signIn as Page, BOB)) as Page
    expect(page.answer.status).toBe(403)
    expect(titleOf(page.answer.text)).toContain('The Desk')
    expect(textIn(page.answer.text)).toContain('owner@example.com')
    const answer = new URL((await bob.browser.submit(page, { action: 'cancel' })).url).searchParams
    expect(Object.fromEntries(answer)).toMatchObject({
      error: 'access_denied',
      error_ref: 'access_rule',
      state: request.state,
      iss: idp.issuer,
    })
    // He is signed in all the same, to unlimited apps; and no denied app is shown.
    await bob.signIn(idp.party(CONF))
    const silent = await bob.browser.go(desk.request({ prompt: 'none' }).address)
    expect(new URL(silent.headers.location ?? '').searchParams.get('error_ref')).toBe('access_rule')
  })

  it('a role that is taken away ends that app immediately, on every node, and no other', async () => {
    const idp = await start({ options: { clients: [EDITORS, CONF] } })
    const other = await idp.anotherNode()
    const [desk, open] = [idp.party(EDITORS), idp.party(CONF)]
    const alice = idp.user()
    const grant = await alice.authorize(desk)
    const [tokens, others] = [await alice.signIn(desk, OFFLINE), await alice.signIn(open, OFFLINE)]
    await giveRoles(other, ALICE.sub, 'reader')
    expectError(await desk.exchange(grant, {}, { node: other }), 400, 'invalid_grant')
    for (const node of [idp, other]) await expectDead(node as Idp, desk, tokens)
    expect((await open.refresh(others.refresh_token)).status).toBe(200)
    expect((await open.userinfo(others.access_token)).status).toBe(200)
    // Refused sessions are over, also when the role comes back; a new sign-in is not.
    await giveRoles(idp, ALICE.sub, 'chief')
    expectError(await desk.refresh(tokens.refresh_token), 400, 'invalid_grant')
    const again = await alice.signIn(desk, OFFLINE)
    expect((await desk.refresh(again.refresh_token, {}, { node: other })).status).toBe(200)
  })

  it('other roles than those that matter end nothing, and are checked once', async () => {
    const idp = await start({ options: { clients: [EDITORS] } })
    const desk = idp.party(EDITORS)
    const tokens = await idp.user().signIn(desk, OFFLINE)
    await giveRoles(idp, ALICE.sub, 'editor')
    expect((await desk.userinfo(tokens.access_token)).status).toBe(200)
    const next = (await desk.refresh(tokens.refresh_token)).json() as TokenSet
    expect((await desk.refresh(next.refresh_token)).status).toBe(200)
  })

  it('a configuration that gives an account other roles ends the apps that they opened', async () => {
    const idp = await start({ options: { clients: [EDITORS] } })
    const desk = idp.party(EDITORS)
    const tokens = await idp.user().signIn(desk, OFFLINE)
    await idp.portico.accounts?.adopt([
      { ...ALICE, roles: ['reader'], permissions: [], status: 'active' },
      { ...BOB, roles: [], permissions: [], status: 'active' },
    ] as never)
    await expectDead(idp, desk, tokens)
  })
})

describe('a rule that is narrowed in the panel', () => {
  const idp = sharedIdp({ clients: [], accounts: [...ACCOUNTS, ...PANEL_ACCOUNTS] })

  it('lists first which users it affects, and ends what they hold there, with a notice, and nothing else', async () => {
    const admin = await enterPanel(idp)
    const backchannel_logout_uri = 'https://desk.example/out'
    const desk = await registeredParty(idp, admin, 'desk', { backchannel_logout_uri })
    const bob = idp.user(BOB)
    const [alices, bobs] = [await idp.user().signIn(desk, OFFLINE), await bob.signIn(desk, OFFLINE)]
    const form = await admin.open('/clients/desk/scopes')
    const kept = { scope_profile: 'on', scope_email: 'on', scope_offline_access: 'on', consent: 'once' }

    const empty = (await admin.send(form, '/scopes', { ...kept, access: 'roles', access_roles: ' \n ' })) as Page
    expect(empty.answer.status).toBe(422)
    expect(textIn(empty.answer.text)).toContain('Enter at least one role')

    const question = (await admin.send(form, '/scopes', { ...kept, access: 'roles', access_roles: 'editor' })) as Page
    const words = textIn(question.answer.text)
    expect(words).toContain('Limit access to The desk?')
    expect(words).toContain('bob')
    expect(words).not.toContain('Alice Doe')
    expect(words).toContain('1 of them is signed in to the app now')
    // Only asked yet.
    expect((await desk.userinfo(bobs.access_token)).status).toBe(200)

    expect(textIn(((await admin.send(question, '/scopes')) as Page).answer.text)).toContain('were saved')
    expect((await idp.portico.clients.find('desk'))?.access).toEqual({ roles: ['editor'] })
    await expectDead(idp, desk, bobs)
    expect((await desk.userinfo(alices.access_token)).status).toBe(200)
    expect((await desk.refresh(alices.refresh_token)).status).toBe(200)
    const { entries: deliveries } = await idp.portico.deliveries.list({ limit: 10 })
    expect(deliveries).toMatchObject([{ clientId: 'desk', subject: BOB.sub, occasion: 'access-end' }])
    expect((await audited(idp, 'client.changed')).changes).toEqual({ access: [null, ['editor']] })

    // Bob's access is withdrawn already, so the app is not notified of the next change.
    const saved = async (fields: Readonly<Record<string, string>>): Promise<unknown> => {
      const page = (await admin.send(await admin.open('/clients/desk/scopes'), '/scopes', {
        ...kept,
        ...fields,
      })) as Page
      if (textIn(page.answer.text).includes('Limit access to The desk?')) await admin.send(page, '/scopes')
      return (await idp.portico.clients.find('desk'))?.access
    }
    const notified = async () =>
      (await idp.portico.deliveries.list({ limit: 10 })).entries.map(({ subject }) => subject)
    expect(await saved({ access: 'roles', access_roles: 'auditor' })).toEqual({ roles: ['editor', 'auditor'] })
    expect(await saved({ access: 'roles', access_roles: ' ' })).toEqual({ roles: ['editor'] })
    expect(await notified()).toEqual([BOB.sub])
    // Access that is given again, used in the same session, and ends again is one more notification.
    expect(await saved({ access: 'all-users' })).toBeUndefined()
    await bob.signIn(desk, OFFLINE)
    expect(await saved({ access: 'roles', access_roles: 'editor' })).toEqual({ roles: ['editor'] })
    expect(await notified()).toEqual([BOB.sub, BOB.sub])
    expect(textIn((await admin.open('/clients/desk/activity')).answer.text)).toMatch(/has access.*All users.*editor/)
  })

  it('offers the roles that users hold, with their numbers, and names a role that no user holds', async () => {
    const admin = await enterPanel(idp)
    await registeredParty(idp, admin, 'offers')
    const form = await admin.open('/clients/offers/scopes')
    const offered = [...form.answer.text.matchAll(/name="access_role" value="([^"]*)".*?<\/label>/gs)]
    const counts = new Map(offered.map(([box, role = '']) => [role, textIn(box).replace(/^[^·]*· /, '')]))
    expect(counts.get('editor')).toBe('1')
    expect(counts.get('sso:admin')).toBe('2')
    expect(textIn(form.answer.text)).not.toContain('No user has')

    const chosen = { consent: 'once', access: 'roles', access_role: 'editor', access_roles: 'edtior', lost: 'known' }
    await admin.send(form, '/scopes', chosen)
    expect((await idp.portico.clients.find('offers'))?.access).toEqual({ roles: ['editor', 'edtior'] })
    const saved = await admin.open('/clients/offers/scopes')
    expect(textIn(saved.answer.text)).toContain('No user has the role edtior.')
    expect(saved.answer.text).toMatch(/name="access_role" value="editor" checked/)
    expect(/<textarea[^>]*name="access_roles"[^>]*>([^<]*)/.exec(saved.answer.text)?.[1]).toBe('edtior')
  })

  it('lists first which users must set up two-step verification, if the app now requires it', async () => {
    const admin = await enterPanel(idp)
    const strict = await registeredParty(idp, admin, 'strict')
    const { access_token } = await idp.user().signIn(strict)
    const form = await admin.open('/clients/strict/scopes')
    const wanted = { consent: 'once', access: 'all-users', second_factor: 'on' }
    const both = (await admin.send(form, '/scopes', { ...wanted, access: 'roles', access_roles: 'editor' })) as Page
    expect(textIn(both.answer.text)).toMatch(/Limit access to.*1 user of the app must set up.*Alice Doe/)
    const question = (await admin.send(form, '/scopes', wanted)) as Page
    const words = textIn(question.answer.text)
    expect(words).toMatch(
      /Require two-step verification for The strict\?.*5 users of the app must set up.*Alice Doe.*bob/,
    )
    expect((await strict.userinfo(access_token)).status).toBe(200)
    const saved = (await admin.send(question, '/scopes')) as Page
    expect(textIn(saved.answer.text)).toContain('were saved')
    expect((await idp.portico.clients.find('strict'))?.access).toEqual({ secondFactor: true })
    expect(textIn((await admin.open('/clients/strict/activity')).answer.text)).toMatch(
      /All users.*All users, Require two-step verification/,
    )
    const again = (await admin.send(await admin.open('/clients/strict/scopes'), '/scopes', wanted)) as Page
    expect(textIn(again.answer.text)).not.toContain('must set up')
  })

  it('asks for no confirmation when it is widened, and shows what a user may do and why', async () => {
    const admin = await enterPanel(idp)
    const form = await admin.open('/clients/desk/scopes')
    const saved = (await admin.send(form, '/scopes', {
      consent: 'once',
      access: 'roles',
      access_roles: 'editor\nauditor\neditor',
    })) as Page
    expect(textIn(saved.answer.text)).toContain('were saved')
    expect((await idp.portico.clients.find('desk'))?.access).toEqual({ roles: ['editor', 'auditor'] })
    const tried = async (user: string): Promise<string> =>
      textIn((await admin.open(`/clients/desk/test-user?user=${user}`)).answer.text)
    expect(await tried('alice')).toContain('Alice Doe can access The desk. Roles that allow this: editor')
    expect(await tried('bob')).toMatch(
      /bob can’t access The desk: access is limited to users with one of these roles: editor.* auditor\. bob has no roles/,
    )
  })
})

describe('with a directory of the host’s own', () => {
  const users = new Map<string, User>()
  let isDown = false
  const idp = sharedIdp({
    clients: [EDITORS, CONF],
    accounts: {
      endsTokens: true,
      find: (sub) => {
        if (isDown) throw new Error('the directory is down')
        return users.get(sub)
      },
      authenticate: ({ username }) => users.get(`u-${username}`),
    },
    access: { canSignIn: (_user, { clientId }) => clientId !== CONF.client_id || mayEnter },
  })
  let mayEnter = true
  beforeEach(() => {
    isDown = false
    mayEnter = true
    users.set('u-eve', { sub: 'u-eve', name: 'Eve', roles: ['editor'] })
  })
  const eve = { username: 'eve', password: 'anything' }

  it('roles are those that it has at the moment, at authorize, exchange and refresh', async () => {
    const desk = idp.party(EDITORS)
    const visitor = idp.user(eve)
    const [grant, tokens] = [await visitor.authorize(desk), await visitor.signIn(desk, OFFLINE)]
    users.set('u-eve', { sub: 'u-eve', roles: ['editors'] })
    expectError(await desk.exchange(grant), 400, 'invalid_grant')
    expectError(await desk.refresh(tokens.refresh_token), 400, 'invalid_grant')
    expect((await visitor.browser.visit(desk.request().address)).answer.status).toBe(403)
    // Until the host reports it, access tokens live out their quarter of an hour.
    expect((await desk.introspect(tokens.access_token)).json()).toMatchObject({ active: true })
    await idp.portico.sessions.rolesChanged('u-eve')
    expectInactive(await desk.introspect(tokens.access_token))
  })

  it('a directory that does not answer is no verdict: 503, and the refresh token is as good as before', async () => {
    const desk = idp.party(EDITORS)
    const tokens = await idp.user(eve).signIn(desk, OFFLINE)
    await idp.portico.sessions.rolesChanged('u-eve')
    isDown = true
    expectError(await desk.refresh(tokens.refresh_token), 503, 'temporarily_unavailable')
    expectError(await desk.introspect(tokens.access_token), 503, 'temporarily_unavailable')
    isDown = false
    const next = (await desk.refresh(tokens.refresh_token)).json() as TokenSet
    expect((await desk.introspect(next.access_token)).json()).toMatchObject({ active: true })
  })

  it('the host’s own rule is asked at the exchange and at every refresh as well', async () => {
    const conf = idp.party(CONF)
    const visitor = idp.user(eve)
    const [grant, tokens] = [await visitor.authorize(conf), await visitor.signIn(conf, OFFLINE)]
    mayEnter = false
    const refused = await conf.refresh(tokens.refresh_token)
    expectError(refused, 400, 'invalid_grant')
    expect(refused.json()).toMatchObject({ error_ref: 'access_rule' })
    expectError(await conf.exchange(grant), 400, 'invalid_grant')
    mayEnter = true
    expect((await conf.refresh(tokens.refresh_token)).status).toBe(200)
  })
})

it('a store that fails while the user is checked again leaves the refresh token as it was', async () => {
  const idp = await runningIdp({ clients: [EDITORS] })
  const desk = idp.party(EDITORS)
  const tokens = await idp.user().signIn(desk, OFFLINE)
  await giveRoles(idp, ALICE.sub, 'editor')
  const { documents } = idp.portico.storage
  const read = documents.read
  Object.assign(documents, {
    read: async () => {
      throw new StoreUnavailable('gone', false)
    },
  })
  expectError(await desk.refresh(tokens.refresh_token), 503, 'temporarily_unavailable')
  Object.assign(documents, { read })
  expect((await desk.refresh(tokens.refresh_token)).status).toBe(200)
})
