import type { ClientSettings } from '../../config/configuration.ts'
import type { Client } from './client-record.ts'

/** Client fields that are set at registration, with their keys in the configuration and in exported files. */
export const CLIENT_KEYS = {
  clientId: 'client_id',
  clientName: 'client_name',
  icon: 'icon',
  ownerEmail: 'owner_email',
  type: 'client_type',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  frontchannelLogoutSessionRequired: 'frontchannel_logout_session_required',
  environment: 'environment',
  scopes: 'scopes',
  consent: 'consent',
  idTokenClaims: 'id_token_claims',
  listed: 'listed',
  access: 'access',
  gate: 'gate',
  backend: 'backend',
  status: 'status',
} as const satisfies Partial<Record<keyof Client, keyof ClientSettings>>

export const CLIENT_FIELDS = Object.keys(CLIENT_KEYS) as readonly (keyof typeof CLIENT_KEYS)[]
