/** The directory service: its settings, its password from a variable or a file; and no password in any output. */
import { ldapDirectory } from '../../adapters/ldap/index.ts'
import { readEnvironment } from '../../lib/config/environment.ts'
import { ConfigError, type ConfigIssue } from '../../lib/config/issues/config-error.ts'
import { listSettings } from '../../lib/config/settings-list.ts'
import { createPortico } from '../../lib/index.ts'
import { issuesOf, LOCAL, refusal, validateConfiguration } from './issues.ts'

const HUSH = 'hunter2-swordfish'
const GOOD = {
  kind: 'openldap',
  url: 'ldaps://ldap.example.com',
  bindDn: 'cn=portico,dc=example,dc=com',
  base: 'dc=example,dc=com',
} as const
const LDAP = { ...GOOD, bindPassword: HUSH } as const

const read = (env: Readonly<Record<string, string>>, files: Readonly<Record<string, string>> = {}) =>
  readEnvironment({ PORTICO_CONFIG: JSON.stringify({ ldap: GOOD }), ...env }, (path) => files[path] ?? '')

/** The output at the start of a service. */
async function startIssues(options: Partial<Parameters<typeof createPortico>[0]>): Promise<readonly ConfigIssue[]> {
  try {
    await (await createPortico({ ...LOCAL, ...options })).close()
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    expect(error.message).not.toContain(HUSH)
    return error.issues
  }
}

it('with its defaults', () => {
  expect(validateConfiguration({ ...LOCAL, ldap: LDAP }).ldap).toEqual({
    ...LDAP,
    startTls: false,
    timeoutSeconds: 3,
    pool: 10,
  })
  expect(validateConfiguration(LOCAL)).not.toHaveProperty('ldap')
})

describe('its password', () => {
  it.each([
    ['LDAP_BIND_PASSWORD', { LDAP_BIND_PASSWORD: HUSH }, {}],
    ['LDAP_BIND_PASSWORD_FILE', { LDAP_BIND_PASSWORD_FILE: '/run/secrets/ldap' }, { '/run/secrets/ldap': `${HUSH}\n` }],
  ])('comes from %s, and is shown nowhere', (name, env, files) => {
    const { configuration, sources } = read(env, files)
    expect(configuration.ldap).toMatchObject({ ...GOOD, bindPassword: HUSH })
    expect(sources['ldap.bindPassword']).toEqual({ from: 'env', name })
    const lines = listSettings(configuration, sources)
    expect(lines.find(({ path }) => path === 'ldap.bindPassword')?.value).toBe('(hidden)')
    expect(lines.find(({ path }) => path === 'ldap.url')?.value).toBe('"ldaps://ldap.example.com"')
    expect(JSON.stringify(lines)).not.toContain(HUSH)
  })

  it('is required, and the message names the other place for it', () =>
    expect(refusal(() => read({})).issues).toMatchObject([
      { code: 'E1004', path: 'ldap.bindPassword', hint: expect.stringContaining('LDAP_BIND_PASSWORD_FILE') },
    ]))
})

it.each<[string, object, string, string]>([
  ['no address', { ...LDAP, url: undefined }, 'E1004', 'ldap.url'],
  ['another scheme', { ...LDAP, url: 'https://ldap.example.com' }, 'E1001', 'ldap.url'],
  ['another scheme among several', { ...LDAP, url: [LDAP.url, 'ldap.example.com'] }, 'E1001', 'ldap.url[1]'],
  ['an unknown key', { ...LDAP, binddn: 'x' }, 'E1002', 'ldap.binddn'],
  ['another kind', { ...LDAP, kind: 'novell' }, 'E1001', 'ldap.kind'],
  ['a role that is no list', { ...LDAP, roles: { editors: 'editor' } }, 'E1001', 'ldap.roles.editors'],
  ['too many connections', { ...LDAP, pool: 100 }, 'E1001', 'ldap.pool'],
  ['too long a wait', { ...LDAP, timeoutSeconds: 9 }, 'E1001', 'ldap.timeoutSeconds'],
])('%s: refused', (_, ldap, code, path) =>
  expect(issuesOf({ ldap })).toEqual([expect.objectContaining({ code, path })]),
)

it('without kind, what it would give must be given', () => {
  const { kind: _kind, ...ldap } = LDAP
  expect(issuesOf({ ldap }).map(({ code, path }) => [code, path])).toEqual([
    ['E1004', 'ldap.userFilter'],
    ['E1004', 'ldap.id'],
    ['E1004', 'ldap.attributes.username'],
  ])
  const given = { userFilter: '(uid={username})', id: 'entryUUID', attributes: { username: 'uid' } }
  expect(validateConfiguration({ ...LOCAL, ldap: { ...ldap, ...given } }).ldap).toMatchObject(given)
})

describe('at the start', () => {
  it.each<[string, object, string, RegExp]>([
    ['a filter that is none', { userFilter: '(uid={username}' }, 'ldap.userFilter', /parenthesis/],
    ['a filter without the name', { userFilter: '(uid=alice)' }, 'ldap.userFilter', /\{username\}/],
    ['passwords in clear over the network', { url: 'ldap://ldap.example.com' }, 'ldap.url', /readable on the way/],
    ['certificates that are none', { ca: 'none' }, 'ldap.ca', /PEM/],
    ['an attribute that is none', { attributes: { email: 'e mail' } }, 'ldap.attributes.email', /attribute/],
  ])('%s: refused, with its place', async (_, more, path, says) =>
    expect(await startIssues({ ldap: { ...LDAP, ...more } })).toEqual([
      expect.objectContaining({ code: 'E1001', path, received: expect.stringMatching(says) }),
    ]),
  )

  it('an additional directory of the host is refused', async () => {
    const accounts = ldapDirectory(LDAP)
    expect(await startIssues({ ldap: LDAP, accounts })).toMatchObject([{ code: 'E1006', path: 'ldap' }])
    await accounts.close()
  })

  it('waits for no server', async () =>
    expect(await startIssues({ ldap: { ...LDAP, url: 'ldap://127.0.0.1:1' } })).toEqual([]))
})
