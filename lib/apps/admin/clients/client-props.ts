/** Display values of a client on the panel's pages: never a secret or its hash. */
import type { Client } from '../../../domain/clients/client-record.ts'
import type { ClientKind } from '../../../domain/clients/gate.ts'

/** For the head of every page about one client. */
export interface ClientHead extends Pick<Client, 'environment' | 'status' | 'source'> {
  readonly id: string
  readonly name: string
  readonly type: ClientKind
}

export interface FormattedBlock {
  /** The value of `--format` on the command line. */
  readonly format: string
  readonly label: string
  readonly text: string
}

/** The form's fields as typed. */
export interface ClientFormValues {
  /** The catalogue app that filled in the form; empty without one. */
  readonly app: string
  readonly name: string
  readonly clientId: string
  readonly ownerEmail: string
  readonly type: string
  readonly environment: string
  /** One per line. */
  readonly redirectUris: string
  readonly postLogoutRedirectUris: string
  readonly backchannelLogoutUri: string
  readonly frontchannelLogoutUri: string
  readonly scopes: readonly string[]
  readonly listed: boolean
  /** For a gated app. */
  readonly gateUrl: string
  readonly assertion: boolean
  /** IP addresses of the app's own servers, one per line, and their requests per minute. */
  readonly backendAddresses: string
  readonly backendPerMinute: string
}

/** Field names of the form data; they are also the ids in the page. */
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
  /** The invalid value, if a field holds several. */
  readonly uri?: string | undefined
}
