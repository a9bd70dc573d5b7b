/** What `testDirectory` reports about a real LDAP server: the failing step, and no secret. */
import {
  type DirectoryQuestion,
  type DirectoryStep,
  type LdapDirectorySettings,
  testDirectory,
} from '../../../adapters/ldap/index.ts'
import { freePort } from '../../support/free-port.ts'
import { selfSigned } from '../../support/logout-certificate.ts'
import { BASE, folderEntry, group, SEARCHER, startSlapd, user } from '../../support/slapd.ts'

const CERTIFICATE = selfSigned('127.0.0.1')
const LDIF = [
  user('alice', 'alices password', { mail: 'alice@example.com', givenName: 'Alice' }),
  user('former', 'formers password', { employeeType: 'former' }),
  user('twin', 'twins password', { mail: 'alice@example.com' }),
  folderEntry('groups'),
  group('editors', [`uid=alice,${BASE}`]),
].join('')

const slapd = await startSlapd({ ldif: LDIF, certificate: CERTIFICATE })

async function steps(more: Partial<LdapDirectorySettings>, question?: DirectoryQuestion): Promise<DirectoryStep[]> {
  const reported: DirectoryStep[] = []
  const account = { bindDn: SEARCHER.dn, bindPassword: SEARCHER.password }
  const settings = { url: slapd.url, kind: 'openldap', base: BASE, ca: CERTIFICATE.cert, startTls: true } as const
  for await (const step of testDirectory({ ...settings, ...account, ...more }, question)) reported.push(step)
  expect(JSON.stringify(reported)).not.toMatch(/alices|formers|searcher-secret/)
  return reported
}
const inShort = (reported: readonly DirectoryStep[]): readonly string[] =>
  reported.map(({ step, outcome }) => `${step} ${outcome}`)

const REACHED = ['connect ok', 'tls ok', 'bind ok']
const FOUND = [...REACHED, 'base ok', 'filter ok', 'attribute ok']

it('all is well', async () => {
  const roles = { roles: { editors: ['editor'] }, groups: { base: `ou=groups,${BASE}` } }
  const reported = await steps(roles, { username: 'alice', password: 'alices password' })
  expect(inShort(reported)).toEqual([...FOUND, 'active ok', 'groups ok', 'groups ok', 'password ok'])
  expect(reported.map(({ detail }) => detail)).toEqual([
    `127.0.0.1:${slapd.port} answers`,
    `127.0.0.1:${slapd.port} has TLS, and its certificate is trusted`,
    `127.0.0.1:${slapd.port} knows the account that searches (bindDn)`,
    'base is there',
    'userFilter finds one user',
    expect.stringMatching(/^the subject is ldap-[0-9a-f-]{36}$/),
    'the user may sign in',
    'groups.base is there',
    'the user’s roles: editor',
    'the password is right',
  ])
})

it.each<[string, Partial<LdapDirectorySettings>, DirectoryQuestion, readonly string[], RegExp]>([
  ['any user', { attributes: { given_name: 'cn' } }, {}, [...FOUND, 'active ok'], /may sign in/],
  [
    'a detail that is not there',
    {},
    { username: 'former' },
    [...FOUND, 'attribute noted', 'attribute noted', 'active ok'],
    /may/,
  ],
  ['an authority that is not trusted', { ca: selfSigned('127.0.0.1').cert }, {}, ['connect ok', 'tls failed'], /TLS: /],
  [
    'the password of the account',
    { bindPassword: 'x' },
    {},
    ['connect ok', 'tls ok', 'bind failed'],
    /invalidCredentials/,
  ],
  ['the base', { base: `ou=nowhere,${BASE}` }, {}, [...REACHED, 'base failed'], /noSuchObject/],
  ['the filter', { userFilter: '(title={username})' }, {}, [...REACHED, 'base ok', 'filter failed'], /no entry/],
  [
    'the name',
    { userFilter: '(mail={username})' },
    { username: 'alice@example.com' },
    [...REACHED, 'base ok', 'filter failed'],
    /two/,
  ],
  ['an unknown name', {}, { username: 'a\0' }, [...REACHED, 'base ok', 'filter failed'], /no server is asked/],
  ['the id', { id: 'uid' }, { username: 'alice' }, [...REACHED, 'base ok', 'filter ok', 'attribute failed'], /uid/],
  [
    'the user',
    { activeFilter: '(!(employeeType=former))', attributes: { email: 'sn', given_name: 'sn' } },
    { username: 'former', password: 'formers password' },
    [...FOUND, 'active noted', 'password ok'],
    /right/,
  ],
  [
    'the groups',
    { roles: {}, groups: { base: `ou=nowhere,${BASE}` } },
    { username: 'alice' },
    [...FOUND, 'active ok', 'groups failed'],
    /noSuchObject/,
  ],
  ['the password', {}, { username: 'alice', password: 'another' }, [...FOUND, 'active ok', 'password failed'], /wrong/],
  ['no password', {}, { username: 'alice', password: ' ' }, [...FOUND, 'active ok', 'password failed'], /no server/],
])('%s', async (_, more, question, expected, last) => {
  const reported = await steps(more, question)
  expect(inShort(reported)).toEqual(expected)
  expect(reported.at(-1)?.detail).toMatch(last)
})

it('of several servers each is tried', async () => {
  const reported = await steps({ url: [`ldap://127.0.0.1:${await freePort()}`, slapd.url] }, { username: 'alice' })
  expect(inShort(reported)).toEqual(['connect failed', ...FOUND, 'active ok'])
  expect(reported[0]?.detail).toMatch(/^127\.0\.0\.1:\d+: connect: ECONNREFUSED$/)
})
