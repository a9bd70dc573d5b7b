import type { Logger } from '../../lib/ports/logger.ts'

/** The LDAP attribute that contains each user detail. */
export interface DirectoryAttributes {
  /**
   * The name that users type to sign in.
   * @default depends on `kind`
   * @example 'sAMAccountName'
   */
  readonly username: string
  /**
   * Full name.
   * @default depends on `kind`
   * @example 'displayName'
   */
  readonly name?: string
  /**
   * Given name.
   * @default depends on `kind`
   * @example 'givenName'
   */
  readonly given_name?: string
  /**
   * Family name.
   * @default depends on `kind`
   * @example 'sn'
   */
  readonly family_name?: string
  /**
   * Email address.
   * @default depends on `kind`
   * @example 'mail'
   */
  readonly email?: string
}

/** Search for the groups of a user. */
export interface GroupSettings {
  /**
   * The base entry for the group search. Groups outside its subtree are ignored.
   * @default the `base` for users
   * @example 'ou=groups,dc=example,dc=com'
   */
  readonly base?: string
  /**
   * Filter for a member's groups; `{dn}` is replaced with the member's distinguished name.
   * @default depends on `kind`
   * @example '(member={dn})'
   */
  readonly filter?: string
  /**
   * The attribute that contains a group's name.
   * @default depends on `kind`
   * @example 'cn'
   */
  readonly name?: string
  /**
   * Whether nested groups count, up to ten levels deep. The default filter for Active Directory has no limit.
   * @default true
   * @example false
   */
  readonly nested?: boolean
}

/** Settings of `ldapDirectory`. */
export interface LdapDirectorySettings {
  /**
   * `ldaps://HOST:PORT`, or `ldap://HOST:PORT` with `startTls` (optional only on localhost). If there are several
   * URLs, the first server that responds is used.
   * @example ['ldaps://dc1.example.com', 'ldaps://dc2.example.com']
   */
  readonly url: string | readonly string[]
  /**
   * Whether to encrypt `ldap://` connections before the first request.
   * @default false
   * @example true
   */
  readonly startTls?: boolean
  /**
   * Certificates (PEM) to trust instead of the public authorities.
   * @default the public authorities
   * @example readFileSync('/etc/portico/ca.pem', 'utf8')
   */
  readonly ca?: string
  /**
   * The distinguished name of the search account, or any other name that the server accepts.
   * @example 'cn=portico,ou=services,dc=example,dc=com'
   */
  readonly bindDn: string
  /**
   * The password of the search account.
   * @example readFileSync('/run/secrets/ldap', 'utf8')
   */
  readonly bindPassword: string
  /**
   * The base entry for the user search. All users must be under this entry.
   * @example 'ou=people,dc=example,dc=com'
   */
  readonly base: string
  /**
   * Determines the defaults for the filters and attributes below. If omitted, all of them are required.
   * @default none: filters and attributes must be set
   * @example 'openldap'
   */
  readonly kind?: 'active-directory' | 'openldap'
  /**
   * Filter for users; `{username}` is replaced with the typed name. Entries that stop matching are no longer users.
   * @default depends on `kind`
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
   * An attribute whose values never change and are never reused, such as `entryUUID` or `objectGUID`.
   * @default depends on `kind`
   * @example 'entryUUID'
   */
  readonly id?: string
  /**
   * Attributes that differ from the defaults for `kind`.
   * @default depends on `kind`
   * @example { username: 'mail' }
   */
  readonly attributes?: Partial<DirectoryAttributes>
  /**
   * How to find the groups that grant roles.
   * @default depends on `kind`
   * @example { base: 'ou=groups,dc=example,dc=com' }
   */
  readonly groups?: GroupSettings
  /**
   * Roles for each group; keys are distinguished names or plain names. Groups that are not listed grant no roles.
   * @default groups grant no roles
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
   * Number of search connections to keep open; at most 32.
   * @default 10
   * @example 20
   */
  readonly pool?: number
  /**
   * Receives warnings about unavailable servers and ambiguous user names.
   * @default nothing is logged
   * @example pino()
   */
  readonly logger?: Logger
}
