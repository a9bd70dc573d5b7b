import type { Logger } from '../../lib/ports/logger.ts'

/** Which attribute of an entry each detail of a user is read from. */
export interface DirectoryAttributes {
  /**
   * What users type to sign in.
   * @default that of `kind`
   * @example 'sAMAccountName'
   */
  readonly username: string
  /**
   * Full name.
   * @default that of `kind`
   * @example 'displayName'
   */
  readonly name?: string
  /**
   * Given name.
   * @default that of `kind`
   * @example 'givenName'
   */
  readonly given_name?: string
  /**
   * Family name.
   * @default that of `kind`
   * @example 'sn'
   */
  readonly family_name?: string
  /**
   * Email address.
   * @default that of `kind`
   * @example 'mail'
   */
  readonly email?: string
}

export interface GroupSettings {
  /**
   * Groups below this entry count, and no others.
   * @default the `base` of users
   * @example 'ou=groups,dc=example,dc=com'
   */
  readonly base?: string
  /**
   * Which groups an entry is a member of: `{dn}` stands for its name.
   * @default that of `kind`
   * @example '(member={dn})'
   */
  readonly filter?: string
  /**
   * The attribute with a group's own name.
   * @default that of `kind`
   * @example 'cn'
   */
  readonly name?: string
  /**
   * Whether groups of groups count, ten levels up. With the default filter of Active Directory the server follows them.
   * @default true
   * @example false
   */
  readonly nested?: boolean
}

export interface LdapDirectorySettings {
  /**
   * `ldaps://HOST:PORT`, or `ldap://HOST:PORT` with `startTls` (without it on this machine alone). Of several the
   * first that answers is asked.
   * @default none, the key is required
   * @example ['ldaps://dc1.example.com', 'ldaps://dc2.example.com']
   */
  readonly url: string | readonly string[]
  /**
   * Whether `ldap://` connections are encrypted before the first request.
   * @default false
   * @example true
   */
  readonly startTls?: boolean
  /**
   * Certificates (PEM) that are trusted instead of the public authorities.
   * @default the public authorities
   * @example readFileSync('/etc/portico/ca.pem', 'utf8')
   */
  readonly ca?: string
  /**
   * The account that searches: its distinguished name, or what else the server takes for one.
   * @default none, the key is required
   * @example 'cn=portico,ou=services,dc=example,dc=com'
   */
  readonly bindDn: string
  /**
   * The password of that account.
   * @default none, the key is required
   * @example readFileSync('/run/secrets/ldap', 'utf8')
   */
  readonly bindPassword: string
  /**
   * Users are below this entry.
   * @default none, the key is required
   * @example 'ou=people,dc=example,dc=com'
   */
  readonly base: string
  /**
   * Gives the defaults of the filters and attributes below. Without it all of them must be given.
   * @default none: filters and attributes must be set
   * @example 'openldap'
   */
  readonly kind?: 'active-directory' | 'openldap'
  /**
   * `{username}` stands for what was typed. Who no longer fits it is no user any more.
   * @default that of `kind`
   * @example '(&(objectClass=person)(uid={username}))'
   */
  readonly userFilter?: string
  /**
   * Who does not fit it is a user, and may not sign in.
   * @default every user can sign in
   * @example '(!(userAccountControl:1.2.840.113556.1.4.803:=2))'
   */
  readonly activeFilter?: string
  /**
   * The attribute that never changes and never comes back: `entryUUID`, `objectGUID`.
   * @default that of `kind`
   * @example 'entryUUID'
   */
  readonly id?: string
  /**
   * Attributes that differ from those of `kind`.
   * @default those of `kind`
   * @example { username: 'mail' }
   */
  readonly attributes?: Partial<DirectoryAttributes>
  /**
   * Which groups are read for roles.
   * @default those of `kind`
   * @example { base: 'ou=groups,dc=example,dc=com' }
   */
  readonly groups?: GroupSettings
  /**
   * From a group's distinguished name, or its name, to roles. Groups that are not named give none.
   * @default groups give no roles
   * @example { 'cn=sso-admins,ou=groups,dc=example,dc=com': ['admin'] }
   */
  readonly roles?: Readonly<Record<string, readonly string[]>>
  /**
   * Seconds to wait for a connection, and for each answer.
   * @default 3
   * @example 5
   */
  readonly timeoutSeconds?: number
  /**
   * Connections that search; they are kept. At most 32.
   * @default 10
   * @example 20
   */
  readonly pool?: number
  /**
   * Gets a line when a server stops or starts to respond.
   * @default no log
   * @example pino()
   */
  readonly logger?: Logger
}
