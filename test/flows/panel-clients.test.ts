/** Clients in the panel, over HTTP and without scripts: valid and invalid forms, and the life of a client. */
import type { Page } from '../support/browser.ts'
import {
  ADMIN,
  clientForm,
  enterPanel,
  flashOn,
  issuesOn,
  registerInPanel,
  SECOND_ADMIN,
  secretOn,
  textIn,
} from '../support/panel-visitor.ts'
import { registeredParty } from '../support/registered-party.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'

const { idp, admin } = await runningPanel({ clients: [] })

async function refusedWith(more: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const page = await registerInPanel(admin, 'never-made', more)
  expect(await idp.portico.clients.find(more.client_id ?? 'never-made')).toBeUndefined()
  expect([422, 409]).toContain(page.answer.status)
  expect(page.answer.text).toContain('<title>Error: ')
  return issuesOn(page)
}

describe('ADM-01: the client id', () => {
  it.each([
    ['', 'Enter a client ID'],
    ['ab', 'Client ID must be 3 to 63 characters'],
    ['Billing', 'Client ID can only use lowercase letters, numbers, and hyphens'],
    ['__proto__', 'Client ID can only use lowercase letters, numbers, and hyphens'],
    ['-billing', 'Client ID must begin and end with a letter or a number'],
  ])('%j is refused (422): %s', async (client_id, text) => expect(await refusedWith({ client_id })).toEqual([text]))

  it.each(['abc', 'a--b', 'new', `long-${'a'.repeat(58)}`])('%s is taken', async (id) => {
    expect(secretOn(await registerInPanel(admin, id))).toMatch(/^sso_dev_/)
    expect((await admin.open(`/clients/${id}/settings`)).answer.status).toBe(200)
  })

  it('an id that is used is refused (409), and its client stays as it is', async () => {
    await registerInPanel(admin, 'taken')
    const page = await registerInPanel(admin, 'taken', {
      redirect_uris: 'https://other.example/callback',
      post_logout_redirect_uris: '',
    })
    expect([page.answer.status, issuesOn(page)]).toEqual([409, ['Client ID “taken” is already in use']])
    expect(secretOn(page)).toBeUndefined()
    expect((await idp.portico.clients.find('taken'))?.redirectUris).toEqual(['https://taken.example/callback'])
  })

  it('the audience of access tokens is no id: an ID token for it would be for the resource servers', async () => {
    const page = await registerInPanel(admin, 'sso-resource-api')
    expect([page.answer.status, issuesOn(page)]).toEqual([409, ['Client ID “sso-resource-api” is already in use']])
    expect(await idp.portico.clients.find('sso-resource-api')).toBeUndefined()
  })
})

describe('ADM-02: the redirect URI', () => {
  it.each([
    ['', 'live', 'Enter a redirect URI'],
    ['http://app.example/cb', 'live', 'Redirect URI must use https for a live client'],
    ['http://app.example/cb', 'development', 'Redirect URI can use http only for localhost'],
    ['https://*.example/cb', 'live', 'Redirect URI cannot contain *'],
    ['https://app.example/cb#part', 'live', 'Redirect URI cannot contain a fragment (#)'],
    ['https://me:pw@app.example/cb', 'live', 'Redirect URI cannot contain a username or password'],
    ['javascript:alert(1)', 'live', 'Redirect URI must be a full URL'],
    ['javascript://app.example/%0aalert(1)', 'live', 'Redirect URI must use https'],
    ['https://app.example/cb?code=1', 'live', 'Redirect URI cannot contain code, state, error, or iss in its query'],
    [
      'HTTPS://APP.example/cb',
      'live',
      'Redirect URI must use the form that browsers use: a lowercase scheme and host, and no default port. ' +
        'Write it as https://app.example/cb',
    ],
  ])('%s is refused for a %s client: %s', async (redirect_uris, environment, text) =>
    expect(await refusedWith({ redirect_uris, environment, post_logout_redirect_uris: '' })).toEqual([text]),
  )

  it('of several, the one that is meant is named, and one entered twice too', async () => {
    const redirect_uris = 'https://many.example/a\r\nhttps://many.example/a\nhttp://many.example/b'
    expect(await refusedWith({ redirect_uris, post_logout_redirect_uris: '' })).toEqual([
      'Redirect URI was entered twice: https://many.example/a',
      'Redirect URI can use http only for localhost: http://many.example/b',
    ])
  })

  it('http on localhost is taken for a development client', async () => {
    const page = await registerInPanel(admin, 'local', {
      redirect_uris: 'http://localhost:4000/cb\nhttp://127.0.0.1:4000/cb',
      post_logout_redirect_uris: '',
    })
    expect(page.answer.status).toBe(200)
  })
})

describe('ADM-03: a redirect URI belongs to one client', () => {
  it('another client that claims it, new or changed, is refused (409), and the page names the client that has it', async () => {
    await registerInPanel(admin, 'holder', { name: 'Payroll' })
    const wanted = { redirect_uris: 'https://holder.example/callback', post_logout_redirect_uris: '' }
    const created = await registerInPanel(admin, 'wanter', wanted)
    await registerInPanel(admin, 'changer')
    const settings = await admin.open('/clients/changer/settings')
    for (const page of [created, await admin.send(settings, '/settings', clientForm('changer', wanted))])
      expect([page.answer.status, issuesOn(page)]).toEqual([
        409,
        ['Already in use by Payroll (holder). Each redirect URI can belong to only one client'],
      ])
    expect(await idp.portico.clients.find('wanter')).toBeUndefined()
  })

  it('a path that differs by a slash or by case is another address', async () => {
    for (const [id, path] of Object.entries({ slash: 'callback/', case: 'Callback' })) {
      const more = { redirect_uris: `https://holder.example/${path}`, post_logout_redirect_uris: '' }
      expect((await registerInPanel(admin, id, more)).answer.status).toBe(200)
    }
  })
})

it('ADM-04: a logout URL of another origin is refused', async () =>
  expect(await refusedWith({ post_logout_redirect_uris: 'https://external.example/' })).toEqual([
    'Logout URL must have the same origin as the redirect URI (https://never-made.example)',
  ]))

it('all missing fields are reported together, and the input stays', async () => {
  const page = await admin.send(await admin.open('/clients/new'), '/admin/clients', {
    name: '',
    owner_email: 'unknown',
    redirect_uris: '',
    environment: 'live',
  })
  expect(issuesOn(page)).toEqual([
    'Enter a display name',
    'Enter a client ID',
    'Owner email must look like name@company.com',
    'Choose a client type',
    'Enter a redirect URI',
  ])
  expect(page.answer.text).toContain('value="unknown"')
  expect(page.answer.text).toMatch(/value="live" checked/)
})

it('the form is checked while it is filled in, with the words that the form itself would have', async () => {
  const page = await admin.open('/clients/new')
  const { csrf = '' } = page.forms.find(({ action }) => action.endsWith('/clients'))?.fields ?? {}
  const answer = await admin.post('/clients/validate', {
    csrf,
    ...clientForm('holder', { name: '$(id)', environment: 'live', backchannel_logout_uri: 'http://holder.example/bc' }),
  })
  expect(answer.json()).toMatchObject({
    fields: {
      client_id: ['Client ID “holder” is already in use'],
      redirect_uris: [
        'Already in use by \u2068Payroll\u2069 (holder). Each redirect URI can belong to only one client',
      ],
      backchannel_logout_uri: ['Back-channel URI must use https for a live client'],
    },
    origin: 'Origin https://holder.example · Callback path /callback',
  })
})

describe('ADM-05: going live', () => {
  it('with notices to a private address is refused, in the form and later, with a way out (D-S8)', async () => {
    const inside = 'https://169.254.169.254/back'
    expect(await refusedWith({ environment: 'live', backchannel_logout_uri: inside })).toEqual([
      expect.stringContaining('cannot point to this machine or a private IP address unless the configuration'),
    ])
    await registerInPanel(admin, 'inwards', { backchannel_logout_uri: inside })
    expect(flashOn(await admin.open('/clients/inwards/go-live'))).toContain('back-channel URI points to this machine')
    expect((await idp.portico.clients.find('inwards'))?.environment).toBe('development')
  })

  it('is refused over http, and names the address; over https it is done', async () => {
    await registerInPanel(admin, 'soon', { redirect_uris: 'http://localhost:4100/cb', post_logout_redirect_uris: '' })
    const notAllowed = await admin.open('/clients/soon/go-live')
    expect([notAllowed.answer.status, notAllowed.forms.some(({ action }) => action.endsWith('/go-live'))]).toEqual([
      409,
      false,
    ])
    expect(notAllowed.answer.text).toContain('http://localhost:4100/cb')
    const { csrf = '' } = notAllowed.forms[0]?.fields ?? {}
    await admin.post('/clients/soon/go-live', { csrf })
    expect((await idp.portico.clients.find('soon'))?.environment).toBe('development')

    await admin.send(await admin.open('/clients/soon/settings'), '/settings', {
      ...clientForm('soon'),
      redirect_uris: 'https://soon.example/cb',
    })
    const done = await admin.send(await admin.open('/clients/soon/go-live'), '/go-live')
    expect(flashOn(done)).toBe('The soon is live.')
    expect((await idp.portico.clients.find('soon'))?.environment).toBe('live')
    expect(flashOn(await admin.open('/clients/soon/go-live'))).toBe('The client is already live.')
  })
})

it('ADM-07: disabling ends codes, tokens and sign-ins of the client immediately, on all nodes; enabling revives none of them', async () => {
  const party = await registeredParty(idp, admin, 'ended')
  const other = await idp.anotherNode()
  const alice = idp.user()
  const tokens = await alice.signIn(party, { scope: 'openid offline_access' })
  const unused = await alice.authorize(party)

  const question = await admin.open('/clients/ended/disable')
  expect(textIn(question.answer.text)).toContain('1 user is signed in (1 device).')
  expect(flashOn(await admin.send(question, '/disable'))).toBe('The ended was disabled. Its tokens no longer work.')
  for (const node of [idp, other]) {
    expect((await party.userinfo(tokens.access_token, node)).status).toBe(401)
    for (const answer of [
      await party.refresh(tokens.refresh_token, {}, { node }),
      await party.exchange(unused, {}, { node }),
    ])
      expect([answer.status, answer.json().error]).toEqual([401, 'invalid_client'])
  }
  expect((await idp.send(party.request().address)).status).toBe(400)

  expect(flashOn(await admin.send(await admin.open('/clients/ended/lifecycle'), '/enable'))).toBe(
    'The ended was enabled.',
  )
  expect((await party.userinfo(tokens.access_token)).status).toBe(401)
  expect((await party.refresh(tokens.refresh_token)).json().error).toBe('invalid_grant')
  expect((await party.userinfo((await alice.signIn(party)).access_token)).status).toBe(200)
})

it('ADM-11: a public client gets no secret, now or later, and stays public', async () => {
  const page = await registerInPanel(admin, 'spa', { client_type: 'public' })
  expect([page.answer.status, secretOn(page)]).toEqual([200, undefined])
  expect(page.answer.text).not.toContain('OIDC_CLIENT_SECRET')
  expect(flashOn(await admin.open('/clients/spa/rotate-secret'))).toBe('A public client has no secret.')
  await admin.send(await admin.open('/clients/spa/settings'), '/settings', {
    ...clientForm('spa', { name: 'Renamed' }),
    client_type: 'confidential',
  })
  expect(await idp.portico.clients.find('spa')).toMatchObject({ clientName: 'Renamed', type: 'public' })
  expect((await idp.portico.clients.find('spa'))?.secretHash).toBeUndefined()
})

it('decommissioning asks for the id, frees it and its addresses, and keeps what happened', async () => {
  await registerInPanel(admin, 'leaving')
  const question = await admin.open('/clients/leaving/decommission')
  const wrong = await admin.send(question, '/decommission', { confirm: 'Leaving' })
  expect([wrong.answer.status, issuesOn(wrong)]).toEqual([422, ['Type leaving exactly as shown']])
  const done = await admin.send(question, '/decommission', { confirm: 'leaving' })
  expect(flashOn(done)).toBe('The leaving was decommissioned.')
  expect((await admin.open('/clients/leaving/settings')).answer.status).toBe(404)
  expect((await registerInPanel(admin, 'leaving')).answer.status).toBe(200)
  expect(
    (await idp.portico.audit.list({ client: 'leaving', group: 'client' }, undefined, 10)).entries.map(
      ({ event }) => event,
    ),
  ).toEqual(['client.created', 'client.decommissioned', 'client.created'])
})

it('two edits of one client: the later one is shown what changed and by whom, and loses none of its input', async () => {
  await registerInPanel(admin, 'edited')
  const second = await enterPanel(idp, SECOND_ADMIN)
  const [mine, theirs] = [await admin.open('/clients/edited/settings'), await second.open('/clients/edited/settings')]
  await second.send(theirs, '/settings', {
    ...clientForm('edited'),
    redirect_uris: 'https://edited.example/callback\nhttps://edited.example/second',
  })
  const conflict = await admin.send(mine, '/settings', clientForm('edited', { name: 'My name for it' }))
  expect(conflict.answer.status).toBe(409)
  const text = textIn(conflict.answer.text)
  for (const words of ['Sam Second', 'Redirect URIs', 'https://edited.example/second', 'My name for it'])
    expect(text).toContain(words)
  expect((await idp.portico.clients.find('edited'))?.clientName).toBe('The edited')
  expect(flashOn(await admin.send(conflict as Page, '/settings'))).toBe('My name for it was saved.')
  expect(await idp.portico.clients.find('edited')).toMatchObject({
    clientName: 'My name for it',
    redirectUris: ['https://edited.example/callback', 'https://edited.example/second'],
  })
})

it('a required second factor that was changed meanwhile is shown as such', async () => {
  await registerInPanel(admin, 'strict')
  const [mine, theirs] = [await admin.open('/clients/strict/scopes'), await admin.open('/clients/strict/scopes')]
  const question = await admin.send(theirs, '/scopes', { second_factor: 'on' })
  await admin.send(question as Page, '/scopes')
  const conflict = await admin.send(mine, '/scopes', { consent: 'always' })
  expect(conflict.answer.status).toBe(409)
  expect(textIn(conflict.answer.text)).toContain('Require two-step verificationOffOn')
  await admin.send(conflict as Page, '/scopes')
  expect(await idp.portico.clients.find('strict')).toMatchObject({ consent: 'always', access: { secondFactor: true } })
})

it('claims in the ID token are chosen next to the scopes, and left alone by other forms', async () => {
  await registerInPanel(admin, 'named')
  const save = async (change: Readonly<Record<string, string>>, without?: string): Promise<unknown> => {
    const page = await admin.open('/clients/named/scopes')
    const fields = page.forms.find(({ action }) => action.endsWith('/scopes'))?.fields ?? {}
    const sent = Object.fromEntries(Object.entries({ ...fields, ...change }).filter(([name]) => name !== without))
    expect((await admin.post('/clients/named/scopes', sent)).status).toBe(303)
    return (await idp.portico.clients.find('named'))?.idTokenClaims
  }
  // A choice equal to the default is none.
  expect(await save({ consent: 'always' })).toBeUndefined()
  expect(await save({ id_token_claims: 'on' })).toBe('scopes')
  await admin.send(await admin.open('/clients/named/settings'), '/settings', clientForm('named', { name: 'Names' }))
  expect((await idp.portico.clients.find('named'))?.idTokenClaims).toBe('scopes')
  expect(await save({ consent: 'once' })).toBe('scopes')
  expect(await save({}, 'id_token_claims')).toBe('none')
})

it('the servers of an app are listed in its settings, and an invalid range is reported at its field', async () => {
  await registerInPanel(admin, 'served')
  const save = async (backend_addresses: string, backend_per_minute = '900') =>
    admin.send(
      await admin.open('/clients/served/settings'),
      '/settings',
      clientForm('served', { backend_addresses, backend_per_minute }),
    )
  const wrong = (await save('10.0.0.0/8\nwww.example.com', '0')).answer
  expect(wrong.status).toBe(422)
  for (const words of ['This range is too wide', 'Enter an IP address or a range', 'a whole number from 1 to 6,000'])
    expect(wrong.text).toContain(words)
  await save('10.20.0.0/16\n192.0.2.7')
  const backend = { addresses: ['10.20.0.0/16', '192.0.2.7'], perMinute: 900 }
  expect(await idp.portico.clients.find('served')).toMatchObject({ backend })
  expect((await admin.open('/clients/served/settings')).answer.text).toContain('10.20.0.0/16\n192.0.2.7')
  await save('')
  expect(await idp.portico.clients.find('served')).not.toHaveProperty('backend')
})

it('every operation is in the audit trail with who did it and what changed, and never a secret', async () => {
  const secrets = [secretOn(await registerInPanel(admin, 'used'))]
  await admin.send(await admin.open('/clients/used/settings'), '/settings', clientForm('used', { name: 'Used twice' }))
  secrets.push(secretOn(await admin.send(await admin.open('/clients/used/rotate-secret'), '/rotate-secret')))
  await admin.send(await admin.open('/clients/used/revoke-tokens'), '/revoke-tokens')
  await admin.send(await admin.open('/clients/used/go-live'), '/go-live')
  await admin.send(await admin.open('/clients/used/disable'), '/disable')
  await admin.send(await admin.open('/clients/used/lifecycle'), '/enable')
  await admin.send(await admin.open('/clients/used/decommission'), '/decommission', { confirm: 'used' })
  const { entries } = await idp.portico.audit.list({ client: 'used', group: 'client' }, undefined, 20)
  expect(entries.map(({ event }) => event).toReversed()).toEqual(
    words`client.created client.changed client.secret-rotated client.tokens-revoked client.went-live client.disabled client.enabled client.decommissioned`,
  )
  const text = expect.any(String)
  for (const entry of entries)
    expect(entry).toMatchObject({ actor: ADMIN.sub, result: 'ok', requestId: text, address: text })
  expect(entries.find(({ event }) => event === 'client.changed')?.changes).toEqual({
    clientName: ['The used', 'Used twice'],
  })
  expect(entries.find(({ event }) => event === 'client.disabled')?.changes).toEqual({ status: ['active', 'disabled'] })
  expect(secrets.map((secret) => typeof secret)).toEqual(['string', 'string'])
  for (const secret of secrets) expect(JSON.stringify(entries)).not.toContain(secret)
  expect(JSON.stringify(entries)).not.toContain('secretHash')
})

it('warns of a front-channel URI at another site, until the app needs no cookie there', async () => {
  const uri = { frontchannel_logout_uri: 'https://framed.example/out' }
  await registerInPanel(admin, 'framed', uri)
  const settings = await admin.open('/clients/framed/settings')
  expect(textIn(settings.answer.text)).toContain('This URI is at another site, where the app gets no cookies')
  const sessionRequired = { ...uri, frontchannel_logout_session_required: 'on' }
  await admin.send(settings, '/settings', clientForm('framed', sessionRequired))
  expect(await idp.portico.clients.find('framed')).toMatchObject({ frontchannelLogoutSessionRequired: true })
  const after = await admin.open('/clients/framed/settings')
  expect(textIn(after.answer.text)).not.toContain('This URI is at another site')
  await admin.send(after, '/settings', clientForm('framed', { ...uri, frontchannel_logout_session_required: '' }))
  expect(await idp.portico.clients.find('framed')).not.toHaveProperty('frontchannelLogoutSessionRequired')
})
