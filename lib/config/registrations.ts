/** Clients and accounts that stand in the configuration, in the wire names of the interface. */
export interface ClientSettings {
  readonly client_id: string
  readonly client_name: string
  readonly owner_email?: string
  readonly client_type: 'confidential' | 'public'
  /** There for confidential clients, and for no others. */
  readonly client_secret?: string
  readonly redirect_uris: readonly string[]
  readonly post_logout_redirect_uris: readonly string[]
  readonly backchannel_logout_uri?: string
  readonly frontchannel_logout_uri?: string
  readonly environment: 'development' | 'live'
  readonly scopes: readonly ('openid' | 'profile' | 'email' | 'offline_access' | 'roles' | 'permissions')[]
  /** When people are asked. */
  readonly consent: 'once' | 'always' | 'trusted'
  readonly status: 'active' | 'disabled'
}

export interface AccountSettings {
  readonly sub: string
  readonly username: string
  readonly password: string
  readonly name?: string
  readonly given_name?: string
  readonly family_name?: string
  readonly email?: string
  readonly email_verified: boolean
  readonly picture?: string
  readonly preferred_username?: string
  readonly locale?: string
  readonly zoneinfo?: string
  readonly roles: readonly string[]
  readonly permissions: readonly string[]
  readonly status: 'active' | 'suspended'
}
