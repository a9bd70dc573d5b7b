import type { RoleRule } from '../../../../policies/app-access.ts'
import type { ConsentMode } from '../../../../policies/consent.ts'
import type { Backend } from '../../../../policies/known-backends.ts'
import { isListed } from '../../../../policies/launcher.ts'
import { SCOPES, type Scope } from '../../../../policies/scopes.ts'
import { defined } from '../../../config/data/defined.ts'
import { appComesBackTo } from '../../../domain/clients/blocks/catalogue-blocks.ts'
import { CATALOGUE, isCatalogueId } from '../../../domain/clients/catalogue/catalogue.ts'
import type { ClientDraft } from '../../../domain/clients/client-draft.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { kindOf } from '../../../domain/clients/gate.ts'
import { type ClientFormValues, FIELD_NAMES } from './fields-view.tsx'

type Form = ReadonlyMap<string, string>
type TextField = keyof typeof FIELD_NAMES
const TEXT_FIELDS = Object.entries(FIELD_NAMES) as readonly (readonly [TextField, string])[]

interface Chosen {
  readonly scopes: readonly Scope[]
  readonly listed: boolean
  readonly access: RoleRule | 'all-users'
  readonly secondFactor: boolean
  readonly backend: Backend | 'any-address'
  readonly frontchannelLogoutSessionRequired: boolean
  /** Empty if the client has none. */
  readonly icon: string
}

/** The fields of a client that an administrator can change later. */
export type Editable = Omit<ClientDraft, 'clientId' | 'type' | 'environment' | keyof Chosen> & Chosen

/** The form as typed, with surrounding spaces trimmed. */
export function readClientForm(form: Form, knownScopes: readonly Scope[] = SCOPES): ClientFormValues {
  const text = (name: string): string => (form.get(name) ?? '').trim()
  const lines = (name: string): string => linesOf(text(name)).join('\n')
  return {
    ...(Object.fromEntries(TEXT_FIELDS.map(([key, name]) => [key, text(name)])) as Record<TextField, string>),
    app: text('app'),
    redirectUris: lines(FIELD_NAMES.redirectUris),
    postLogoutRedirectUris: lines(FIELD_NAMES.postLogoutRedirectUris),
    backendAddresses: lines(FIELD_NAMES.backendAddresses),
    scopes: scopesIn(form, knownScopes),
    listed: form.get('listed') === 'on',
    assertion: form.get('assertion') === 'on',
    frontchannelLogoutSessionRequired: form.get('frontchannel_logout_session_required') === 'on',
  }
}

/** The values as form data, without the scopes. */
export const namedFields = (values: ClientFormValues): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(TEXT_FIELDS.map(([key, name]) => [name, values[key]])),
  ...(values.listed ? { listed: 'on' } : {}),
  ...(values.assertion ? { assertion: 'on' } : {}),
  ...(values.frontchannelLogoutSessionRequired ? { frontchannel_logout_session_required: 'on' } : {}),
})

export const EMPTY_FORM: ClientFormValues = {
  ...readClientForm(new Map()),
  environment: 'development',
  scopes: SCOPES.filter((scope) => scope !== 'roles' && scope !== 'permissions'),
  backendPerMinute: '600',
}

/** @param known every scope the deployment supports */
export function scopesIn(form: Form, known: readonly Scope[]): readonly Scope[] {
  return known.filter((scope) => scope === 'openid' || form.has(`scope_${scope}`))
}

export function consentIn(form: Form, otherwise: ConsentMode): ConsentMode {
  const sent = form.get('consent')
  return sent === 'once' || sent === 'always' || sent === 'trusted' ? sent : otherwise
}

export function linesOf(text: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** If no IP address is listed, the rate is ignored and any IP address is allowed. */
export function backendIn({ backendAddresses, backendPerMinute }: ClientFormValues): Editable['backend'] {
  const addresses = linesOf(backendAddresses)
  const perMinute = /^\d{1,9}$/.test(backendPerMinute) ? Number(backendPerMinute) : 0
  return addresses.length === 0 ? 'any-address' : { addresses, perMinute }
}

/** The form as a client draft. Options that are not selected yet default to the stricter choice. */
export function draftOf(values: ClientFormValues): ClientDraft {
  const { backchannelLogoutUri, frontchannelLogoutUri, frontchannelLogoutSessionRequired, gateUrl, assertion } = values
  return {
    clientId: values.clientId,
    clientName: values.name,
    ownerEmail: values.ownerEmail,
    consent: 'once',
    type: values.type === 'public' ? 'public' : 'confidential',
    environment: values.environment === 'development' ? 'development' : 'live',
    redirectUris: linesOf(values.redirectUris),
    postLogoutRedirectUris: linesOf(values.postLogoutRedirectUris),
    scopes: values.scopes,
    ...(backchannelLogoutUri === '' ? {} : { backchannelLogoutUri }),
    ...(frontchannelLogoutUri === '' ? {} : { frontchannelLogoutUri, frontchannelLogoutSessionRequired }),
    backend: backendIn(values),
    ...(values.type === 'gate' ? { gate: { url: gateUrl, assertion } } : {}),
    ...idTokenClaimsOfApp(values.app, linesOf(values.redirectUris)),
  }
}

/** Claims that some catalogue apps read from the ID token. Empty unless the first redirect URI belongs to the app. */
function idTokenClaimsOfApp(app: string, redirectUris: readonly string[]): Pick<ClientDraft, 'idTokenClaims'> {
  const known = isCatalogueId(app) ? CATALOGUE[app] : undefined
  if (known?.way !== 'openid-connect' || known.idTokenClaims === undefined) return {}
  return appComesBackTo(known, redirectUris[0] ?? '') ? { idTokenClaims: known.idTokenClaims } : {}
}

export function formValuesOf(client: Client): ClientFormValues {
  return {
    ...editFormOf(editableOf(client)),
    clientId: client.clientId,
    type: kindOf(client),
    environment: client.environment,
  }
}

export function editFormOf(editable: Editable): ClientFormValues {
  return {
    ...EMPTY_FORM,
    name: editable.clientName,
    ownerEmail: editable.ownerEmail,
    icon: editable.icon,
    redirectUris: editable.redirectUris.join('\n'),
    postLogoutRedirectUris: editable.postLogoutRedirectUris.join('\n'),
    backchannelLogoutUri: editable.backchannelLogoutUri ?? '',
    frontchannelLogoutUri: editable.frontchannelLogoutUri ?? '',
    frontchannelLogoutSessionRequired: editable.frontchannelLogoutSessionRequired,
    scopes: editable.scopes,
    listed: editable.listed,
    gateUrl: editable.gate?.url ?? '',
    assertion: editable.gate?.assertion ?? false,
    ...(editable.backend === 'any-address'
      ? {}
      : {
          backendAddresses: editable.backend.addresses.join('\n'),
          backendPerMinute: String(editable.backend.perMinute),
        }),
  }
}

export function editableOf(client: Client): Editable {
  const { clientName, ownerEmail, redirectUris, postLogoutRedirectUris, scopes, consent } = client
  const { gate, idTokenClaims, backchannelLogoutUri, frontchannelLogoutUri } = client
  return {
    clientName,
    ownerEmail,
    redirectUris,
    postLogoutRedirectUris,
    scopes,
    consent,
    listed: isListed(client),
    access: client.access?.roles === undefined ? 'all-users' : { ...client.access, roles: client.access.roles },
    secondFactor: client.access?.secondFactor === true,
    backend: client.backend ?? 'any-address',
    frontchannelLogoutSessionRequired: client.frontchannelLogoutSessionRequired === true,
    icon: client.icon ?? '',
    ...defined({ gate, idTokenClaims, backchannelLogoutUri, frontchannelLogoutUri }),
  }
}
