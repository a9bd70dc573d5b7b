import type { Logger } from '../../lib/ports/logger.ts'

/** The attribute for each user detail. */
export interface DirectoryAttributes {
  /**
   * The name that users type to sign in.
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
   * Only groups below this entry count.
   * @default the `base` of users
   * @example 'ou=groups,dc=example,dc=com'
   */
  readonly base?: string
  /**
   * Filter for the groups of a member: `{dn}` stands for the member's distinguished name.
   * @default that of `kind`
   * @example '(member={dn})'
   */
  readonly filter?: string
  /**
   * The attribute with the name of a group.
   * @default that of `kind`
   * @example 'cn'
   */
  readonly name?: string
  /**
   * Whether nested groups count, up to ten levels. The default filter of Active Directory has no limit.
   * @default true
   * @example false
   */
  readonly nested?: boolean
}

export interface LdapDirectorySettings {
  /**
   * `ldaps://HOST:PORT`, or `ldap://HOST:PORT` with `startTls` (without it on localhost only). With several URLs, the
   * first server that responds is used.
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
   * Trusted certificates (PEM), instead of the public authorities.
   * @default the public authorities
   * @example readFileSync('/etc/portico/ca.pem', 'utf8')
   */
  readonly ca?: string
  /**
   * The search account: its distinguished name, or another name that the server accepts.
   * @default none, the key is required
   * @example 'cn=portico,ou=services,dc=example,dc=com'
   */
  readonly bindDn: string
  /**
   * The password of the search account.
   * @default none, the key is required
   * @example readFileSync('/run/secrets/ldap', 'utf8')
   */
  readonly bindPassword: string
  /**
   * The entry above all users.
   * @default none, the key is required
   * @example 'ou=people,dc=example,dc=com'
   */
  readonly base: string
  /**
   * Sets the defaults of the filters and attributes below. Without it, all of them are required.
   * @default none: filters and attributes must be set
   * @example 'openldap'
   */
  readonly kind?: 'active-directory' | 'openldap'
  /**
   * Filter for users; `{username}` stands for the typed name. Entries that no longer match are no longer users.
   * @default that of `kind`
   * @example '(&(objectClass=person)(uid={username}))'
   */
  readonly userFilter?: string
  /**
   * Users who do not match this filter cannot sign in, for example disabled accounts.
   * @default every user can sign in
   * @example '(!(userAccountControl:1.2.840.113556.1.4.803:=2))'
   */
  readonly activeFilter?: string
  /**
   * An attribute that never changes and is never reused: `entryUUID`, `objectGUID`.
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
   * Groups that are read for roles.
   * @default those of `kind`
   * @example { base: 'ou=groups,dc=example,dc=com' }
   */
  readonly groups?: GroupSettings
  /**
   * Roles by a group's distinguished name or name. Other groups give no roles.
   * @default groups give no roles
   * @example { 'cn=sso-admins,ou=groups,dc=example,dc=com': ['admin'] }
   */
  readonly roles?: Readonly<Record<string, readonly string[]>>
  /**
   * Seconds to wait for a connection, and for each response.
   * @default 3
   * @example 5
   */
  readonly timeoutSeconds?: number
  /**
   * Number of kept connections for searches; at most 32.
   * @default 10
   * @example 20
   */
  readonly pool?: number
  /**
   * Logs when a server stops or starts to respond.
   * @default no log
   * @example pino()
   */
  readonly logger?: Logger
}
