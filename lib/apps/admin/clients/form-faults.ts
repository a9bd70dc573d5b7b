import { type ClientIssue, clientIssues, type IsPrivateAddress } from '../../../../policies/client-registration.ts'
import type { RedirectUriIssue } from '../../../../policies/redirect-uri.ts'
import type { ClientDraft, ClientRegistry, Refusal } from '../../../domain/clients/registry.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { isolate } from '../../../web/ui/texts/format/rich.ts'
import type { ClientFormFault, ClientFormField, ClientFormValues } from './client-props.ts'

const FIELDS: Readonly<Record<ClientIssue['field'], ClientFormField>> = {
  clientId: 'client_id',
  clientName: 'name',
  ownerEmail: 'owner_email',
  redirectUris: 'redirect_uris',
  postLogoutRedirectUris: 'post_logout_redirect_uris',
  backchannelLogoutUri: 'backchannel_logout_uri',
  frontchannelLogoutUri: 'frontchannel_logout_uri',
  scopes: 'scopes',
}
/** In the order of the form. */
const ORDER: readonly ClientFormField[] = [
  'name',
  'client_id',
  'owner_email',
  'client_type',
  'environment',
  ...Object.values(FIELDS).slice(3),
]
/** Of several faults of one address this one is told: the first that is there. */
const TELLING: readonly (RedirectUriIssue | 'repeated' | 'inside' | 'other-origin')[] = [
  'repeated',
  'missing',
  'too-long',
  'wildcard',
  'fragment',
  'user-info',
  'not-a-url',
  'scheme',
  'http-in-live',
  'http-not-localhost',
  'origin-form',
  'dot-segment',
  'response-parameter',
  'characters',
  'inside',
  'other-origin',
]

/** All that is wrong with the form, whether or not an id or an address is taken. */
export function formFaults(
  values: ClientFormValues,
  draft: ClientDraft,
  t: Messages,
  isPrivateAddress: IsPrivateAddress,
): readonly ClientFormFault[] {
  const { faults } = t.clients
  const text = faults.environmentMissing
  const chosen: readonly ClientFormFault[] = [
    ...(['public', 'confidential'].includes(values.type)
      ? []
      : [{ field: 'client_type', text: faults.typeMissing } as const]),
    ...(['development', 'live'].includes(values.environment) ? [] : [{ field: 'environment', text } as const]),
  ]
  const all = [...chosen, ...textsOf(clientIssues(draft, isPrivateAddress), draft, t)]
  return all.toSorted((a, b) => ORDER.indexOf(a.field) - ORDER.indexOf(b.field))
}

/** The registry's faults in words, one for each field or address. */
export function textsOf(
  faults: readonly ClientIssue[],
  draft: Omit<ClientDraft, 'type' | 'environment'>,
  t: Messages,
): readonly ClientFormFault[] {
  const told = new Map<string, ClientIssue>()
  for (const fault of faults) {
    const key = `${fault.field} ${'uri' in fault ? (fault.uri ?? '') : ''}`
    const other = told.get(key)
    if (other === undefined || rank(fault) < rank(other)) told.set(key, fault)
  }
  return [...told.values()].map((fault) => ({
    field: FIELDS[fault.field],
    text: textOf(fault, draft, t),
    ...uriOf(fault, draft),
  }))
}

const rank = ({ fault }: ClientIssue): number => (TELLING as readonly string[]).indexOf(fault)

/** Named only where the field holds more than one. */
function uriOf(
  fault: ClientIssue,
  draft: Pick<ClientDraft, 'redirectUris' | 'postLogoutRedirectUris'>,
): { readonly uri?: string } {
  if (fault.field !== 'redirectUris' && fault.field !== 'postLogoutRedirectUris') return {}
  return fault.uri === undefined || draft[fault.field].length < 2 ? {} : { uri: fault.uri }
}

function textOf(
  fault: ClientIssue,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  { clients: { faults } }: Messages,
): string {
  switch (fault.field) {
    case 'clientName':
      return {
        missing: faults.nameMissing,
        'too-long': faults.nameLong,
        characters: faults.nameCharacters,
      }[fault.fault]
    case 'ownerEmail':
      return fault.fault === 'missing' ? faults.ownerMissing : faults.ownerWrong
    case 'clientId':
      if (fault.fault !== 'characters') return fault.fault === 'missing' ? faults.idMissing : faults.idLength
      return /^[a-z0-9-]*$/.test(draft.clientId) ? faults.idEnds : faults.idCharacters
    case 'scopes':
      return faults.scopeUnknown
    default: {
      if (fault.fault === 'inside') return faults.inside
      if (fault.fault === 'none') return faults.redirectMissing
      if (fault.fault === 'too-many') return faults.redirectMany
      if (fault.fault === 'other-origin') return faults.otherOrigin({ host: originsOf(draft.redirectUris).join(', ') })
      return faults.address[fault.fault]({ label: faults.subject[fault.field] })
    }
  }
}

const originsOf = (uris: readonly string[]): readonly string[] => [
  ...new Set(uris.map((uri) => URL.parse(uri)?.origin ?? uri)),
]

type Taken = Extract<Refusal, { outcome: 'id-taken' | 'redirect-uri-taken' }>

/** What the registry refused because somebody else has it. */
export async function takenFault(
  refusal: Taken,
  clients: ClientRegistry,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<ClientFormFault> {
  const { faults } = t.clients
  if (refusal.outcome === 'id-taken') return { field: 'client_id', text: faults.idTaken({ id: draft.clientId }) }
  const holder = await clients.find(refusal.holder)
  const text = faults.redirectTaken({ client: isolate(holder?.clientName ?? refusal.holder), id: refusal.holder })
  return { field: 'redirect_uris', text, ...(draft.redirectUris.length < 2 ? {} : { uri: refusal.redirectUri }) }
}

/** The look-ups that the registry makes by itself: to tell what is taken together with all other faults. */
export async function takenFaults(
  clients: ClientRegistry,
  draft: Pick<ClientDraft, 'clientId' | 'redirectUris'>,
  t: Messages,
): Promise<readonly ClientFormFault[]> {
  const [taken, holders] = await Promise.all([
    /^[a-z0-9-]{3,63}$/.test(draft.clientId) ? clients.find(draft.clientId) : undefined,
    Promise.all(
      draft.redirectUris.slice(0, 20).map(async (uri) => ({ redirectUri: uri, holder: await clients.holderOf(uri) })),
    ),
  ])
  const held = holders.flatMap(({ redirectUri, holder }) => (holder === undefined ? [] : [{ redirectUri, holder }]))
  return Promise.all([
    ...(taken === undefined ? [] : [takenFault({ outcome: 'id-taken' }, clients, draft, t)]),
    ...held.map((taken) => takenFault({ outcome: 'redirect-uri-taken', ...taken }, clients, draft, t)),
  ])
}
