/** Settings for an LDAP server, including Active Directory. */
import { described, flag, integer, list, matching, seconds, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const ADDRESS = 'ldaps://HOST:PORT, or ldap://HOST:PORT with startTls'
const URL_OF_SERVER = {
  ...matching('^ldaps?://\\S+$', 500),
  expected: ADDRESS,
} as const

const word = (description: string, absent: string, example: string) =>
  ({ ...described(text(2048), description, example), absent }) as const

const attribute = (description: string, absent: string, example: string) =>
  ({ ...word(description, absent, example), maxLength: 200, expected: 'the name of an attribute' }) as const

const BY_KIND = 'depends on kind'
const NOT_READ = 'depends on kind, otherwise not read'

const DIRECTORY_SETTINGS = {
  url: {
    type: ['string', 'array'],
    pattern: URL_OF_SERVER.pattern,
    maxLength: URL_OF_SERVER.maxLength,
    minItems: 1,
    maxItems: 8,
    items: URL_OF_SERVER,
    description: 'LDAP server, or a list of servers. Portico uses the first that responds.',
    examples: ['ldaps://ldap.example.com'],
    expected: ADDRESS,
  },
  startTls: flag(
    false,
    'Whether ldap:// connections use StartTLS. Without TLS, only servers on this machine are allowed.',
  ),
  ca: {
    ...text(500_000),
    description:
      'Certificates, as PEM text, to trust instead of the public certificate authorities. LDAP_CA_FILE names a file.',
    absent: 'the public authorities',
    examples: ['-----BEGIN CERTIFICATE-----…'],
    expected: 'certificates in PEM',
    env: 'LDAP_CA',
  },
  bindDn: {
    ...text(2048),
    description: 'DN of the account used for searches. It needs only read access.',
    examples: ['cn=portico,ou=services,dc=example,dc=com'],
    expected: 'a distinguished name',
  },
  bindPassword: {
    ...described(text(1024), 'Password of the account used for searches.', 'the-password-of-the-account-that-searches'),
    writeOnly: true,
    hint: 'or set LDAP_BIND_PASSWORD or LDAP_BIND_PASSWORD_FILE',
    env: 'LDAP_BIND_PASSWORD',
  },
  base: {
    ...described(text(2048), 'Base DN for users.', 'ou=people,dc=example,dc=com'),
    expected: 'a distinguished name',
  },
  kind: {
    type: 'string',
    enum: ['active-directory', 'openldap'],
    description: 'Kind of server. Sets the defaults for the filters and attributes below.',
    absent: 'userFilter, id, and attributes.username are required',
    examples: ['openldap'],
  },
  userFilter: word(
    'Filter that finds a user; {username} is the entered name. Entries that no longer match are not users.',
    BY_KIND,
    '(uid={username})',
  ),
  activeFilter: word(
    'Filter for active users. Users who do not match cannot sign in (for example, disabled accounts).',
    'no user is excluded',
    '(!(employeeType=former))',
  ),
  id: attribute('Immutable attribute that is never reused. The subject is derived from it.', BY_KIND, 'entryUUID'),
  attributes: {
    ...CLOSED,
    properties: {
      username: attribute('User name.', BY_KIND, 'uid'),
      name: attribute('Full name.', NOT_READ, 'cn'),
      given_name: attribute('Given name.', NOT_READ, 'givenName'),
      family_name: attribute('Family name.', NOT_READ, 'sn'),
      email: attribute('Email address, treated as unverified.', NOT_READ, 'mail'),
    },
    description: 'LDAP attributes that contain user details.',
    absent: BY_KIND,
    examples: [{ username: 'uid', name: 'cn' }],
    expected: 'an object such as { "username": "uid", "name": "cn" }',
  },
  groups: {
    ...CLOSED,
    properties: {
      base: word('Base DN for groups.', 'base', 'ou=groups,dc=example,dc=com'),
      filter: word(
        "Filter that finds a member's groups; {dn} is the DN of the member's entry.",
        BY_KIND,
        '(member={dn})',
      ),
      name: attribute('Attribute with the name of a group.', BY_KIND, 'cn'),
      nested: flag(true, 'Whether nested groups count: up to ten levels, or all levels in Active Directory.'),
    },
    description: 'Groups that map to roles.',
    absent: 'groups are searched for below base',
    examples: [{ base: 'ou=groups,dc=example,dc=com' }],
    expected: 'an object with base, filter, name or nested',
  },
  roles: {
    type: 'object',
    maxProperties: 1_000,
    additionalProperties: {
      ...list(20, { type: 'string', minLength: 1, maxLength: 64, expected: 'a role' }),
      description: 'Roles in Portico.',
      examples: [['editor']],
      expected: 'a list of at most 20 roles',
    },
    description: 'Roles by group name or DN. Groups that are not listed grant no roles.',
    absent: 'users of the directory have no roles',
    examples: [{ editors: ['editor'] }],
    expected: 'an object such as { "editors": ["editor"] }',
  },
  timeoutSeconds: {
    ...seconds(1, 4, 3),
    description: 'Time limit for a connection and for each response. A complete query takes at most 4 s.',
    examples: [3],
  },
  pool: described(integer(1, 32, 10), 'Number of pooled connections for searches.', 10),
} as const satisfies Settings

export const DIRECTORY = {
  ...CLOSED,
  required: ['url', 'bindDn', 'bindPassword', 'base'],
  properties: DIRECTORY_SETTINGS,
  description:
    'Directory service (LDAP, Active Directory). Its users sign in with their directory name and password, in addition to the accounts in ' +
    'the embedded directory. Requires the package ldapts.',
  absent: 'only the embedded directory',
  examples: [
    {
      kind: 'openldap',
      url: 'ldaps://ldap.example.com',
      bindDn: 'cn=portico,ou=services,dc=example,dc=com',
      bindPassword: 'the-password-of-the-account-that-searches',
      base: 'ou=people,dc=example,dc=com',
    },
  ],
  expected: 'an object with url, bindDn, bindPassword and base',
} as const satisfies SettingSchema
