/**
 * `portico client …`, beside a service that runs on the same store. What it does is in force at once, stands in the audit
 * trail as an operation of the panel does, and `--json` gives data alone.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { redisStorage } from '../../adapters/redis/index.ts'
import { person } from '../support/actors.ts'
import { CONF } from '../support/fixtures.ts'
import { type Idp, startIdp } from '../support/idp.ts'
import { type RedisServer, startRedis } from '../support/redis-server.ts'
import { type RelyingParty, relyingParty } from '../support/relying-party.ts'
import { type Printed, portico } from './portico.ts'

const OWNER = ['--owner', 'owner@example.com']
const COMMANDS = ['create', 'list', 'show', 'update', 'rotate-secret', 'disable', 'enable', 'decommission', 'env']

describe.each(['an embedded file', 'Redis'])('portico client, on %s:', (kind) => {
  let folder: string
  let redis: RedisServer | undefined
  let idp: Idp
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-cli-'))
    if (kind === 'Redis') redis = await startRedis()
    const storage =
      redis === undefined ? embeddedStorage({ file: join(folder, 'portico.sqlite') }) : redisStorage(redis.url)
    idp = await startIdp({ options: { storage } })
  })
  afterAll(async () => {
    await idp.stop()
    await redis?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const client = (...line: readonly string[]): Promise<Printed> => {
    const store = redis === undefined ? {} : { REDIS_URL: redis.url }
    return portico(['client', ...line], { BASE_URL: idp.issuer, PORTICO_DATA: folder, ...store })
  }
  /** The data that a command which succeeds prints with --json. */
  const data = async (...line: readonly string[]): Promise<Record<string, unknown>> => {
    const { code, out, err } = await client(...line, '--json')
    if (code !== 0) throw new Error(err)
    return JSON.parse(out) as Record<string, unknown>
  }
  const create = (id: string, ...more: readonly string[]): Promise<Printed> =>
    client(
      'create',
      id,
      '--name',
      `The ${id}`,
      ...OWNER,
      '--type',
      'confidential',
      '--redirect-uri',
      `https://${id}.example/callback`,
      ...more,
    )
  const party = (id: string, secret: unknown): RelyingParty =>
    relyingParty(idp, {
      client_id: id,
      client_type: 'confidential',
      client_secret: String(secret),
      redirect_uris: [`https://${id}.example/callback`],
    })
  const operations = async (id: string) =>
    (await idp.portico.audit.list({ client: id, group: 'client' }, undefined, 20)).entries.toReversed()
  /** A client with its secret, through the command line. */
  async function made(id: string, ...more: readonly string[]): Promise<RelyingParty> {
    const { out } = await create(id, ...more, '--json')
    return party(id, (JSON.parse(out) as { clientSecret: string }).clientSecret)
  }

  it('create prints the block of an app that then signs a user in, and says beside it that it is shown once', async () => {
    const { code, out, err } = await create('billing', '--post-logout-redirect-uri', 'https://billing.example/')
    expect([code, err]).toEqual([0, 'billing is registered; the secret is shown this once'])
    const block = parseEnv(out)
    expect(block).toMatchObject({
      OIDC_ISSUER: idp.issuer,
      OIDC_CLIENT_ID: 'billing',
      OIDC_REDIRECT_URI: 'https://billing.example/callback',
      OIDC_POST_LOGOUT_REDIRECT_URI: 'https://billing.example/',
      OIDC_SCOPES: 'openid profile email offline_access',
    })
    const tokens = await person(idp).signIn(party('billing', block['OIDC_CLIENT_SECRET']), {
      scope: block['OIDC_SCOPES'] ?? '',
    })
    expect(tokens.refresh_token).toBeDefined()
    expect(await operations('billing')).toMatchObject([
      {
        event: 'client.created',
        actor: 'command line',
        result: 'ok',
        changes: { clientName: [null, 'The billing'], redirectUris: [null, ['https://billing.example/callback']] },
      },
    ])
  })

  it('show and list print all of a client but its secret', async () => {
    await made('shown')
    const shown = await data('show', 'shown')
    expect(shown).toMatchObject({
      clientId: 'shown',
      clientName: 'The shown',
      status: 'active',
      environment: 'development',
    })
    const list = JSON.parse((await client('list', '--json')).out) as readonly { readonly clientId: string }[]
    expect(list.map(({ clientId }) => clientId)).toEqual(expect.arrayContaining(['shown', CONF.client_id, 'sso-admin']))
    expect((await client('list')).out).toMatch(/^shown +confidential +development +active +The shown$/m)
    expect(JSON.stringify([shown, list])).not.toMatch(/secretHash|epoch|sso_dev_/)
  })

  it('update changes what is given and nothing else, and writes what was before and after', async () => {
    await made('changed', '--backchannel-logout-uri', 'https://changed.example/bc')
    const { code, err } = await client('update', 'changed', '--name', 'Renamed', '--scopes', 'openid email')
    expect([code, err]).toEqual([0, 'changed is changed'])
    expect(await data('show', 'changed')).toMatchObject({
      clientName: 'Renamed',
      scopes: ['openid', 'email'],
      ownerEmail: 'owner@example.com',
      backchannelLogoutUri: 'https://changed.example/bc',
      redirectUris: ['https://changed.example/callback'],
    })
    expect((await operations('changed')).at(-1)).toMatchObject({
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
    expect(await data('update', 'changed', '--backchannel-logout-uri', '')).not.toHaveProperty('backchannelLogoutUri')
    const before = await data('show', 'changed')
    expect((await client('update', 'changed', '--name', 'Renamed')).err).toContain('nothing was different')
    expect(await data('show', 'changed')).toEqual(before)
  })

  it('update --environment live is done over https, and over http changes nothing at all', async () => {
    await made('rising')
    const live = ['--name', 'Up', '--environment', 'live']
    const refused = await client('update', 'rising', ...live, '--redirect-uri', 'http://localhost:4000/cb')
    expect([refused.code, refused.err]).toEqual([1, 'a live client needs https in all its addresses'])
    expect(await data('show', 'rising')).toMatchObject({
      clientName: 'The rising',
      environment: 'development',
      version: 1,
    })
    expect(await data('update', 'rising', ...live)).toMatchObject({ clientName: 'Up', environment: 'live' })
    expect((await operations('rising')).map(({ event }) => event)).toEqual([
      'client.created',
      'client.changed',
      'client.went-live',
    ])
    expect((await client('update', 'rising', '--environment', 'development')).code).toBe(2)
  })

  it('rotate-secret prints the new secret alone; the old one is refused at once', async () => {
    const old = await made('turned')
    const { code, out, err } = await client('rotate-secret', 'turned', '--yes')
    expect([code, err]).toEqual([0, 'done'])
    expect(out).toMatch(/^sso_dev_[A-Za-z0-9_-]{43}$/)
    expect((await old.introspect('x')).status).toBe(401)
    expect((await party('turned', out).introspect('x')).status).toBe(200)
    const [, { event, changes }] = (await operations('turned')) as [
      unknown,
      { event: string; changes: Record<string, unknown> },
    ]
    expect([event, Object.keys(changes)]).toEqual(['client.secret-rotated', ['secretCreatedAt']])
    const again = await data('rotate-secret', 'turned', '--yes')
    expect(again['clientSecret']).toMatch(/^sso_dev_/)
  })

  it('disable ends all tokens, enable revives none of them, and both stand in the trail', async () => {
    const app = await made('paused')
    const { access_token: token } = await person(idp).signIn(app)
    expect(await data('disable', 'paused', '--yes')).toMatchObject({ status: 'disabled' })
    expect((await app.userinfo(token)).status).toBe(401)
    expect((await app.introspect(token)).json()).toMatchObject({ error: 'invalid_client' })
    expect(await data('enable', 'paused')).toMatchObject({ status: 'active' })
    expect((await app.introspect(token)).json()).toEqual({ active: false })
    expect((await operations('paused')).slice(1)).toMatchObject([
      { event: 'client.disabled', changes: { status: ['active', 'disabled'] } },
      { event: 'client.enabled', changes: { status: ['disabled', 'active'] } },
    ])
  })

  it('decommission removes only what was typed exactly, frees id and address, and forgets what it was used for', async () => {
    const app = await made('leaving')
    await person(idp).signIn(app)
    const wrong = await client('decommission', 'leaving', '--confirm', 'Leaving')
    expect([wrong.code, wrong.err]).toEqual([1, 'the confirmation is not the client id'])
    const alone = await client('decommission', 'leaving')
    expect([alone.code, alone.err]).toEqual([
      2,
      expect.stringContaining('users signed in to it now: 1, with sessions: 1'),
    ])
    expect(await data('decommission', 'leaving', '--confirm', 'leaving')).toMatchObject({ clientId: 'leaving' })
    expect((await client('show', 'leaving')).code).toBe(1)
    expect((await operations('leaving')).at(-1)).toMatchObject({
      event: 'client.decommissioned',
      actor: 'command line',
    })
    expect((await create('leaving')).code).toBe(0)
  })

  it('env prints the block in every format, and never a secret', async () => {
    await made('listed')
    const { out } = await client('env', 'listed')
    expect(parseEnv(out)).toMatchObject({ OIDC_CLIENT_ID: 'listed', OIDC_CLIENT_SECRET: '' })
    expect(await data('env', 'listed')).toMatchObject({ OIDC_CLIENT_ID: 'listed' })
    expect((await client('env', 'listed', '--format', 'kubernetes')).out).toContain('kind: Secret')
    expect((await client('env', 'listed', '--format', 'yaml')).code).toBe(2)
  })

  it('what is refused says why, in words and as data, changes nothing and leaves no entry', async () => {
    await made('first')
    const redirectUri = 'https://first.example/callback'
    const taken = await create('second', '--redirect-uri', redirectUri)
    expect([taken.code, taken.out, taken.err]).toEqual([1, '', `${redirectUri} already belongs to the client first`])
    const data = await create('second', '--redirect-uri', redirectUri, '--json')
    expect(JSON.parse(data.out)).toEqual({ outcome: 'redirect-uri-taken', redirectUri, holder: 'first' })
    expect((await create('first')).err).toBe('this client id is already used')
    expect(JSON.parse((await client('enable', 'first', '--json')).out)).toEqual({
      outcome: 'hindered',
      hindrance: 'already-active',
    })
    const faulty = await client('create', 'X', ...OWNER, '--type', 'public', '--redirect-uri', 'http://x.example/*')
    expect(faulty.err.split('\n')).toEqual(
      expect.arrayContaining([
        'client id must be 3 to 63 characters',
        expect.stringContaining('redirect URI cannot contain *'),
      ]),
    )
    for (const line of [
      ['update', CONF.client_id, '--name', 'x'],
      ['disable', CONF.client_id, '--yes'],
      ['rotate-secret', 'sso-admin', '--yes'],
    ]) {
      expect((await client(...line)).err).toContain('comes from the configuration or is one of the service')
    }
    for (const line of [
      ['show', 'nobody'],
      ['update', 'nobody'],
      ['disable', 'nobody', '--yes'],
      ['env', 'nobody'],
    ]) {
      expect(await client(...line, '--json')).toMatchObject({ code: 1, out: '{"outcome":"missing"}' })
    }
    expect(await operations('second')).toEqual([])
  })

  it('what takes effect on users at once is not done unasked', async () => {
    await made('asked')
    for (const command of ['disable', 'rotate-secret']) {
      expect(await client(command, 'asked')).toMatchObject({
        code: 2,
        out: '',
        err: expect.stringContaining('give --yes'),
      })
    }
    expect(await data('show', 'asked')).toMatchObject({ status: 'active', version: 1 })
  })

  it.each(COMMANDS)(
    '%s without a client, or with an unknown option, is used wrongly (2) and says so',
    async (command) => {
      const lines = command === 'list' ? [['list', '--nonsense']] : [[command], [command, 'a-client', '--nonsense']]
      for (const line of lines) {
        const { code, out, err } = await client(...line)
        expect([code, out]).toEqual([2, ''])
        expect(err).toContain(`portico client ${command}`)
      }
      expect((await client(command, '--help')).out).toContain('--json')
    },
  )
})
