import { REDIRECT_URIS_MAX } from '../../../../policies/client-registration.ts'
import { SCOPES } from '../../../../policies/scopes.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import type { ClientResult } from '../../../domain/clients/registry.ts'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/addresses.ts'
import { nameOf, show } from '../shell/show.ts'
import { ClientConflict, type FieldChange } from './conflict-view.tsx'
import { type Editable, editableOf } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { headOf, missing, notAllowed, operationsOf } from './subject.ts'

/** A tab whose form changes the client. */
export interface Edit {
  readonly tab: 'settings' | 'scopes'
  /** What the form said; the rest of the client stays as it is. */
  readonly submitted: Partial<Editable>
  /** Named fields of the form that carries these values. */
  readonly fieldsOf: (editable: Editable) => Readonly<Record<string, string>>
  readonly saved: (client: Client) => string
  readonly refused: (
    result: Exclude<ClientResult, { outcome: 'done' | 'conflict' | 'missing' | 'not-allowed' }>,
  ) => Promise<void>
}

/** Hidden fields of an edit: the version that it is made from, and what that looked like. */
export function versionFields(client: Client): Readonly<Record<string, string>> {
  return { version: String(client.version), base: JSON.stringify(editableOf(client)) }
}

export async function saveEdit(page: ClientsRequest, client: Client, edit: Edit): Promise<void> {
  const { t } = viewOf(page)
  if (page.form.get('version') !== String(client.version)) return showConflict(page, client, edit)
  const before = editableOf(client)
  const wanted = withValues(before, edit.submitted)
  const back = clientPath(client.clientId, edit.tab)
  const same = JSON.stringify(before) === JSON.stringify(wanted)
  if (same) return redirectWithFlash(page, back, { tone: 'info', text: t.client.settings.unchanged })
  const result = await operationsOf(page).change(client.clientId, client.version, wanted)
  switch (result.outcome) {
    case 'done':
      return redirectWithFlash(page, back, { tone: 'ok', text: edit.saved(result.client) })
    case 'conflict':
      return showConflict(page, result.current, edit)
    case 'missing':
      return missing(page)
    case 'not-allowed':
      return notAllowed(page, client.clientId, result.reason)
    default:
      return edit.refused(result)
  }
}

/** Says what the other person changed, and offers this person's changes on top of it. */
async function showConflict(page: ClientsRequest, current: Client, edit: Edit): Promise<void> {
  const { t } = viewOf(page)
  const now = editableOf(current)
  const base = readBase(page.form.get('base')) ?? now
  const mine = withValues(base, edit.submitted)
  const mineOnly = Object.fromEntries(differing(base, mine).map((field) => [field, mine[field]])) as Partial<Editable>
  const path = clientPath(current.clientId, edit.tab)
  await show(page, 409, ClientConflict, {
    client: headOf(current),
    tab: edit.tab,
    changedBy: await nameOf(page, current.changedBy),
    changedAt: new Date(current.changedAt),
    theirs: changesBetween(base, now, t),
    mine: changesBetween(base, mine, t).map((change) => ({
      ...change,
      now: linesOf(now[change.field], t),
      mine: change.now,
    })),
    form: {
      action: page.href(path),
      hidden: { ...page.hidden, ...versionFields(current), ...edit.fieldsOf(withValues(now, mineOnly)) },
    },
    reloadHref: page.href(path),
  })
}

const FIELDS = [
  'clientName',
  'ownerEmail',
  'redirectUris',
  'postLogoutRedirectUris',
  'backchannelLogoutUri',
  'frontchannelLogoutUri',
  'scopes',
  'consent',
] as const satisfies readonly (keyof Editable)[]

/** An address that was emptied is gone, not an empty text. */
function withValues(
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

function differing(a: Editable, b: Editable): readonly (typeof FIELDS)[number][] {
  return FIELDS.filter((field) => JSON.stringify(a[field]) !== JSON.stringify(b[field]))
}

function changesBetween(
  before: Editable,
  after: Editable,
  t: Messages,
): readonly (FieldChange & { readonly field: (typeof FIELDS)[number] })[] {
  return differing(before, after).map((field) => ({
    field,
    label: fieldLabel(field, t),
    before: linesOf(before[field], t),
    now: linesOf(after[field], t),
  }))
}

export function fieldLabel(field: (typeof FIELDS)[number], { clients }: Messages): string {
  if (field === 'scopes') return clients.form.scopes
  return field === 'clientName' ? clients.fields.name : clients.fields[field]
}

function linesOf(value: string | readonly string[] | undefined, { client }: Messages): readonly string[] {
  if (value === undefined || value === '') return []
  if (typeof value !== 'string') return value
  return [value === 'once' || value === 'always' || value === 'trusted' ? client.scopes[value] : value]
}

/** What the page carried along; it is shown and compared, never trusted. */
function readBase(text: string | undefined): Editable | undefined {
  try {
    const base = JSON.parse(text ?? '') as Record<keyof Editable, unknown>
    const { clientName, ownerEmail, redirectUris, postLogoutRedirectUris, scopes } = base
    if (typeof clientName !== 'string' || typeof ownerEmail !== 'string') return undefined
    if (!isList(redirectUris) || !isList(postLogoutRedirectUris) || !isList(scopes)) return undefined
    const uri = (value: unknown): string => (typeof value === 'string' ? value : '')
    return withValues(
      {
        clientName,
        ownerEmail,
        redirectUris,
        postLogoutRedirectUris,
        scopes: SCOPES.filter((scope) => scopes.includes(scope)),
        consent: base.consent === 'always' || base.consent === 'trusted' ? base.consent : 'once',
      },
      { backchannelLogoutUri: uri(base.backchannelLogoutUri), frontchannelLogoutUri: uri(base.frontchannelLogoutUri) },
    )
  } catch {
    return undefined
  }
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= REDIRECT_URIS_MAX && value.every((entry) => typeof entry === 'string')
}
