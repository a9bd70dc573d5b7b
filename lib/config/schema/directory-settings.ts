/** LDAP server, or Active Directory. */
import { flag, integer, list, matching, seconds, text } from './kinds.ts'
import { CLOSED, type SettingSchema, type Settings } from './setting-schema.ts'

const ADDRESS = 'ldaps://HOST:PORT, or ldap://HOST:PORT with startTls'
const URL_OF_SERVER = {
  ...matching('^ldaps?://\\S+$', 500),
  expected: ADDRESS,
} as const

const word = (description: string, absent: string, example: string) =>
  ({
    ...text(2048),
    description,
    absent,
    examples: [example],
  }) as const

const attribute = (description: string, absent: string, example: string) =>
  ({ ...word(description, absent, example), maxLength: 200, expected: 'the name of an attribute' }) as const

const BY_KIND = 'as kind says'
const NOT_READ = 'as kind says, otherwise not read'

const DIRECTORY_SETTINGS = {
  url: {
    type: ['string', 'array'],
    pattern: URL_OF_SERVER.pattern,
    maxLength: URL_OF_SERVER.maxLength,
    minItems: 1,
    maxItems: 8,
    items: URL_OF_SERVER,
    description: 'The server, or a list of servers of which the first that answers is asked.',
    examples: ['ldaps://ldap.example.com'],
    expected: ADDRESS,
  },
  startTls: flag(false, 'Whether TLS begins on ldap://. Without TLS only this machine is asked.'),
  ca: {
    ...text(500_000),
    description: 'Certificates (PEM) that are trusted instead of the public authorities.',
    absent: 'the public authorities',
    examples: ['-----BEGIN CERTIFICATE-----…'],
    expected: 'certificates in PEM',
    env: 'LDAP_CA',
  },
  bindDn: {
    ...text(2048),
    description: 'The account that searches. It needs to read, nothing else.',
    examples: ['cn=portico,ou=services,dc=example,dc=com'],
    expected: 'a distinguished name',
  },
  bindPassword: {
    ...text(1024),
    writeOnly: true,
    description: 'Its password.',
    examples: ['the-password-of-the-account-that-searches'],
    hint: 'or set LDAP_BIND_PASSWORD or LDAP_BIND_PASSWORD_FILE',
    env: 'LDAP_BIND_PASSWORD',
  },
  base: {
    ...text(2048),
    description: 'Users are below this entry.',
    examples: ['ou=people,dc=example,dc=com'],
    expected: 'a distinguished name',
  },
  kind: {
    type: 'string',
    enum: ['active-directory', 'openldap'],
    description: 'Gives the defaults of the filters and attributes below.',
    absent: 'userFilter, id and attributes.username must be given',
    examples: ['openldap'],
  },
  userFilter: word(
    'Finds a user: {username} stands for what was typed. Who no longer fits it is no user any more.',
    BY_KIND,
    '(uid={username})',
  ),
  activeFilter: word(
    'Who does not fit it is a user, and may not sign in.',
    'nobody is locked out by it',
    '(!(employeeType=former))',
  ),
  id: attribute(
    'The attribute that never changes and never comes back; the subject is made of it.',
    BY_KIND,
    'entryUUID',
  ),
  attributes: {
    ...CLOSED,
    properties: {
      username: attribute('User name.', BY_KIND, 'uid'),
      name: attribute('Full name.', NOT_READ, 'cn'),
      given_name: attribute('Given name.', NOT_READ, 'givenName'),
      family_name: attribute('Family name.', NOT_READ, 'sn'),
      email: attribute('Address; it is not taken as proved.', NOT_READ, 'mail'),
    },
    description: 'Which attribute of an entry each detail of a user is read from.',
    absent: BY_KIND,
    examples: [{ username: 'uid', name: 'cn' }],
    expected: 'an object such as { "username": "uid", "name": "cn" }',
  },
  groups: {
    ...CLOSED,
    properties: {
      base: word('Groups below this entry count, and no others.', 'base', 'ou=groups,dc=example,dc=com'),
      filter: word('Finds the groups of a member: {dn} stands for the name of its entry.', BY_KIND, '(member={dn})'),
      name: attribute("The attribute with a group's own name.", BY_KIND, 'cn'),
      nested: flag(true, 'Whether groups of groups count: ten levels, in Active Directory all.'),
    },
    description: 'Where groups are, which give roles.',
    absent: 'they are looked for below base',
    examples: [{ base: 'ou=groups,dc=example,dc=com' }],
    expected: 'an object with base, filter, name or nested',
  },
  roles: {
    type: 'object',
    maxProperties: 1_000,
    additionalProperties: {
      ...list(20, { type: 'string', minLength: 1, maxLength: 64, expected: 'a role' }),
      description: 'Roles here.',
      examples: [['editor']],
      expected: 'a list of at most 20 roles',
    },
    description: "Roles here, by a group's name or distinguished name. Groups that are not named give none.",
    absent: 'nobody of the directory has a role',
    examples: [{ editors: ['editor'] }],
    expected: 'an object such as { "editors": ["editor"] }',
  },
  timeoutSeconds: {
    ...seconds(1, 4, 3),
    description:
      'How long a connection, and each answer, may take. A question to the directory takes 4 s in all at most.',
    examples: [3],
  },
  pool: {
    ...integer(1, 32, 10),
    description: 'Connections that search; they are kept.',
    examples: [10],
  },
} as const satisfies Settings

export const DIRECTORY = {
  ...CLOSED,
  required: ['url', 'bindDn', 'bindPassword', 'base'],
  properties: DIRECTORY_SETTINGS,
  description:
    'A directory service (LDAP, Active Directory) whose users sign in with the name and password that they have there, beside the accounts of ' +
    'the embedded directory. It needs the package ldapts.',
  absent: 'the embedded directory alone',
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
