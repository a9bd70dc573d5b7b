import { ACCESS_ROLES_MAX } from '../../../../policies/app-access.ts'
import { REDIRECT_URIS_MAX } from '../../../../policies/client-registration.ts'
import { jsonIn, textAt } from '../../../config/data/plain-data.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import type { FieldChange } from './conflict-view.tsx'
import type { Editable } from './form-values.ts'

/** Field labels, in form order. */
const LABELS: Readonly<Record<keyof Editable, (t: Messages) => string>> = {
  clientName: ({ clients }) => clients.fields.name,
  ownerEmail: ({ clients }) => clients.fields.ownerEmail,
  icon: ({ clients }) => clients.fields.icon,
  redirectUris: ({ clients }) => clients.fields.redirectUris,
  postLogoutRedirectUris: ({ clients }) => clients.fields.postLogoutRedirectUris,
  backchannelLogoutUri: ({ clients }) => clients.fields.backchannelLogoutUri,
  frontchannelLogoutUri: ({ clients }) => clients.fields.frontchannelLogoutUri,
  frontchannelLogoutSessionRequired: ({ clients }) => clients.fields.frontchannelSession,
  scopes: ({ clients }) => clients.form.scopes,
  consent: ({ clients }) => clients.fields.consent,
  idTokenClaims: ({ client }) => client.scopes.inIdToken,
  listed: ({ clients }) => clients.fields.listed,
  access: ({ client }) => client.access.title,
  secondFactor: ({ client }) => client.access.secondFactor,
  gate: ({ clients }) => clients.fields.gateUrl,
  backend: ({ clients }) => clients.fields.backendAddresses,
}
const FIELDS = Object.keys(LABELS) as readonly (keyof Editable)[]

export const fieldLabel = (field: keyof Editable, t: Messages): string => LABELS[field](t)

/** Applies new values. A logout URL that the user cleared is removed, not stored as an empty string. */
export function withValues(
  base: Editable,
  values: { readonly [Field in keyof Editable]?: Editable[Field] | undefined },
): Editable {
  const { backchannelLogoutUri, frontchannelLogoutUri, ...rest } = { ...base, ...values } as Editable
  return {
    ...rest,
    ...(backchannelLogoutUri === undefined || backchannelLogoutUri === '' ? {} : { backchannelLogoutUri }),
    ...(frontchannelLogoutUri === undefined || frontchannelLogoutUri === '' ? {} : { frontchannelLogoutUri }),
  }
}

export function differing(a: Editable, b: Editable): readonly (keyof Editable)[] {
  return FIELDS.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

export function changesBetween(
  before: Editable,
  after: Editable,
  t: Messages,
): readonly (FieldChange & { readonly field: keyof Editable })[] {
  return differing(before, after).map((field) => ({
    field,
    label: fieldLabel(field, t),
    before: linesOf(before, field, t),
    now: linesOf(after, field, t),
  }))
}

export function linesOf(
  editable: Editable,
  field: keyof Editable,
  { client, clients, operations: { settings } }: Messages,
): readonly string[] {
  const value = editable[field]
  if (field === 'secondFactor' || field === 'frontchannelLogoutSessionRequired')
    return [value ? settings.on : settings.off]
  if (typeof value === 'boolean') return [value ? clients.fields.listedYes : clients.fields.listedNo]
  if (value === undefined || value === '') return []
  if (typeof value === 'object' && 'url' in value)
    return [value.url, ...(value.assertion ? [clients.fields.assertion] : [])]
  if (typeof value === 'object' && 'addresses' in value)
    return [...value.addresses, clients.fields.backendRate({ count: value.perMinute })]
  if (typeof value !== 'string') return 'roles' in value ? value.roles : value
  if (value === 'scopes' || value === 'none')
    return [client.scopes[value === 'scopes' ? 'inIdTokenToo' : 'userinfoAlone']]
  if (value === 'any-address') return [clients.fields.anyAddress]
  if (value === 'all-users') return [client.access.allUsers]
  return [value === 'once' || value === 'always' || value === 'trusted' ? client.scopes[value] : value]
}

/** The values the form was opened with. They are untrusted, so they are only displayed and compared. */
export function readBase(text: string | undefined): Editable | undefined {
  const base: Partial<Record<keyof Editable, unknown>> = membersOf(jsonIn(text ?? ''))
  const { clientName, ownerEmail, redirectUris, postLogoutRedirectUris, scopes, consent, idTokenClaims } = base
  if (typeof clientName !== 'string' || typeof ownerEmail !== 'string') return undefined
  if (!isList(redirectUris) || !isList(postLogoutRedirectUris) || !isList(scopes)) return undefined
  return withValues(
    {
      clientName,
      ownerEmail,
      redirectUris,
      postLogoutRedirectUris,
      scopes,
      consent: consent === 'always' || consent === 'trusted' ? consent : 'once',
      listed: base.listed !== false,
      access: readAccess(base.access),
      secondFactor: base.secondFactor === true,
      frontchannelLogoutSessionRequired: base.frontchannelLogoutSessionRequired === true,
      icon: textAt(base, 'icon') ?? '',
      backend: readBackend(base.backend),
      ...(idTokenClaims === 'none' || idTokenClaims === 'scopes' ? { idTokenClaims } : {}),
      ...readGate(base.gate),
    },
    {
      backchannelLogoutUri: textAt(base, 'backchannelLogoutUri'),
      frontchannelLogoutUri: textAt(base, 'frontchannelLogoutUri'),
    },
  )
}

function readAccess(access: unknown): Editable['access'] {
  const { roles } = membersOf(access)
  return Array.isArray(roles) && roles.length <= ACCESS_ROLES_MAX && roles.every((role) => typeof role === 'string')
    ? { roles }
    : 'all-users'
}

function readBackend(backend: unknown): Editable['backend'] {
  const { addresses, perMinute } = membersOf(backend)
  return isList(addresses) && typeof perMinute === 'number' ? { addresses, perMinute } : 'any-address'
}

function readGate(gate: unknown): Pick<Editable, 'gate'> {
  const { url, assertion } = membersOf(gate)
  return typeof url === 'string' ? { gate: { url, assertion: assertion === true } } : {}
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> => ({ ...(value as object | null) })

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= REDIRECT_URIS_MAX && value.every((entry) => typeof entry === 'string')
}
