/** Changes by `portico client …` are in force immediately, and are in the audit trail like those of the panel. */
import { parseEnv } from 'node:util'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { type ClientWorld, STORES, startClientWorld } from './client-world.ts'
import { ends } from './portico.ts'

describe.each(STORES)('portico client, on %s:', (kind) => {
  let world: ClientWorld
  beforeAll(async () => {
    world = await startClientWorld(kind)
  })

  it('create prints the block of an app that then signs a user in, and notes that it is shown once', async () => {
    const { code, out, err } = await world.create('billing', '--post-logout-redirect-uri', 'https://billing.example/')
    expect([code, err]).toEqual([0, 'billing is registered; the secret is shown only once'])
    const block = parseEnv(out)
    expect(block).toMatchObject({
      OIDC_ISSUER: world.idp.issuer,
      OIDC_CLIENT_ID: 'billing',
      OIDC_REDIRECT_URI: 'https://billing.example/callback',
      OIDC_POST_LOGOUT_REDIRECT_URI: 'https://billing.example/',
      OIDC_SCOPES: 'openid profile email offline_access',
    })
    const tokens = await person(world.idp).signIn(world.party('billing', block['OIDC_CLIENT_SECRET']), {
      scope: block['OIDC_SCOPES'] ?? '',
    })
    expect(tokens.refresh_token).toBeDefined()
    expect(await world.operations('billing')).toMatchObject([
      {
        event: 'client.created',
        actor: 'command line',
        result: 'ok',
        changes: { clientName: [null, 'The billing'], redirectUris: [null, ['https://billing.example/callback']] },
      },
    ])
  })

  it('show and list print all of a client but its secret', async () => {
    await world.made('shown')
    const shown = await world.data('show', 'shown')
    expect(shown).toMatchObject({
      clientId: 'shown',
      clientName: 'The shown',
      status: 'active',
      environment: 'development',
    })
    const list = JSON.parse((await world.client('list', '--json')).out) as readonly { readonly clientId: string }[]
    expect(list.map(({ clientId }) => clientId)).toEqual(expect.arrayContaining(['shown', CONF.client_id, 'sso-admin']))
    expect((await world.client('list')).out).toMatch(/^shown +confidential +development +active +The shown$/m)
    expect(JSON.stringify([shown, list])).not.toMatch(/secretHash|epoch|sso_dev_/)
  })

  it('limits a client to roles, lists first which users a narrower rule affects, and lets all users in again', async () => {
    await world.made('limited', '--allow-role', 'editor', '--allow-role', 'auditor')
    expect(await world.data('show', 'limited')).toMatchObject({ access: { roles: ['editor', 'auditor'] } })
    const narrower = await world.client('update limited --allow-role auditor --yes')
    expect([narrower.code, narrower.err]).toEqual([
      0,
      'users who lose access: 1, signed in to the app now: 0\n  Alice Doe (u-alice)\nlimited was changed',
    ])
    const refused = await world.client('update limited --allow-role auditor --allow-role', ' x')
    expect([refused.code, refused.err]).toEqual([
      1,
      '“ x” cannot be a role: use up to 100 characters, with no spaces at either end and no control or text-direction characters',
    ])
    expect((await world.client('update', 'limited', '--allow-role', '')).err).toBe('limited was changed')
    expect(await world.data('show', 'limited')).not.toHaveProperty('access')
    expect((await world.operations('limited')).map(({ changes }) => changes?.['access'])).toEqual(
      expect.arrayContaining([
        [null, ['editor', 'auditor']],
        [['editor', 'auditor'], ['auditor']],
        [['auditor'], null],
      ]),
    )
  })

  it('shows first which users must set up a second factor, if the client now requires it', async () => {
    await world.made('strict', '--allow-role', 'editor')
    const asked = await world.client('update strict --second-factor yes')
    expect(asked.code).not.toBe(0)
    expect(asked.err).toContain('users who must set up a second factor: 1\n  Alice Doe (u-alice)')
    expect((await world.client('update strict --second-factor yes --yes')).err).toContain('strict was changed')
    expect((await world.client('update strict --owner a@b.example')).err).toBe('strict was changed')
  })

  it('warns of a front-channel URI at another site, until the app needs no cookie there', async () => {
    const made = await world.create('framed', '--frontchannel-logout-uri', 'https://framed.example/out')
    expect(made.err).toMatch(/^the front-channel logout URI is at another site.*\nframed is registered/)
    const changed = await world.client('update framed --frontchannel-session yes')
    expect(changed.err).toBe('framed was changed')
    expect(await world.data('show', 'framed')).toMatchObject({ frontchannelLogoutSessionRequired: true })
    expect((await world.client('update framed --frontchannel-session no')).err).toContain('cannot be confirmed')
    expect(await world.data('show', 'framed')).not.toHaveProperty('frontchannelLogoutSessionRequired')
  })

  it('update changes what is given and nothing else, and writes what was before and after', async () => {
    await world.made('changed', '--backchannel-logout-uri', 'https://changed.example/bc')
    const { code, err } = await world.client('update changed --name Renamed --scopes', 'openid email')
    expect([code, err]).toEqual([0, 'changed was changed'])
    expect(await world.data('show', 'changed')).toMatchObject({
      clientName: 'Renamed',
      scopes: ['openid', 'email'],
      ownerEmail: 'owner@example.com',
      backchannelLogoutUri: 'https://changed.example/bc',
      redirectUris: ['https://changed.example/callback'],
    })
    expect((await world.operations('changed')).at(-1)).toMatchObject({
      event: 'client.changed',
      actor: 'command line',
      changes: {
        clientName: ['The changed', 'Renamed'],
        scopes: [
          ['openid', 'profile', 'email', 'offline_access'],
          ['openid', 'email'],
        ],
      },
    })
    expect(await world.data('update', 'changed', '--backchannel-logout-uri', '')).not.toHaveProperty(
      'backchannelLogoutUri',
    )
    const before = await world.data('show', 'changed')
    expect((await world.client('update', 'changed', '--name', 'Renamed')).err).toContain('no changes')
    expect(await world.data('show', 'changed')).toEqual(before)
  })

  it('--listed decides whether the portal shows an app, against the default of its environment', async () => {
    await world.made('scanner', '--listed', 'yes')
    expect(await world.data('show', 'scanner')).toMatchObject({ listed: true })
    await world.client('update', 'scanner', '--name', 'Scanner')
    expect(await world.data('show', 'scanner')).toMatchObject({ listed: true })
    await world.client('update', 'scanner', '--listed', 'no')
    expect(await world.data('show', 'scanner')).not.toHaveProperty('listed')
    expect((await world.client('update', 'scanner', '--listed', 'maybe')).err).toContain('--listed must be yes or no')
  })

  it('--id-token-claims puts the claims of the scopes into the ID tokens of this client', async () => {
    await world.made('named', '--id-token-claims', 'scopes')
    expect(await world.data('show', 'named')).toMatchObject({ idTokenClaims: 'scopes' })
    await world.client('update', 'named', '--name', 'Still named')
    expect(await world.data('show', 'named')).toMatchObject({ idTokenClaims: 'scopes' })
    expect(await world.data('update', 'named', '--id-token-claims', 'none')).toMatchObject({ idTokenClaims: 'none' })
    expect((await world.operations('named')).at(-1)).toMatchObject({ changes: { idTokenClaims: ['scopes', 'none'] } })
    expect((await world.client('update', 'named', '--id-token-claims', 'all')).err).toContain(
      '--id-token-claims must be none or scopes',
    )
  })

  it('--backend-address counts what its servers send for the client, and "" takes that back', async () => {
    await world.made('served', '--backend-address', '10.20.0.0/16', '--backend-address', '192.0.2.7')
    const backend = { addresses: ['10.20.0.0/16', '192.0.2.7'], perMinute: 600 }
    expect(await world.data('show', 'served')).toMatchObject({ backend })
    await world.client('update', 'served', '--backend-per-minute', '1200')
    expect(await world.data('show', 'served')).toMatchObject({ backend: { ...backend, perMinute: 1200 } })
    expect((await world.client('update', 'served', '--backend-address', '10.0.0.0/8')).err).toContain(
      'this range is too wide; the widest allowed is /16 for IPv4 and /48 for IPv6 (10.0.0.0/8)',
    )
    expect((await world.client('update', 'served', '--backend-per-minute', 'many')).err).toContain(
      'requests per minute must be a whole number from 1 to 6,000',
    )
    expect(await world.data('update', 'served', '--backend-address', '')).not.toHaveProperty('backend')
    expect((await world.operations('served')).at(-1)).toMatchObject({
      changes: { backend: [['10.20.0.0/16', '192.0.2.7', '1200 a minute'], null] },
    })
  })

  it('update --environment live is done over https, and over http changes nothing at all', async () => {
    await world.made('rising')
    const live = ['--name', 'Up', '--environment', 'live']
    const refused = await world.client('update', 'rising', ...live, '--redirect-uri', 'http://localhost:4000/cb')
    expect([refused.code, refused.err]).toEqual([1, 'a live client needs https in all its URLs'])
    expect(await world.data('show', 'rising')).toMatchObject({
      clientName: 'The rising',
      environment: 'development',
      version: 1,
    })
    expect(await world.data('update', 'rising', ...live)).toMatchObject({ clientName: 'Up', environment: 'live' })
    expect((await world.operations('rising')).map(({ event }) => event)).toEqual([
      'client.created',
      'client.changed',
      'client.went-live',
    ])
    expect((await world.client('update', 'rising', '--environment', 'development')).code).toBe(2)
  })

  it('rotate-secret prints the new secret alone; the old one is refused immediately', async () => {
    const old = await world.made('turned')
    const { code, out, err } = await world.client('rotate-secret', 'turned', '--yes')
    expect([code, err]).toEqual([0, 'done'])
    expect(out).toMatch(/^sso_dev_[A-Za-z0-9_-]{43}$/)
    expect((await old.introspect('x')).status).toBe(401)
    expect((await world.party('turned', out).introspect('x')).status).toBe(200)
    const [, { event, changes }] = (await world.operations('turned')) as [
      unknown,
      { event: string; changes: Record<string, unknown> },
    ]
    expect([event, Object.keys(changes)]).toEqual(['client.secret-rotated', ['secretCreatedAt']])
    expect((await world.data('rotate-secret', 'turned', '--yes'))['clientSecret']).toMatch(/^sso_dev_/)
  })

  it('disable ends all tokens, enable revives none of them, and both stand in the trail', async () => {
    const app = await world.made('paused')
    const { access_token: token } = await person(world.idp).signIn(app)
    expect(await world.data('disable', 'paused', '--yes')).toMatchObject({ status: 'disabled' })
    expect((await app.userinfo(token)).status).toBe(401)
    expect((await app.introspect(token)).json()).toMatchObject({ error: 'invalid_client' })
    expect(await world.data('enable', 'paused')).toMatchObject({ status: 'active' })
    expect((await app.introspect(token)).json()).toEqual({ active: false })
    expect((await world.operations('paused')).slice(1)).toMatchObject([
      { event: 'client.disabled', changes: { status: ['active', 'disabled'] } },
      { event: 'client.enabled', changes: { status: ['disabled', 'active'] } },
    ])
  })

  it('decommission removes only what was typed exactly, frees id and address, and forgets what it was used for', async () => {
    await person(world.idp).signIn(await world.made('leaving'))
    const wrong = await world.client('decommission', 'leaving', '--confirm', 'Leaving')
    expect([wrong.code, wrong.err]).toEqual([1, 'the confirmation does not match the client ID'])
    const alone = await world.client('decommission', 'leaving')
    expect(alone).toMatchObject(ends(2, 'users signed in to it now: 1, sessions: 1'))
    expect(await world.data('decommission', 'leaving', '--confirm', 'leaving')).toMatchObject({ clientId: 'leaving' })
    expect((await world.client('show', 'leaving')).code).toBe(1)
    expect((await world.operations('leaving')).at(-1)).toMatchObject({
      event: 'client.decommissioned',
      actor: 'command line',
    })
    expect((await world.create('leaving')).code).toBe(0)
  })

  it('env prints the block in every format, and never a secret', async () => {
    await world.made('listed')
    const { out } = await world.client('env', 'listed')
    expect(parseEnv(out)).toMatchObject({ OIDC_CLIENT_ID: 'listed' })
    // An empty one would be taken for a secret.
    expect(parseEnv(out)).not.toHaveProperty('OIDC_CLIENT_SECRET')
    expect(await world.data('env', 'listed')).toMatchObject({ OIDC_CLIENT_ID: 'listed' })
    expect((await world.client('env', 'listed', '--format', 'kubernetes')).out).toContain('kind: Secret')
    expect((await world.client('env', 'listed', '--format', 'yaml')).code).toBe(2)
  })
})
