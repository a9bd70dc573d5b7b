/** Where settings come from: variables, their files, the JSON file, code. */
import { codeSources, readEnvironment } from '../../lib/config/environment.ts'
import { words } from '../support/words.ts'
import { reading, refusal, SECRET } from './issues.ts'

type Files = Readonly<Record<string, string>>

const read = (env: Readonly<Record<string, string | undefined>>, files: Files = {}, code: object = {}) =>
  readEnvironment(env, reading(files), code)
const issuesOf = (...args: Parameters<typeof read>) => refusal(() => read(...args)).issues

const NAMES = words`
  PORT HOST BASE_URL ADMIN_URL PORTAL_URL PORTICO_SECRET REDIS_URL PORTICO_DATA PORTICO_CONFIG PORTICO_TEXTS
  TRUST_PROXY SMTP_URL MAIL_FROM LOG_LEVEL REDIS_KEY_PREFIX REDIS_TIMEOUT_MS REDIS_WAIT_REPLICAS REDIS_WAIT_MS
  PORTICO_DATA_NAME DATABASE_URL DATABASE_SCHEMA DATABASE_CONNECTIONS DATABASE_TIMEOUT_MS
`

const DEFAULTS = {
  port: 3000,
  host: 'localhost',
  dataFolder: '.portico',
  dataFile: 'portico.sqlite',
  databaseSchema: 'portico',
  databaseConnections: 10,
  databaseTimeoutMs: 2_000,
  redisKeyPrefix: 'sso:',
  redisTimeoutMs: 2_000,
  redisWaitReplicas: 0,
  redisWaitMs: 1_000,
  logLevel: 'info',
  maxConnectionsPerAddress: 256,
  workers: '1',
  drainSeconds: 0,
}

describe('an empty environment', () => {
  it('makes a service on localhost, port 3000, with its data in .portico', () => {
    const { configuration, deployment } = read({})
    expect(deployment).toEqual(DEFAULTS)
    expect(configuration).toMatchObject({
      baseUrl: 'http://localhost:3000',
      adminUrl: 'http://localhost:3000/admin',
      portalUrl: 'http://localhost:3000/portal',
      trustProxy: 0,
      secret: [],
    })
  })

  it('is what empty variables make as well', () =>
    expect(read(Object.fromEntries([...NAMES, 'PORTICO_SECRET_FILE'].map((name) => [name, ' '])))).toEqual(read({})))
})

describe('environment variables', () => {
  it('set what they are named after', () => {
    const { configuration, deployment } = read({
      PORT: '8080',
      HOST: '0.0.0.0',
      LOG_LEVEL: 'debug',
      TRUST_PROXY: '2',
      BASE_URL: 'https://sso.example.com',
      ADMIN_URL: 'https://admin.example.com',
      PORTAL_URL: 'https://my.example.com',
      PORTICO_SECRET: `${SECRET},${SECRET.toLowerCase()}`,
      REDIS_URL: 'redis+sentinel://a:26379,b:26379/main',
      PORTICO_DATA: ':memory:',
      SECURITY_LOG: '/var/log/portico/security.jsonl',
      PORTICO_DATA_NAME: 'sso.sqlite',
      REDIS_KEY_PREFIX: 'login:',
      REDIS_TIMEOUT_MS: '900',
      REDIS_WAIT_REPLICAS: '1',
      REDIS_WAIT_MS: '500',
    })
    expect(deployment).toEqual({
      ...DEFAULTS,
      port: 8080,
      dataFile: 'sso.sqlite',
      redisKeyPrefix: 'login:',
      redisTimeoutMs: 900,
      redisWaitReplicas: 1,
      redisWaitMs: 500,
      host: '0.0.0.0',
      redisUrl: 'redis+sentinel://a:26379,b:26379/main',
      dataFolder: ':memory:',
      logLevel: 'debug',
      securityLog: '/var/log/portico/security.jsonl',
    })
    expect(configuration).toMatchObject({
      baseUrl: 'https://sso.example.com',
      adminUrl: 'https://admin.example.com',
      portalUrl: 'https://my.example.com',
      secret: [SECRET, SECRET.toLowerCase()],
      trustProxy: 2,
    })
  })

  it('set one of a group, in addition to the file’s values of the group', () => {
    const { configuration, sources } = read({
      PORTICO_TEXTS: '/etc/texts',
      PORTICO_CONFIG: JSON.stringify({ ui: { texts: '/other', helpUrl: 'https://help.example.com/' } }),
    })
    expect(configuration.ui).toMatchObject({ texts: '/etc/texts', helpUrl: 'https://help.example.com/' })
    expect([sources['ui.texts'], sources['ui.helpUrl']?.from]).toEqual([{ from: 'env', name: 'PORTICO_TEXTS' }, 'file'])
  })

  it('let the base address follow the port', () => {
    expect(read({ PORT: '8080' }).configuration.baseUrl).toBe('http://localhost:8080')
    expect(read({ PORT: '80' }).configuration.baseUrl).toBe('http://localhost')
    expect(read({ PORT: '8080', BASE_URL: 'http://127.0.0.1:9090' }).configuration.baseUrl).toBe(
      'http://127.0.0.1:9090',
    )
  })

  it.each([
    'redis://localhost',
    'rediss://:pw@redis.example.com:6380/2',
    'redis+sentinel://a,b/main',
    'redis+cluster://a:1,b:2',
  ])('take %s for Redis', (redisUrl) => expect(read({ REDIS_URL: redisUrl }).deployment.redisUrl).toBe(redisUrl))

  it.each(['postgres://portico:p%40ss@db/portico?sslmode=verify-full', 'postgresql:///portico?host=/run/postgresql'])(
    'take %s for PostgreSQL',
    (url) => expect(read({ DATABASE_URL: url }).deployment.databaseUrl).toBe(url),
  )

  it('name both variables when two stores are set', () =>
    expect(issuesOf({ REDIS_URL: 'redis://a', DATABASE_URL: 'postgres://a/b', PORTICO_SECRET: SECRET })).toMatchObject([
      { code: 'E1007', path: 'DATABASE_URL', expected: 'one of DATABASE_URL and REDIS_URL' },
    ]))

  it.each([
    ['PORT', '0', 'port'],
    ['PORT', '65536', 'port'],
    ['PORT', 'http', 'port'],
    ['PORT', '-1', 'port'],
    ['PORT', '3000.5', 'port'],
    ['HOST', 'a b', 'host'],
    ['TRUST_PROXY', 'true', 'trustProxy'],
    ['TRUST_PROXY', '-1', 'trustProxy'],
    ['LOG_LEVEL', 'verbose', 'logLevel'],
    ['REDIS_URL', 'localhost:6379', 'redisUrl'],
    ['REDIS_URL', 'http://localhost', 'redisUrl'],
    ['DATABASE_URL', 'mysql://localhost/db', 'databaseUrl'],
    ['DATABASE_SCHEMA', 'pg_catalog', 'databaseSchema'],
    ['DATABASE_SCHEMA', 'x'.repeat(64), 'databaseSchema'],
    ['BASE_URL', 'http://sso.example.com', 'baseUrl'],
    ['ADMIN_URL', 'admin', 'adminUrl'],
    ['PORTAL_URL', 'https://x/', 'portalUrl'],
  ])('%s=%s is refused by name', (name, value, path) =>
    expect(issuesOf({ [name]: value, PORTICO_SECRET: SECRET })).toMatchObject([{ code: 'E1001', path, origin: name }]),
  )

  it('are reported with their name', () => {
    const { message } = refusal(() => read({ LOG_LEVEL: 'Info' }))
    expect(message).toContain(' ✖ logLevel (LOG_LEVEL)  expected "trace", "debug", "info"')
  })
})

describe('a variable that is given as NAME_FILE', () => {
  it('has the text of the file, without the line end', () => {
    const { configuration, deployment, sources } = read(
      { PORTICO_SECRET_FILE: '/run/secrets/sso', PORT_FILE: '/run/port' },
      { '/run/secrets/sso': `${SECRET}\n`, '/run/port': '8080\r\n' },
    )
    expect(configuration.secret).toEqual([SECRET])
    expect(deployment.port).toBe(8080)
    expect(sources).toMatchObject({
      secret: { from: 'env', name: 'PORTICO_SECRET_FILE' },
      port: { from: 'env', name: 'PORT_FILE' },
    })
  })

  it.each(NAMES)('%s: both together are refused', (name) =>
    expect(issuesOf({ [name]: 'x', [`${name}_FILE`]: '/run/x' }, { '/run/x': 'x' })).toMatchObject([
      { code: 'E1007', path: name, received: 'both' },
    ]),
  )

  it('is refused when the file is not there, or is empty', () => {
    expect(issuesOf({ HOST_FILE: '/none' })).toMatchObject([
      { code: 'E1008', path: 'HOST_FILE', received: '"/none", ENOENT' },
    ])
    expect(issuesOf({ HOST_FILE: '/blank' }, { '/blank': '\n' })).toMatchObject([
      { code: 'E1008', path: 'HOST_FILE', received: '"/blank", an empty file' },
    ])
  })
})

describe('the JSON file', () => {
  const json = (settings: object) => ({ '/etc/sso.json': JSON.stringify(settings) })
  const env = { PORTICO_CONFIG: '/etc/sso.json' }

  it('sets what the environment does not', () => {
    const { configuration } = read(
      env,
      json({ baseUrl: 'http://localhost:9000', lifetimes: { accessToken: 60 }, trustProxy: 3 }),
    )
    expect(configuration).toMatchObject({
      baseUrl: 'http://localhost:9000',
      adminUrl: 'http://localhost:9000/admin',
      trustProxy: 3,
      lifetimes: { accessToken: 60, idToken: 900 },
    })
  })

  it('may be given whole, as a value that begins with a brace', () => {
    const inline = read({ PORTICO_CONFIG: '{ "trustProxy": 1 }' })
    expect(inline).toMatchObject({ configuration: { trustProxy: 1 }, deployment: { configFile: 'PORTICO_CONFIG' } })
    expect(inline.sources.trustProxy).toEqual({ from: 'file', name: 'PORTICO_CONFIG' })
    expect(
      read({ PORTICO_CONFIG_FILE: '/run/sso.json' }, { '/run/sso.json': '{ "trustProxy": 1 }' }).configuration
        .trustProxy,
    ).toBe(1)
  })

  it('reports an issue with its own path', () => {
    expect(issuesOf(env, json({ trustProxy: 'x' }))).toMatchObject([
      { code: 'E1001', path: 'trustProxy', origin: '/etc/sso.json' },
    ])
    expect(issuesOf(env, json({ trustProxi: 1 }))).toMatchObject([
      { code: 'E1002', path: 'trustProxi', origin: '/etc/sso.json', hint: 'did you mean trustProxy?' },
    ])
  })

  it('sends the settings of the process back to the environment', () =>
    expect(issuesOf(env, json({ port: 8080, redisUrl: 'redis://a' }))).toMatchObject([
      { code: 'E1002', path: 'port', hint: 'set PORT in the environment instead' },
      { code: 'E1002', path: 'redisUrl', hint: 'set REDIS_URL in the environment instead' },
    ]))

  it('that is not there is an issue', () =>
    expect(issuesOf(env)).toMatchObject([
      { code: 'E1008', path: 'PORTICO_CONFIG', received: '"/etc/sso.json", ENOENT' },
    ]))

  it('that is no JSON is reported with line and column', () =>
    expect(
      issuesOf(env, { '/etc/sso.json': '{\n  "trustProxy": 1,\n  "theme": { "productName": "X", }\n}' }),
    ).toMatchObject([
      {
        code: 'E1009',
        path: 'PORTICO_CONFIG',
        origin: '/etc/sso.json',
        expected: 'no comma before }',
        received: 'something else at line 3, column 32',
      },
    ]))

  it.each(['[]', '"text"', '1', 'null'])('that holds %s is refused', (text) =>
    expect(issuesOf(env, { '/etc/sso.json': text })).toMatchObject([
      { code: 'E1001', path: 'PORTICO_CONFIG', expected: 'an object' },
    ]),
  )
})

describe('precedence', () => {
  const settings = {
    baseUrl: 'http://localhost:1',
    trustProxy: 1,
    lifetimes: { accessToken: 1, idToken: 1 },
    theme: { productName: 'File' },
  }
  const file = { '/c.json': JSON.stringify(settings) }
  const env = { PORTICO_CONFIG: '/c.json', BASE_URL: 'http://localhost:2', TRUST_PROXY: '2' }
  const code = { baseUrl: 'http://localhost:3', lifetimes: { accessToken: 3 }, trustProxy: undefined }

  it('is code, environment, file, default, each value on its own', () => {
    const { configuration, sources } = read(env, file, code)
    expect(configuration).toMatchObject({
      baseUrl: 'http://localhost:3',
      trustProxy: 2,
      theme: { productName: 'File' },
      lifetimes: { accessToken: 3, idToken: 1, interaction: 900 },
    })
    expect(sources).toMatchObject({
      baseUrl: { from: 'code' },
      trustProxy: { from: 'env', name: 'TRUST_PROXY' },
      'lifetimes.accessToken': { from: 'code' },
      'lifetimes.idToken': { from: 'file', name: '/c.json' },
      'lifetimes.interaction': { from: 'default' },
      'theme.productName': { from: 'file', name: '/c.json' },
      configFile: { from: 'env', name: 'PORTICO_CONFIG' },
      port: { from: 'default' },
    })
  })

  it('takes lists whole', () => {
    const clientsOf = (id: string) => [
      { client_id: id, client_type: 'public', redirect_uris: [`http://localhost/${id}`] },
    ]
    const files = { '/c.json': JSON.stringify({ clients: clientsOf('one') }) }
    const { configuration } = read({ PORTICO_CONFIG: '/c.json' }, files, { clients: clientsOf('two') })
    expect(configuration.clients.map((client) => client.client_id)).toEqual(['two'])
  })

  it('lets a group be switched off from above', () => {
    const files = { '/c.json': '{"rateLimits":{"token":{"limit":1}}}' }
    const { configuration, sources } = read({ PORTICO_CONFIG: '/c.json' }, files, { rateLimits: false })
    expect(configuration.rateLimits).toBe(false)
    expect(sources['rateLimits.token.limit']).toEqual({ from: 'code' })
  })

  it('is known for settings in code alone, too', () => {
    const sources = codeSources({ baseUrl: 'http://localhost', keys: { rotateAfterDays: 1 } })
    expect(sources).toMatchObject({
      baseUrl: { from: 'code' },
      'keys.rotateAfterDays': { from: 'code' },
      'keys.prePublishSeconds': { from: 'default' },
    })
  })
})

describe('issues of several sources', () => {
  it('are reported together', () => {
    const issues = issuesOf(
      { PORT: 'x', HOST: 'a', HOST_FILE: 'b', TRUST_PROXY: 'x', PORTICO_CONFIG: '/c.json', PORTICO_SECRET: 'short' },
      { '/c.json': JSON.stringify({ baseUrl: 'http://sso.example.com', lifetime: {}, clients: [{}] }) },
      { idTokenClaims: 'x' },
    )
    expect(issues.map(({ code, path, origin }) => [code, path, origin])).toEqual(
      expect.arrayContaining([
        ['E1001', 'port', 'PORT'],
        ['E1007', 'HOST', undefined],
        ['E1001', 'trustProxy', 'TRUST_PROXY'],
        ['E1003', 'secret', 'PORTICO_SECRET'],
        ['E1001', 'baseUrl', '/c.json'],
        ['E1002', 'lifetime', '/c.json'],
      ]),
    )
  })

  it('do not call missing what may stand in a file that could not be read', () => {
    expect(issuesOf({ PORTICO_CONFIG: '/none', BASE_URL: 'https://sso.example.com' })).toMatchObject([
      { code: 'E1008' },
    ])
    expect(issuesOf({ PORT: '99999' })).toMatchObject([{ code: 'E1001', path: 'port' }])
  })
})

it('all that is handed out is frozen', () => {
  const settings = read({ TRUST_PROXY: '1' })
  const parts = [settings.configuration, settings.configuration.lifetimes, settings.deployment, settings.sources]
  expect(parts.map((part) => Object.isFrozen(part))).toEqual([true, true, true, true])
})
