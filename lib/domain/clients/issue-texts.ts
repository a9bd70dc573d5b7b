import { CLIENT_ISSUE_WORDS, type ClientIssue, namedIn } from '../../../policies/client-registration.ts'

const FIELDS: Readonly<Record<ClientIssue['field'], string>> = {
  clientId: 'client id',
  clientName: 'display name',
  ownerEmail: 'owner email',
  redirectUris: 'redirect URI',
  postLogoutRedirectUris: 'logout URL',
  backchannelLogoutUri: 'back-channel logout URI',
  frontchannelLogoutUri: 'front-channel logout URI',
  scopes: 'scopes',
  access: 'access rule',
  gate: 'address of the gated app',
  backend: 'back end',
}

/** An issue in one English line, for the command line. */
export function clientIssueText(issue: ClientIssue): string {
  const value = namedIn(issue)
  const about = value === undefined || value === '' ? '' : ` (${value})`
  return `${FIELDS[issue.field]} ${CLIENT_ISSUE_WORDS[issue.fault].rule}${about}`
}
