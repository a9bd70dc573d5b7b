/** English texts about clients: the list, the form, and what can be wrong with it. */
import { CLIENT_ISSUE_WORDS } from '../../../../../policies/client-registration.ts'
import { REDIRECT_URI_ISSUES, type RedirectUriIssue } from '../../../../../policies/redirect-uri.ts'
import { counter } from '../format/count.ts'

const clients = counter('en', { one: '# client', other: '# clients' })

type AddressIssue = RedirectUriIssue | 'repeated'
const ADDRESS_ISSUES: readonly AddressIssue[] = [...REDIRECT_URI_ISSUES, 'repeated']
const addressIssues = Object.fromEntries(
  ADDRESS_ISSUES.map((issue) => {
    const { rule, form = rule } = CLIENT_ISSUE_WORDS[issue]
    return [issue, (p: { label: string }) => `${p.label} ${form}`]
  }),
) as Record<AddressIssue, (p: { label: string }) => string>

export const clientsTexts = {
  title: 'Clients',
  lead: 'Apps that sign users in here.',
  create: 'New client',
  exportCsv: 'Export CSV',
  what: 'clients',
  types: { confidential: 'Server-side', public: 'Browser or mobile' },
  environments: { development: 'Development', live: 'Live' },
  states: { active: 'Active', disabled: 'Disabled' },
  sources: { configuration: 'From configuration', service: 'Part of the service' },
  columns: {
    name: 'Name',
    type: 'Type',
    environment: 'Environment',
    status: 'Status',
    owner: 'Owner',
    lastSignIn: 'Last sign-in',
    created: 'Created',
  },
  filter: {
    label: 'Filter clients',
    search: 'Find',
    searchHint: 'Name, ID, owner or redirect host',
    any: 'All',
    apply: 'Apply',
  },
  emptyTitle: 'Register your first app',
  emptyText: 'You’ll need its name, an owner’s email and its callback URL.',
  noMatch: 'No clients match these filters.',
  noMatchYet: 'Nothing among the clients searched so far.',
  scanned: (p: { count: number; total: number }) => `Searched ${p.count} of ${clients(p.total)} so far.`,
  form: {
    title: 'New client',
    identity: 'Identity',
    kind: 'Type and environment',
    addresses: 'Addresses',
    addressesLead: 'Users are sent to these addresses and nowhere else. They are compared character by character.',
    signOut: 'Sign-out',
    signOutLead: 'All optional. Without them the app is not notified when a user signs out elsewhere.',
    scopes: 'Scopes',
    scopesLead: 'What the app may ask for. Remove what it does not need.',
    submit: 'Create client',
    preview: 'What the app will need',
    discovery: 'Discovery document',
    block: 'Environment',
  },
  fields: {
    name: 'Display name',
    nameHint: 'Users see it when they sign in.',
    clientId: 'Client ID',
    clientIdHint: '3 to 63 lowercase letters, numbers or hyphens. Can’t be changed later.',
    ownerEmail: 'Owner email',
    ownerEmailHint: 'Who is responsible for the app. Users without access are asked to write there.',
    type: 'Client type',
    typeHint: 'Can’t be changed later.',
    confidential: 'Server-side app',
    confidentialHint: 'Calls the token endpoint from a server; gets a secret.',
    public: 'Browser or mobile app',
    publicHint: 'No secret, PKCE only.',
    environment: 'Environment',
    development: 'Development',
    developmentHint: 'http is accepted for localhost. Can go live later.',
    live: 'Live',
    liveHint: 'https everywhere. Can’t go back to development.',
    redirectUris: 'Redirect URIs',
    redirectUrisHint:
      'One a line, 20 at most. The callback of the app, such as https://billing.example.com/auth/callback',
    postLogoutRedirectUris: 'Logout URLs',
    postLogoutRedirectUrisHint:
      'One a line. Where users come back to after signing out; same origin as a redirect URI.',
    backchannelLogoutUri: 'Back-channel logout URI',
    backchannelLogoutUriHint: 'Receives a POST from server to server when a session ends. The reliable way.',
    frontchannelLogoutUri: 'Front-channel logout URI',
    frontchannelLogoutUriHint:
      'Is loaded in the user’s browser. Browsers that block third-party cookies make it unreliable.',
    consent: 'Consent',
    status: 'Status',
  },
  origin: (p: { host: string; path: string }) => `Origin ${p.host} · Callback path ${p.path}`,
  scopes: {
    openid: 'Always included',
    profile: 'Recommended',
    email: 'Recommended',
    offline_access: 'Recommended: yields a refresh token, so the app stays signed in',
    roles: 'Optional',
    permissions: 'Optional',
  },
  faults: {
    nameMissing: 'Enter a display name',
    nameLong: 'Display name must be 200 characters or shorter',
    nameCharacters: 'Display name cannot contain control or direction characters',
    idMissing: 'Enter a client ID',
    idLength: 'Client ID must be 3 to 63 characters',
    idCharacters: 'Client ID can only use lowercase letters, numbers and hyphens',
    idEnds: 'Client ID must begin and end with a letter or a number',
    idTaken: (p: { id: string }) => `Client ID “${p.id}” is already used`,
    ownerMissing: 'Enter the owner’s email',
    ownerWrong: 'Owner email must be like name@company.com',
    typeMissing: 'Choose a client type',
    environmentMissing: 'Choose an environment',
    redirectMissing: 'Enter a redirect URI',
    redirectMany: 'A client can have 20 redirect URIs at most',
    redirectTaken: (p: { client: string; id: string }) =>
      `Already used by ${p.client} (${p.id}). Each redirect URI belongs to one client`,
    inside:
      'Back-channel URI of a live client cannot be this machine or a private address, unless the configuration allows it (logout.allowPrivateAddresses)',
    otherOrigin: (p: { host: string }) => `Logout URL must have the same origin as the redirect URI (${p.host})`,
    subject: {
      redirectUris: 'Redirect URI',
      postLogoutRedirectUris: 'Logout URL',
      backchannelLogoutUri: 'Back-channel URI',
      frontchannelLogoutUri: 'Front-channel URI',
    },
    address: addressIssues,
    scopeUnknown: 'Choose among the scopes shown',
  },
}
