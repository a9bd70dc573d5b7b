import {
  type ClientIssue,
  clientIssues,
  type IsPrivateAddress,
  namedIn,
} from '../../../../policies/client-registration.ts'
import { REDIRECT_URI_ISSUES } from '../../../../policies/redirect-uri.ts'
import { type ClientDraft, fieldsOf } from '../../../domain/clients/client-draft.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import type { ClientFormField, ClientFormIssue, ClientFormValues } from './client-props.ts'

/** An access rule has a form of its own, which judges it. */
type FormIssue = Exclude<ClientIssue, { readonly field: 'access' }>

const FIELDS: Readonly<Record<FormIssue['field'], ClientFormField>> = {
  clientId: 'client_id',
  clientName: 'name',
  ownerEmail: 'owner_email',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  scopes: 'scopes',
  gate: 'gate_url',
  backend: 'backend_addresses',
}
/** In the order of the form. */
const ORDER: readonly ClientFormField[] = [
  'name',
  'client_id',
  'owner_email',
  'client_type',
  'environment',
  ...Object.values(FIELDS).slice(3),
  'backend_per_minute',
]
/** Of several issues of one address this one is named: the first that is there. */
const RANKS: readonly string[] = ['repeated', ...REDIRECT_URI_ISSUES, 'inside', 'other-origin']

/** What registration is judged by besides the rules of all deployments. */
export interface RegistrationRules {
  readonly isPrivateAddress: IsPrivateAddress
  readonly knownScopes: readonly string[]
  readonly serviceHosts: readonly string[]
}

/** All that is wrong with the form, whether or not an id or an address is taken. */
export function formIssues(
  values: ClientFormValues,
  draft: ClientDraft,
  t: Messages,
  { isPrivateAddress, knownScopes, serviceHosts }: RegistrationRules,
): readonly ClientFormIssue[] {
  const { faults } = t.clients
  const text = faults.environmentMissing
  const chosen: readonly ClientFormIssue[] = [
    ...(['public', 'confidential', 'gate'].includes(values.type)
      ? []
      : [{ field: 'client_type', text: faults.typeMissing } as const]),
    ...(['development', 'live'].includes(values.environment) ? [] : [{ field: 'environment', text } as const]),
  ]
  const issues = clientIssues(fieldsOf(draft), isPrivateAddress, knownScopes, serviceHosts)
  const all = [...chosen, ...textsOf(issues, draft, t)]
  return all.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
}

/** The registry's issues in words, one for each field or address. */
export function textsOf(
  issues: readonly ClientIssue[],
  draft: Omit<ClientDraft, 'type' | 'environment'>,
  t: Messages,
): readonly ClientFormIssue[] {
  const named = new Map<string, FormIssue>()
  for (const issue of issues.filter((one): one is FormIssue => one.field !== 'access')) {
    const key = `${issue.field} ${issue.fault === 'per-minute' ? issue.fault : (namedIn(issue) ?? '')}`
    const other = named.get(key)
    if (other === undefined || rank(issue) < rank(other)) named.set(key, issue)
  }
  return [...named.values()].map((issue) => ({
    field: issue.fault === 'per-minute' ? 'backend_per_minute' : FIELDS[issue.field],
    text: textOf(issue, draft, t),
    ...uriOf(issue, draft),
  }))
}

const rank = ({ fault }: FormIssue): number => RANKS.indexOf(fault)

/** Named only where the field holds more than one. */
function uriOf(
  issue: FormIssue,
  draft: Pick<ClientDraft, 'redirectUris' | 'postLogoutRedirectUris'>,
): { readonly uri?: string } {
  if (issue.field === 'backend') return issue.address === undefined ? {} : { uri: issue.address }
  if (issue.field !== 'redirectUris' && issue.field !== 'postLogoutRedirectUris') return {}
  return issue.uri === undefined || draft[issue.field].length < 2 ? {} : { uri: issue.uri }
}

function textOf(
  issue: FormIssue,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  { clients: { faults } }: Messages,
): string {
  switch (issue.field) {
    case 'clientName':
      return {
        missing: faults.nameMissing,
        'too-long': faults.nameLong,
        characters: faults.nameCharacters,
      }[issue.fault]
    case 'ownerEmail':
      return issue.fault === 'missing' ? faults.ownerMissing : faults.ownerWrong
    case 'clientId':
      if (issue.fault !== 'characters') return issue.fault === 'missing' ? faults.idMissing : faults.idLength
      return /^[a-z0-9-]*$/.test(draft.clientId) ? faults.idEnds : faults.idCharacters
    case 'backend':
      return faults.backend[issue.fault]
    case 'scopes':
      return faults.scopeUnknown
    default: {
      if (issue.fault === 'inside') return faults.inside
      if (issue.fault === 'none') return faults.redirectMissing
      if (issue.fault === 'too-many') return faults.redirectMany
      if (issue.fault === 'other-origin') return faults.otherOrigin({ host: originsOf(draft.redirectUris).join(', ') })
      return faults.address[issue.fault]({ label: faults.subject[issue.field] })
    }
  }
}

const originsOf = (uris: readonly string[]): readonly string[] => [
  ...new Set(uris.map((uri) => URL.parse(uri)?.origin ?? uri)),
]
