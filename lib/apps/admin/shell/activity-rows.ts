/** Rows of the audit trail, with names, causes, and changes in words. */
import { isChange, isRefused } from '../../../domain/audit/audit-kinds.ts'
import type { AuditEntry, ListedEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { SECOND_FACTOR } from '../../../domain/management/client-changes.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { explainErrorRef } from '../../../web/ui/texts/format/error-explanation.ts'
import { exactTime } from '../../../web/ui/texts/format/time.ts'
import { inSentence } from '../../../web/ui/texts/format/words.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import type { ActivityRow } from './activity-row-view.tsx'
import { type Names, namesOf } from './names.ts'
import type { PanelRequest, ShellServices } from './request.ts'

/** How long the explanation of a denied request is retained. */
const EXPLAINED_MS = 7 * 86_400_000

type TimedRequest = PanelRequest<ShellServices & { readonly now: () => number }>

export async function rowsOf(page: TimedRequest, entries: readonly ListedEntry[]): Promise<readonly ActivityRow[]> {
  const names = await namesOf(
    page,
    entries.flatMap(({ user, actor }) => [user, actor]),
    entries.map(({ client }) => client),
  )
  const view = viewOf(page)
  return entries.map((entry) => rowOf(page, entry, names, view))
}

function rowOf(page: TimedRequest, entry: ListedEntry, names: Names, view: View): ActivityRow {
  const { href } = page
  const { id, at, event, user, actor, client, address, count = 1, followed } = entry
  const entryHref = href(`/activity/${id}`)
  const who = actor ?? user
  return {
    at: new Date(at),
    event,
    tone: isRefused(entry) ? 'danger' : isChange(entry) ? 'info' : 'ok',
    because: becauseOf(entry, view),
    about: user === undefined || user === who ? changedIn(entry, view) : names.who(user).name,
    count,
    countHref: sameCauseOf(page, entry),
    followed: followed && {
      events: followed.events,
      href: href(withParameters('/activity', { sid: followed.sid })),
    },
    who: who === undefined ? undefined : names.who(who),
    app: client === undefined ? undefined : names.app(client),
    address,
    href: explanationOf(page, entry) ?? entryHref,
    entryHref,
  }
}

/** Link from a denied request to its explanation, while the explanation is still stored. */
function explanationOf({ services, href }: TimedRequest, entry: ListedEntry): string | undefined {
  const { at, requestId } = entry
  if (!isRefused(entry) || requestId === undefined || at < services.now() - EXPLAINED_MS) return undefined
  return entry.event === 'request.refused' || entry.event === 'token.replayed'
    ? href(`/explain/${encodeURIComponent(requestId)}`)
    : undefined
}

/** Link from a denied request to each request of the client that was denied for the same cause on that day. */
function sameCauseOf({ href }: TimedRequest, { event, at, client, user, ref }: ListedEntry): string | undefined {
  if (event !== 'request.refused' || ref === undefined) return undefined
  const day = new Date(at).toISOString().slice(0, 10)
  return href(withParameters('/activity', { client, user, ref, since: day, until: day }))
}

export function becauseOf(entry: ListedEntry, { t }: View): string | undefined {
  const reason = failureReasonOf(entry)
  if (reason !== undefined) return t.operations.activity.reasons[reason]
  const title = entry.ref === undefined ? undefined : explainErrorRef(t, entry.ref)?.title
  return title === undefined ? entry.ref : inSentence(title)
}

export interface EntryChange {
  readonly field: string
  /** The field's label; undefined if it has no translated name. */
  readonly label?: string | undefined
  readonly before: readonly string[]
  readonly after: readonly string[]
}

export function changesOf({ changes = {} }: AuditEntry, view: View): readonly EntryChange[] {
  return Object.entries(changes).map(([field, [old, fresh]]) => ({
    field,
    label: labelOf(field, view),
    before: valuesOf(field, old, view),
    after: valuesOf(field, fresh, view),
  }))
}

/** What an edit changed. A new client's values are on the client's page. */
function changedIn(entry: ListedEntry, view: View): string | undefined {
  if (entry.event !== 'client.changed') return undefined
  const { operations, panel } = view.t
  const words = (values: readonly string[]): string => (values.length === 0 ? panel.none : values.join(', '))
  return changesOf(entry, view)
    .map(({ field, label = field, before, after }) =>
      operations.activity.change({ label, from: words(before), to: words(after) }),
    )
    .join('; ')
}

function labelOf(field: string, { t }: View): string | undefined {
  const { client, clients, operations } = t
  const names: Readonly<Record<string, unknown>> = {
    ...clients.fields,
    clientName: clients.fields.name,
    scopes: clients.form.scopes,
    access: client.access.title,
    idTokenClaims: client.scopes.inIdToken,
    gate: clients.fields.gateUrl,
    backend: clients.fields.backendAddresses,
    ...operations.entry.fields,
  }
  const name = Object.hasOwn(names, field) ? names[field] : undefined
  return typeof name === 'string' ? name : undefined
}

function valuesOf(field: string, value: unknown, { locale, t }: View): readonly string[] {
  if (field === 'access') return accessIn(value, t.client.access)
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'number' && field.endsWith('At')) return [exactTime(locale, new Date(value))]
  if (Array.isArray(value)) return value.map(String)
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

function accessIn(recorded: unknown, { allUsers, secondFactor }: View['t']['client']['access']): readonly string[] {
  const entries: readonly unknown[] = Array.isArray(recorded) ? recorded : []
  const roles = entries.filter((entry) => entry !== SECOND_FACTOR).map(String)
  const users = roles.length === 0 ? [allUsers] : roles
  return roles.length === entries.length ? users : [...users, secondFactor]
}
