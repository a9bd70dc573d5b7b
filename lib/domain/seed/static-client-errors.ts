import type { ClientSettings } from '../../config/configuration.ts'
import { ConfigError, type ConfigIssue, configIssue } from '../../config/issues/config-error.ts'
import type { StaticClientIssue } from './static-clients.ts'

const KEYS: Readonly<Record<StaticClientIssue['issue']['field'], keyof ClientSettings>> = {
  clientId: 'client_id',
  clientName: 'client_name',
  ownerEmail: 'owner_email',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  scopes: 'scopes',
}

const EXPECTED: Readonly<Record<string, string>> = {
  'http-in-live': 'https, as the client is live',
  'http-not-localhost': 'https, or http on localhost',
  'not-a-url': 'an absolute URL',
  wildcard: 'an address without *',
  fragment: 'an address without #',
  'user-info': 'an address without credentials',
  scheme: 'https',
  'response-parameter': 'an address without code, state, error or iss in its query',
  inside: 'an address outside, as the client is live; or one of a range in logout.allowPrivateAddresses',
  'other-origin': 'the origin of one of the redirect URIs',
  taken: 'an address that no other client has',
  characters: 'printable characters without spaces',
  'openid-missing': 'openid among them',
}

/** The rules of registration, reported in the way of the configuration. */
export function staticClientError(
  settings: readonly ClientSettings[],
  issues: readonly StaticClientIssue[],
): ConfigError {
  return new ConfigError(
    issues.map(({ clientId, issue }): ConfigIssue => {
      const index = settings.findIndex(({ client_id }) => client_id === clientId)
      const uri = 'uri' in issue ? issue.uri : undefined
      const hint = 'holder' in issue ? `it belongs to the client ${issue.holder}` : undefined
      return configIssue(
        'E1006',
        `clients[${index}].${KEYS[issue.field]}`,
        EXPECTED[issue.fault] ?? issue.fault,
        uri === undefined ? issue.fault : JSON.stringify(uri),
        hint,
      )
    }),
  )
}
