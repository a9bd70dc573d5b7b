/** What the panel's pages know of a client: facts for readers, never a secret or its hash. */
import type { ClientKind } from '../../../domain/clients/gate.ts'

export type ClientEnvironment = 'development' | 'live'
export type ClientSource = 'administrator' | 'configuration' | 'service'
export type ConsentName = 'once' | 'always' | 'trusted'

/** For the head of every page about one client. */
export interface ClientHead {
  readonly id: string
  readonly name: string
  readonly type: ClientKind
  readonly environment: ClientEnvironment
  readonly status: 'active' | 'disabled'
  readonly source: ClientSource
}

/** A client's configuration in one format, ready to be copied. */
export interface FormattedBlock {
  /** As `--format` of the command line has it. */
  readonly format: string
  readonly label: string
  readonly text: string
}

/** The fields of the form as they were typed. */
export interface ClientFormValues {
  /** The app of the catalogue that the form was filled in for; empty without one. */
  readonly app: string
  readonly name: string
  readonly clientId: string
  readonly ownerEmail: string
  readonly type: string
  readonly environment: string
  /** One a line. */
  readonly redirectUris: string
  readonly postLogoutRedirectUris: string
  readonly backchannelLogoutUri: string
  readonly frontchannelLogoutUri: string
  readonly scopes: readonly string[]
  readonly listed: boolean
  /** Of a gated app. */
  readonly gateUrl: string
  readonly assertion: boolean
  /** Of its own servers: one a line, and how many requests a minute. */
  readonly backendAddresses: string
  readonly backendPerMinute: string
}

/** Names of the form's fields on the wire; they are also the ids in the page. */
export type ClientFormField =
  | 'name'
  | 'client_id'
  | 'owner_email'
  | 'client_type'
  | 'environment'
  | 'redirect_uris'
  | 'post_logout_redirect_uris'
  | 'backchannel_logout_uri'
  | 'frontchannel_logout_uri'
  | 'scopes'
  | 'gate_url'
  | 'backend_addresses'
  | 'backend_per_minute'

export interface ClientFormIssue {
  readonly field: ClientFormField
  readonly text: string
  /** The address that is meant, where a field holds several. */
  readonly uri?: string | undefined
}
