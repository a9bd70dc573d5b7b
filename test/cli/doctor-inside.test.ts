/** Issues found on the machine of the service: each mistake has its code, and no other is reported. */
import { chmod, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../support/free-port.ts'
import { closed, listening } from '../support/listening.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { startMailServer } from '../support/mail-server.ts'
import { newFolder } from '../support/new-folder.ts'
import { type RedisServer, startRedis, startRedisGroup } from '../support/redis-server.ts'
import { BASE, SEARCHER, type Slapd, startSlapd, user } from '../support/slapd.ts'
import { smallDisk } from '../support/small-disk.ts'
import { startProxy } from '../support/tcp-proxy.ts'
import { until } from '../support/until.ts'
import { codesOf, examined, ranOnce, SECRET, startService } from './doctor-world.ts'

const BASE_URL = 'https://id.example'
const DURABLE = { appendonly: true, config: { appendfsync: 'always' } }
const DAY_MS = 86_400_000

const folder = newFolder()

const env = await ranOnce({ baseUrl: BASE_URL, folder: join(folder, 'good') })

const slowOrNot = async (more: NodeJS.ProcessEnv): Promise<readonly string[]> =>
  codesOf(await examined({ ...env, ...more }))
/** Without the finding that a busy machine causes. */
const found = async (more: NodeJS.ProcessEnv = {}): Promise<readonly string[]> =>
  (await slowOrNot(more)).filter((code) => code !== 'store-slow')

const finding = (code: string, what: unknown) => expect.objectContaining({ code, what })

it('nothing, in a good deployment', async () => expect(await examined(env)).toEqual([]))

describe('settings and files:', () => {
  it('settings-invalid, one for each of them', async () => {
    const findings = await examined({ ...env, BASE_URL: 'http://id.example', PORT: 'many' })
    expect(findings.map(({ code, what }) => [code, String(what).slice(0, 20)])).toEqual([
      ['settings-invalid', 'E1001 port (PORT): e'],
      ['settings-invalid', 'E1001 baseUrl (BASE_'],
    ])
  })

  it.each([{ REDIS_URL: 'redis+sentinel://localhost:1' }, { REDIS_WAIT_REPLICAS: '1', REDIS_WAIT_MS: '3000' }])(
    'settings-invalid, for %j as well',
    async (more) =>
      expect(await found({ REDIS_URL: 'redis://localhost:1', PORTICO_SECRET: SECRET, ...more })).toEqual([
        'settings-invalid',
      ]),
  )

  it('rate-limits-off', async () =>
    expect(await found({ PORTICO_CONFIG: '{"rateLimits":false}' })).toEqual(['rate-limits-off']))

  it('rate-limited: a hundred requests of one day were too many', async () => {
    const [port, own] = [await freePort(), join(folder, 'limited')]
    const baseUrl = `http://localhost:${port}`
    const rateLimits = { token: { limit: 1, windowSeconds: 60 } }
    const service = await startService({ baseUrl, port, folder: own, options: { rateLimits } })
    for (let request = 0; request <= 100; request += 1) await fetch(`${baseUrl}/token`, { method: 'POST' })
    await service.stop()
    expect(await examined(service.env)).toEqual([
      finding('rate-limited', '100 requests were refused today by a rate limit (429)'),
    ])
  })

  it('picture-missing: a path in the theme that nothing serves, on localhost', async () => {
    const port = await freePort()
    const local = await ranOnce({ baseUrl: `http://localhost:${port}`, folder: join(folder, 'pictures') })
    const withTheme = (theme: object) => examined({ ...local, PORTICO_CONFIG: JSON.stringify({ theme }) })
    const theme = { logo: '/logo.svg', favicon: '/favicon.svg' }
    // The service does not run, so nothing is known.
    expect(await withTheme(theme)).toEqual([])
    const server = createHttpServer((req, res) =>
      req.url === '/logo.svg'
        ? res.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end('<svg/>')
        : res.writeHead(req.url === '/favicon.svg' ? 404 : 200, { 'Content-Type': 'text/html' }).end(),
    )
    await listening(server, port)
    expect(await withTheme(theme)).toEqual([
      finding('picture-missing', 'theme.favicon is /favicon.svg, which returns status 404'),
    ])
    expect(await withTheme({ logo: '/page' })).toEqual([
      finding('picture-missing', 'theme.logo is /page, which returns text/html'),
    ])
    await closed(server)
  })

  it('frontchannel-other-site: active clients whose sign-out cannot be confirmed', async () => {
    const client = (id: string, more: object) => ({
      client_id: id,
      client_type: 'public' as const,
      redirect_uris: [`http://localhost:4000/${id}`],
      ...more,
    })
    const uri = 'http://127.0.0.1:4000/out'
    const clients = [
      client('at-other-site', { frontchannel_logout_uri: uri }),
      client('without-cookie', { frontchannel_logout_uri: uri, frontchannel_logout_session_required: true }),
      client('also-notified', { frontchannel_logout_uri: uri, backchannel_logout_uri: uri }),
      client('at-this-site', { frontchannel_logout_uri: 'http://localhost:4000/out' }),
      client('disabled', { frontchannel_logout_uri: uri, status: 'disabled' }),
    ]
    const port = await freePort()
    const baseUrl = `http://localhost:${port}`
    const service = await startService({ baseUrl, port, folder: join(folder, 'framed'), options: { clients } })
    await service.stop()
    expect(await examined(service.env)).toEqual([
      finding('frontchannel-other-site', 'at-other-site (http://127.0.0.1:4000/out)'),
    ])
  })

  it('file-permissions: a secret that all users of the machine can read', async () => {
    // On the disk: a file in memory is how an orchestrator hands a secret over.
    const secretFile = join(newFolder(resolve('dist')), 'secret-file')
    await writeFile(secretFile, SECRET, { mode: 0o600 })
    const named = { PORTICO_SECRET: '', PORTICO_SECRET_FILE: secretFile }
    expect(await found(named)).toEqual([])
    await chmod(secretFile, 0o644)
    expect(await examined({ ...env, ...named })).toEqual([
      finding('file-permissions', `${secretFile} can be read by all users on this machine`),
    ])
  })
})

describe('the embedded store:', () => {
  it('store-unused: the store belongs to another deployment, and nothing is created here', async () => {
    const otherFolder = join(folder, 'other')
    expect(await found({ PORTICO_DATA: otherFolder })).toEqual(['store-unused'])
    expect(await found({ PORTICO_DATA: otherFolder })).toEqual(['store-unused'])
  })

  it('store-in-memory', async () => expect(await found({ PORTICO_DATA: ':memory:' })).toEqual(['store-in-memory']))

  it('store-disk-low, store-read-only', async () => {
    const disk = await smallDisk(24)
    if (disk === undefined) throw new Error('only root can mount a small disk')
    const onDisk = await ranOnce({ baseUrl: BASE_URL, folder: join(disk.path, 'data') })
    expect(await found(onDisk)).toEqual(['store-disk-low'])
    await disk.remount('ro')
    expect(await found(onDisk)).toEqual(['store-read-only', 'store-disk-low'])
  })

  it('not-looked-at: the obstacle is reported, and the rest is checked', async () => {
    const newer = join(folder, 'newer')
    const ofNewer = await ranOnce({ baseUrl: BASE_URL, folder: newer })
    const file = new DatabaseSync(join(newer, 'portico.sqlite'))
    file.exec(`UPDATE documents SET value = '{"v":99}' WHERE collection = 'keys'`)
    file.close()
    expect(await examined(ofNewer)).toEqual([
      finding('not-looked-at', expect.stringMatching(/^store: NewerRecordError: /)),
    ])
  })

  it('secret-wrong', async () =>
    expect(await found({ PORTICO_SECRET: 'another-root-secret-than-that-of-the-store' })).toEqual(['secret-wrong']))

  it('key-overdue', async () => {
    const clock = (): number => Date.now() - 200 * DAY_MS
    expect(await found(await ranOnce({ baseUrl: BASE_URL, folder: join(folder, 'old'), options: { clock } }))).toEqual([
      'key-overdue',
    ])
  })
})

describe('Redis:', () => {
  let redis: RedisServer
  let onRedis: NodeJS.ProcessEnv
  beforeAll(async () => {
    redis = await startRedis(DURABLE)
    onRedis = await ranOnce({ baseUrl: BASE_URL, folder, redis: redis.url })
  })

  it('nothing, where every change is on disk before it is acknowledged', async () =>
    expect(await examined(onRedis)).toEqual([]))

  it.each([
    ['redis-not-persistent', /^appendonly is off, and no snapshots are saved$/, { appendonly: 'no' }],
    ['redis-snapshots-only', /^appendonly is off$/, { appendonly: 'no', save: '3600 1' }],
    ['redis-loses-seconds', /^appendfsync is everysec$/, { appendfsync: 'everysec' }],
    ['redis-memory-low', /\d % of maxmemory$/, { maxmemory: '0' }],
  ])('%s', async (code, what, settings) => {
    const before = new Map<string, string>()
    const used = Number(/used_memory:(\d+)/.exec(await redis.admin.info('memory'))?.[1])
    for (const [name, value] of Object.entries(settings)) {
      before.set(name, ((await redis.admin.config('GET', name)) as string[])[1] ?? '')
      await redis.admin.config('SET', name, name === 'maxmemory' ? String(Math.round(used * 1.1)) : value)
    }
    try {
      expect(await examined(onRedis)).toEqual([expect.objectContaining({ code, what: expect.stringMatching(what) })])
    } finally {
      for (const [name, value] of before) await redis.admin.config('SET', name, value)
    }
  })

  it('store-credentials, and the password is not told', async () => {
    const findings = await examined({ ...onRedis, REDIS_URL: `redis://app:hunter3@127.0.0.1:${redis.port}` })
    expect(codesOf(findings)).toContain('store-credentials')
    expect(JSON.stringify(findings)).not.toContain('hunter')
  })

  it('store-unreachable', async () =>
    expect(
      await found({ ...onRedis, REDIS_TIMEOUT_MS: '1000', REDIS_URL: `redis://127.0.0.1:${await freePort()}` }),
    ).toEqual(['store-unreachable']))

  it('store-slow', async () => {
    const proxy = await startProxy(redis.port)
    proxy.delay(12)
    expect(await slowOrNot({ ...onRedis, REDIS_URL: `redis://127.0.0.1:${proxy.port}` })).toEqual(['store-slow'])
  })

  it('clock-off: the clock of the store is ten minutes behind', async () => {
    const proxy = await startProxy(redis.port, '127.0.0.1', (answer) =>
      answer.replace(
        /^(\*2\r\n\$10\r\n)(\d{10})(?=\r\n\$\d+\r\n\d+\r\n$)/,
        (_, head, at) => `${head}${Number(at) - 600}`,
      ),
    )
    const [one, ...others] = await examined({ ...onRedis, REDIS_URL: `redis://127.0.0.1:${proxy.port}` })
    expect(one).toMatchObject({
      code: 'clock-off',
      what: expect.stringMatching(/^this machine's clock is \d{3} s ahead of the store's clock$/),
    })
    expect(others).toEqual([])
  })

  it('redis-version: an older one', async () => {
    const proxy = await startProxy(redis.port, '127.0.0.1', (answer) =>
      answer.replace(/redis_version:\d+\.\d/, 'redis_version:6.0'),
    )
    expect(await found({ ...onRedis, REDIS_URL: `redis://127.0.0.1:${proxy.port}` })).toEqual(['redis-version'])
  })

  it('redis-without-replica, redis-failover-loses: behind Sentinel', async () => {
    const group = await startRedisGroup()
    for (const server of [group.master, group.replica]) {
      await server.admin.config('SET', 'appendfsync', 'always')
      await server.admin.config('SET', 'appendonly', 'yes')
    }
    const behind = await ranOnce({ baseUrl: BASE_URL, folder, redis: group.url })
    expect(await found(behind)).toEqual(['redis-failover-loses'])
    await group.master.admin.config('SET', 'min-replicas-to-write', 1)
    expect(await found(behind)).toEqual([])
    await group.replica.stop()
    await until(async () => /connected_slaves:0/.test(await group.master.admin.info('replication')))
    expect(await found(behind)).toEqual(['redis-without-replica'])
  })
})

describe('mail:', () => {
  const withMail = (url: string): NodeJS.ProcessEnv => ({ SMTP_URL: url, MAIL_FROM: 'id@example.com' })

  it('nothing, and no email; mail-credentials; mail-tls: another certificate than before', async () => {
    const server = await startMailServer({ credentials: { user: 'portico', password: 'hunter2' } })
    expect(await found(withMail(server.url))).toEqual([])
    expect(server.emails).toEqual([])
    expect(await found(withMail(server.url.replace('hunter2', 'hunter3')))).toEqual(['mail-credentials'])
    server.behave('strange-certificate')
    expect(await found(withMail(server.url))).toEqual(['mail-tls'])
  })

  it('mail-tls: a server without a trusted certificate', async () => {
    const server = await startMailServer({ secure: true })
    expect(await found(withMail(`smtps://127.0.0.1:${server.port}`))).toEqual(['mail-tls'])
  })

  it('mail-unreachable: no server listens; another server that is no mail server', async () => {
    expect(await found(withMail(`smtp://127.0.0.1:${await freePort()}`))).toEqual(['mail-unreachable'])
    const server = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'))
    const port = await listening(server)
    expect(await found(withMail(`smtp://127.0.0.1:${port}`))).toEqual(['mail-unreachable'])
    await closed(server)
  })
})

describe('directory:', () => {
  const certificate = selfSigned('127.0.0.1')
  let slapd: Slapd
  beforeAll(async () => {
    const twins = ['dora', 'emil'].map((uid) => user(uid, 'a password', { employeeNumber: '7' })).join('')
    slapd = await startSlapd({ ldif: twins, certificate })
  })
  const withDirectory = (more: object = {}): NodeJS.ProcessEnv => {
    const url = `ldaps://127.0.0.1:${slapd.tlsPort}`
    const ldap = { kind: 'openldap', url, ca: certificate.cert, bindDn: SEARCHER.dn, base: BASE, ...more }
    return { PORTICO_CONFIG: JSON.stringify({ ldap }), LDAP_BIND_PASSWORD: SEARCHER.password }
  }

  it('nothing, where all of it is right', async () => expect(await found(withDirectory())).toEqual([]))

  it('directory-unreachable, -tls, -credentials, -search: each alone; settings-invalid', async () => {
    const away = `ldaps://127.0.0.1:${await freePort()}`
    expect(await found(withDirectory({ url: away }))).toEqual(['directory-unreachable'])
    expect(await found(withDirectory({ url: [away, `ldaps://127.0.0.1:${slapd.tlsPort}`] }))).toEqual([
      'directory-unreachable',
    ])
    expect(await found(withDirectory({ ca: selfSigned('127.0.0.1').cert }))).toEqual(['directory-tls'])
    expect(await found({ ...withDirectory(), LDAP_BIND_PASSWORD: 'another' })).toEqual(['directory-credentials'])
    expect(await found(withDirectory({ base: `ou=others,${BASE}` }))).toEqual(['directory-search'])
    expect(await found(withDirectory({ userFilter: '(uid=dora)' }))).toEqual(['settings-invalid'])
  })

  it('directory-shared-names: a name of two entries', async () => {
    const shared = { attributes: { username: 'employeeNumber' }, userFilter: '(employeeNumber={username})' }
    expect(await found(withDirectory(shared))).toEqual(['directory-shared-names'])
  })
})
