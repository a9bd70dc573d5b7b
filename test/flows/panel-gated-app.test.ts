/** Gated apps in the panel: registered, handed over, changed, limited; the same rule and trail as in other places. */
import type { Page } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import { gatedVisitor } from '../support/gated-visitor.ts'
import { flashOn, issuesOn, PANEL_ACCOUNTS, registerInPanel, secretOn, textIn } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'

const FILE = { client_id: 'from-file', client_type: 'confidential', gate: { url: 'https://file.example.com' } } as const
const NO_SCOPES = { scope_profile: '', scope_email: '' }
const GATE = { client_type: 'gate', redirect_uris: '', post_logout_redirect_uris: '', ...NO_SCOPES }

const { idp, admin } = await runningPanel({ clients: [FILE], accounts: [ALICE, ...PANEL_ACCOUNTS] })

const changesOf = async (client: string) =>
  (await idp.portico.audit.list({ client, group: 'client' }, undefined, 20)).entries
    .toReversed()
    .map(({ event, changes }) => [event, changes])

it('is registered by its address, gets no secret, and what its proxy needs can be copied', async () => {
  const page = await registerInPanel(admin, 'wiki', { ...GATE, gate_url: 'https://wiki.example.com', assertion: 'on' })
  expect(page.answer.status).toBe(200)
  expect(secretOn(page)).toBeUndefined()
  for (const text of [`proxy_pass http://127.0.0.1:${idp.port}/gate?app=wiki;`, 'forward_auth', 'lua-load', 'Gated'])
    expect(page.answer.text).toContain(text)
  expect(await idp.portico.clients.find('wiki')).toMatchObject({
    type: 'confidential',
    gate: { url: 'https://wiki.example.com', assertion: true },
    redirectUris: ['https://wiki.example.com/.portico/wiki/callback'],
    consent: 'trusted',
  })
  const alice = gatedVisitor(idp, { clientId: 'wiki', url: 'https://wiki.example.com' })
  const let_in = await alice.enter('/')
  expect([let_in.status, let_in.headers['remote-user']]).toEqual([200, 'alice'])
  expect(let_in.headers['x-portico-assertion']).toBeDefined()
  for (const tab of words`overview settings scopes security lifecycle activity configuration test-user`)
    expect([tab, (await admin.open(`/clients/wiki/${tab}`)).answer.status]).toEqual([tab, 200])
  expect(textIn((await admin.open('/clients/wiki/security')).answer.text)).not.toContain('Rotate')
})

it('its proxy’s files name the app’s URL that is entered, and none with syntax of a proxy', async () => {
  await registerInPanel(admin, 'grafana', { ...GATE, gate_url: 'https://grafana.example.com' })
  const at = async (upstream: string) =>
    (await admin.open(`/clients/grafana/configuration?upstream=${upstream}`)).answer
  const shown = await at('https://app.internal:8443/')
  expect(shown.status).toBe(200)
  for (const text of [
    'proxy_pass https://app.internal:8443;',
    'server app app.internal:8443 ssl',
    'settings of Grafana',
  ])
    expect(shown.text).toContain(text)
  const refused = await at('http://a;include/x')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Enter a URL without a path')
  expect(refused.text).not.toContain('proxy_pass http://a;')
})

it('without a URL, or with an invalid one, is refused at its field, and the input stays', async () => {
  for (const [gate_url, issue] of [
    ['', 'App URL must be a full URL'],
    ['https://x.example.com/?a', 'App URL cannot contain a query'],
    ['http://x.example.com', 'App URL can use http only for localhost'],
    [
      'https://x.example.com/.portico/y',
      'App URL cannot be under /.portico, which is reserved for the service on the app’s host',
    ],
    // Cookies know no port.
    [
      'http://localhost:8081',
      'App URL cannot be on the same host as the service, panel, or portal, because browsers would send Portico’s cookies to it',
    ],
  ] as const) {
    const page = await registerInPanel(admin, 'invalid', { ...GATE, gate_url })
    expect([page.answer.status, issuesOn(page)]).toEqual([422, [issue]])
    expect(page.answer.text).toContain('value="gate" checked')
  }
  expect(await idp.portico.clients.find('invalid')).toBeUndefined()
})

it('is changed and limited, and stays gated; the trail has the former values', async () => {
  await registerInPanel(admin, 'notes', { ...GATE, gate_url: 'https://notes.example.com' })
  const settings = await admin.open('/clients/notes/settings')
  expect(settings.answer.text).not.toContain('name="redirect_uris"')
  const saved = await admin.send(settings, '/settings', { gate_url: 'https://n.example.com', name: 'Our notes' })
  expect(flashOn(saved)).toContain('Our notes')
  const scopes = await admin.open('/clients/notes/scopes')
  expect(scopes.answer.text).not.toContain('name="scope_profile"')
  // The affected users are shown first.
  const asked = (await admin.send(scopes, '/scopes', { access: 'roles', access_roles: 'editor' })) as Page
  expect((await idp.portico.clients.find('notes'))?.access).toBeUndefined()
  await admin.send(asked, '/scopes')
  const again = await admin.open('/clients/notes/scopes')
  await admin.send(again, '/scopes', { access: 'roles', access_roles: 'editor' })
  expect(await idp.portico.clients.find('notes')).toMatchObject({
    clientName: 'Our notes',
    gate: { url: 'https://n.example.com', assertion: false },
    redirectUris: ['https://n.example.com/.portico/notes/callback'],
    scopes: ['openid', 'profile', 'email', 'roles'],
    access: { roles: ['editor'] },
  })
  const changes = await changesOf('notes')
  expect(changes[0]).toMatchObject(['client.created', { gate: [null, ['https://notes.example.com']] }])
  expect(changes).toContainEqual([
    'client.changed',
    expect.objectContaining({ gate: [['https://notes.example.com'], ['https://n.example.com']] }),
  ])
  expect(changes.flatMap(([, each]) => Object.keys(each ?? {})).filter((field) => field === 'scopes')).toHaveLength(1)
})

it('is found by its kind, and asked for nothing that only the protocol has', async () => {
  await registerInPanel(admin, 'desk', { ...GATE, gate_url: 'https://desk.example.com' })
  const listed = async (type: string): Promise<readonly (string | undefined)[]> =>
    [...(await admin.open(`/clients?type=${type}`)).answer.text.matchAll(/\/admin\/clients\/([^/"]+)\/overview"/g)].map(
      ([, id]) => id,
    )
  expect(await listed('gate')).toEqual(expect.arrayContaining(['desk', 'from-file']))
  expect(await listed('gate')).not.toContain('sso-admin')
  expect(await listed('confidential')).toContain('sso-admin')
  expect(await listed('confidential')).not.toContain('desk')
  expect((await admin.open('/clients/desk/overview')).answer.text).not.toContain('Reads userinfo')
  const revoking = textIn((await admin.open('/clients/desk/revoke-tokens')).answer.text)
  expect(revoking).toContain('will go through sign-in')
  expect(revoking).not.toContain('The app won’t be notified')
})

it('ends with the session, and its end shows no warning that it continues', async () => {
  await registerInPanel(admin, 'board', { ...GATE, gate_url: 'https://board.example.com' })
  const alice = gatedVisitor(idp, { clientId: 'board', url: 'https://board.example.com' })
  expect((await alice.enter('/')).status).toBe(200)
  const asked = await admin.open(`/sessions/end?subject=${ALICE.sub}&scope=everywhere`)
  expect(textIn(asked.answer.text)).toMatch(/Will be notified.*board/)
  expect(textIn(asked.answer.text)).not.toContain('Won’t be notified')
  await admin.send(asked, '/sessions/end')
  expect((await alice.ask('/')).status).toBe(302)
})

it('of the configuration is read-only', async () => {
  for (const tab of ['settings', 'scopes']) {
    const { text } = (await admin.open(`/clients/from-file/${tab}`)).answer
    expect(text).not.toContain('Save changes')
  }
  expect(textIn((await admin.open('/clients/from-file/settings')).answer.text)).toContain('https://file.example.com')
})

it('is a tile of the portal that leads to it, for who may open it', async () => {
  await registerInPanel(admin, 'tiles', { ...GATE, environment: 'live', gate_url: 'https://tiles.example.com/home' })
  const alice = gatedVisitor(idp, { clientId: 'tiles', url: 'https://tiles.example.com/home' })
  expect((await alice.enter('/home')).status).toBe(200)
  const home = await alice.browser.visit(`${idp.issuer}/portal/`)
  expect(home.answer.text).toContain('href="https://tiles.example.com/home"')
})
