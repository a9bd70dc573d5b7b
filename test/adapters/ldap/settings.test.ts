/** Settings are checked when the directory is made: what cannot work, or would send passwords in clear, is refused. */
import { type LdapDirectorySettings, ldapDirectory } from '../../../adapters/ldap/index.ts'
import { selfSigned } from '../../support/logout-certificate.ts'

const GOOD: LdapDirectorySettings = {
  url: 'ldaps://ldap.example.com',
  kind: 'openldap',
  base: 'dc=example,dc=com',
  bindDn: 'cn=portico,dc=example,dc=com',
  bindPassword: 'a secret',
}
const made = (more: object): string => {
  try {
    ldapDirectory({ ...GOOD, ...more })
    return 'made'
  } catch (error) {
    expect((error as Error).message).not.toContain('a secret')
    return (error as Error).message
  }
}
const NEITHER = { kind: undefined, userFilter: '(uid={username})', id: 'entryUUID', attributes: { username: 'uid' } }

it.each<[string, object]>([
  ['as they are', {}],
  ['of Active Directory', { kind: 'active-directory', bindDn: 'portico@example.com' }],
  ['several servers', { url: ['ldaps://one.example.com:3269', 'ldaps://two.example.com'] }],
  ['StartTLS', { url: 'ldap://ldap.example.com', startTls: true }],
  ['an authority', { ca: selfSigned('ldap.example.com').cert }],
  ['on this machine', { url: 'ldap://localhost:1389' }],
  ['on this machine, by address', { url: ['ldap://127.0.0.1', 'ldap://[::1]:389/'] }],
  ['of no kind, all given', NEITHER],
  ['roles', { roles: { editors: ['editor'] }, groups: { base: 'ou=groups,dc=example,dc=com' } }],
  ['a filter of several', { userFilter: '(&(objectClass=person)(|(uid={username})(mail={username}@example.com)))' }],
  ['a filter with a rule', { activeFilter: '(!(userAccountControl:1.2.840.113556.1.4.803:=2))' }],
  ['a filter with escapes', { activeFilter: '(&(cn>=a)(cn~=b\\2a)(cn:dn:=c)(cn=*d*e\\28)(1.2.3;lang-de=x))' }],
])('%s: made', (_, more) => expect(made(more)).toBe('made'))

it.each<[string, object, RegExp]>([
  ['in clear over the network', { url: 'ldap://ldap.example.com' }, /readable on the way/],
  ['one of several so', { url: ['ldaps://ldap.example.com', 'ldap://10.0.0.1'] }, /readable on the way/],
  ['a name that only looks local', { url: 'ldap://localhost.example.com' }, /readable on the way/],
  ['StartTLS inside TLS', { startTls: true }, /startTls is for ldap/],
  ['no address', { url: [] }, /url must be/],
  ['another scheme', { url: 'https://ldap.example.com' }, /url must be/],
  ['credentials in the address', { url: 'ldaps://cn=a:a secret@ldap.example.com' }, /url must be/],
  ['a base in the address', { url: 'ldaps://ldap.example.com/dc=example' }, /url must be/],
  ['a port that is none', { url: 'ldaps://ldap.example.com:99999' }, /port/],
  ['no certificate', { ca: 'a secret' }, /ca must be/],
  ['another kind', { kind: 'novell' }, /kind must be/],
  ['an inherited kind', { kind: 'toString' }, /kind must be/],
  ['an anonymous account', { bindDn: '' }, /bindDn must be/],
  ['a mechanism for an account', { bindDn: 'EXTERNAL' }, /bindDn must be/],
  ['an account without a password', { bindPassword: '' }, /bindPassword must be/],
  ['no base', { base: ' ' }, /base must be/],
  [
    'a filter without its placeholder',
    { userFilter: '(uid=username)' },
    /userFilter must be a filter with \{username\}/,
  ],
  ['a filter without an end', { userFilter: '(&(uid={username})(objectClass=person)' }, /parenthesis.*\(userFilter\)/],
  ['a filter with two ends', { userFilter: '(uid={username}))' }, /last parenthesis.*\(userFilter\)/],
  ['a filter without parentheses', { userFilter: 'uid={username}' }, /parenthesis/],
  ['a name as an attribute', { userFilter: '({username}=x)' }, /\(userFilter\)/],
  ['a name in a rule', { userFilter: '(uid:caseExactMatch:={username})' }, /must be escaped.*\(userFilter\)/],
  ['an empty part', { activeFilter: '(&(cn=a)())' }, /compares nothing.*\(activeFilter\)/],
  ['an escape that is none', { activeFilter: '(cn=a\\zz)' }, /must be escaped/],
  ['a negation of two', { activeFilter: '(!(cn=a)(cn=b))' }, /negation/],
  ['a pattern of nothing', { activeFilter: '(cn=**)' }, /asterisks/],
  ['no end of depth', { activeFilter: `${'(!'.repeat(30)}(cn=a)${')'.repeat(30)}` }, /deep/],
  ['an attribute that is a filter', { attributes: { email: 'mail)(uid=*' } }, /attributes\.email must be/],
  ['an id that is a filter', { id: '*' }, /id must be/],
  ['groups without a placeholder', { roles: {}, groups: { filter: '(cn=x)' } }, /groups\.filter must be/],
  ['a role that is no list', { roles: { editors: 'editor' } }, /roles must be/],
  ['no time', { timeoutSeconds: 0 }, /timeoutSeconds must be/],
  ['too much time', { timeoutSeconds: 60 }, /timeoutSeconds must be/],
  ['a pool that leaves nothing', { pool: 64 }, /pool must be/],
  ['of no kind, without a filter', { ...NEITHER, userFilter: undefined }, /userFilter must be/],
  ['of no kind, without an id', { ...NEITHER, id: undefined }, /id must be/],
  ['of no kind, without a name', { ...NEITHER, attributes: {} }, /attributes\.username must be/],
])('%s: refused', (_, more, reason) => expect(made(more)).toMatch(reason))
