import {
  type ClientIssue,
  clientIssues,
  type IsPrivateAddress,
  namedIn,
} from '../../../../policies/client-registration.ts'
import { REDIRECT_URI_ISSUES } from '../../../../policies/redirect-uri.ts'
import { type ClientDraft, fieldsOf } from '../../../domain/clients/client-draft.ts'
import { CLIENT_KEYS } from '../../../domain/clients/client-keys.ts'
import type { ClientRegistry, Refusal } from '../../../domain/clients/registry.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { clientIssueText } from '../../../web/ui/texts/client-issue.ts'
import { isolate } from '../../../web/ui/texts/format/words.ts'
import { type ClientFormField, type ClientFormIssue, type ClientFormValues, FIELD_NAMES } from './fields-view.tsx'

/** The access rule has a separate form with its own validation. */
type FormIssue = Exclude<ClientIssue, { readonly field: 'access' }>

const FIELDS: Readonly<Record<FormIssue['field'], ClientFormField>> = {
  ...CLIENT_KEYS,
  clientName: 'name',
  gate: 'gate_url',
  backend: 'backend_addresses',
}
/** Fields in form order. */
const ORDER: readonly ClientFormField[] = [...Object.values(FIELD_NAMES), 'scopes']
/** The order of precedence: if a URL has several issues, the form shows only the first one in this list. */
const RANKS: readonly string[] = ['repeated', ...REDIRECT_URI_ISSUES, 'inside', 'other-origin']

/** Registration rules that depend on the deployment. */
export interface RegistrationRules {
  readonly isPrivateAddress: IsPrivateAddress
  readonly knownScopes: readonly string[]
  readonly serviceHosts: readonly string[]
}

/** All issues in the form, except IDs and URLs that are already taken. */
export function formIssues(
  values: ClientFormValues,
  draft: ClientDraft,
  t: Messages,
  { isPrivateAddress, knownScopes, serviceHosts }: RegistrationRules,
): readonly ClientFormIssue[] {
  const texts = t.issues.client.form
  const missing = [
    ...(['public', 'confidential', 'gate'].includes(values.type) ? [] : (['client_type'] as const)),
    ...(['development', 'live'].includes(values.environment) ? [] : (['environment'] as const)),
  ]
  const chosen = missing.map((field): ClientFormIssue => ({ field, text: texts[field] }))
  const issues = clientIssues(fieldsOf(draft), isPrivateAddress, knownScopes, serviceHosts)
  const all = [...chosen, ...textsOf(issues, draft, t)]
  return all.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
}

/** Converts the registry's issues to error messages, one per field or value. */
export function textsOf(
  issues: readonly ClientIssue[],
  draft: Omit<ClientDraft, 'type' | 'environment'>,
  t: Messages,
): readonly ClientFormIssue[] {
  const named = new Map<string, FormIssue>()
  for (const issue of issues.filter((one): one is FormIssue => one.field !== 'access')) {
    const key = `${issue.field} ${issue.code === 'per-minute' ? issue.code : (namedIn(issue) ?? '')}`
    const other = named.get(key)
    if (other === undefined || rank(issue) < rank(other)) named.set(key, issue)
  }
  return [...named.values()].map((issue) => ({
    field: issue.code === 'per-minute' ? 'backend_per_minute' : FIELDS[issue.field],
    text: textOf(issue, draft, t),
    ...uriOf(issue, draft),
  }))
}

const rank = ({ code }: FormIssue): number => RANKS.indexOf(code)

/** The invalid value, if the field can hold several values. */
function uriOf(
  issue: FormIssue,
  draft: Pick<ClientDraft, 'redirectUris' | 'postLogoutRedirectUris'>,
): { readonly uri?: string } {
  if (issue.field === 'backend') return issue.address === undefined ? {} : { uri: issue.address }
  if (issue.field !== 'redirectUris' && issue.field !== 'postLogoutRedirectUris') return {}
  return issue.uri === undefined || draft[issue.field].length < 2 ? {} : { uri: issue.uri }
}

/** Returns an issue's error message. For a wrong origin, the message includes the expected origins. */
function textOf(
  issue: FormIssue,
  { clientId, redirectUris }: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  { issues }: Messages,
): string {
  const text = clientIssueText(issue, issues.client, clientId)
  if (issue.code !== 'other-origin') return text
  const origins = new Set(redirectUris.map((uri) => URL.parse(uri)?.origin ?? uri))
  return `${text} (${[...origins].join(', ')})`
}

/** The issue to show for an ID or redirect URI that is already taken by another client. */
export async function takenIssue(
  refusal: Extract<Refusal, { outcome: 'id-taken' | 'redirect-uri-taken' }>,
  clients: Pick<ClientRegistry, 'find'>,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<ClientFormIssue> {
  const { taken } = t.issues.client
  if (refusal.outcome === 'id-taken') return { field: 'client_id', text: taken.clientId({ id: draft.clientId }) }
  const holder = await clients.find(refusal.holder)
  const name = isolate(holder?.clientName ?? refusal.holder)
  const text = taken.redirectUris({ client: name, id: refusal.holder })
  return { field: 'redirect_uris', text, ...(draft.redirectUris.length < 2 ? {} : { uri: refusal.redirectUri }) }
}

/** Repeats the registry's lookups so that the form can report taken values together with all other issues. */
export async function takenIssues(
  clients: Pick<ClientRegistry, 'find' | 'holderOf'>,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<readonly ClientFormIssue[]> {
  const [taken, holders] = await Promise.all([
    /^[a-z0-9-]{3,63}$/.test(draft.clientId) ? clients.find(draft.clientId) : undefined,
    Promise.all(
      draft.redirectUris.slice(0, 20).map(async (uri) => ({ redirectUri: uri, holder: await clients.holderOf(uri) })),
    ),
  ])
  const held = holders.flatMap(({ redirectUri, holder }) => (holder === undefined ? [] : [{ redirectUri, holder }]))
  return Promise.all([
    ...(taken === undefined ? [] : [takenIssue({ outcome: 'id-taken' }, clients, draft, t)]),
    ...held.map((taken) => takenIssue({ outcome: 'redirect-uri-taken', ...taken }, clients, draft, t)),
  ])
}
