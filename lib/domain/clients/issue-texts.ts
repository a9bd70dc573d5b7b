import type { ClientIssue } from '../../../policies/client-registration.ts'

const FIELDS: Readonly<Record<ClientIssue['field'], string>> = {
  clientId: 'client id',
  clientName: 'display name',
  ownerEmail: 'owner email',
  redirectUris: 'redirect URI',
  postLogoutRedirectUris: 'logout URL',
  backchannelLogoutUri: 'back-channel logout URI',
  frontchannelLogoutUri: 'front-channel logout URI',
  scopes: 'scopes',
}

const TEXTS: Readonly<Record<ClientIssue['fault'], string>> = {
  missing: 'is missing',
  length: 'must be 3 to 63 characters',
  characters: 'has characters that are not allowed',
  'too-long': 'is too long',
  none: 'is missing',
  'too-many': 'may be given at most 20 times',
  repeated: 'is given twice',
  'not-a-url': 'must be a full URL',
  'origin-form': 'must be written with its origin in plain form',
  'dot-segment': 'cannot have . or .. as a part of its path',
  wildcard: 'cannot contain *',
  fragment: 'cannot contain a # part',
  'user-info': 'cannot contain a user name or password',
  scheme: 'must use https',
  'http-in-live': 'must use https for a live client',
  'http-not-localhost': 'can use http only for localhost',
  'response-parameter': 'cannot have code, state, error or iss in its query',
  inside: 'cannot be this machine or a private address for a live client, unless logout.allowPrivateAddresses opens it',
  'other-origin': 'must have the same origin as a redirect URI',
  unknown: 'has one that is not known',
  'openid-missing': 'must include openid',
}

/** What is wrong with a field, in one plain English line, for the command line and the API. */
export function clientIssueText(fault: ClientIssue): string {
  const about = 'uri' in fault && fault.uri !== undefined && fault.uri !== '' ? ` (${fault.uri})` : ''
  return `${FIELDS[fault.field]} ${TEXTS[fault.fault]}${about}`
}
