import type { ClientIssue } from '../../../policies/client-registration.ts'
import type { ClientSettings } from '../../config/configuration.ts'

/** The fields of a client as its settings name them; the panel's form does mostly too. */
export const CLIENT_KEYS = {
  clientId: 'client_id',
  clientName: 'client_name',
  ownerEmail: 'owner_email',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  scopes: 'scopes',
  access: 'access',
  gate: 'gate',
  backend: 'backend',
} as const satisfies Readonly<Record<ClientIssue['field'], keyof ClientSettings>>
