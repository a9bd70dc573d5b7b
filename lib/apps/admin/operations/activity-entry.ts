import { type ErrorRef, REFERENCES } from '../../../../policies/errors.ts'
import { isChange, isRefused } from '../../../domain/audit/audit-kinds.ts'
import type { EntryWithProof, ListedEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { withParameters } from '../../../domain/with-parameters.ts'
import { explainErrorRef } from '../../../web/ui/texts/format/error-explanation.ts'
import { exactTime } from '../../../web/ui/texts/format/time.ts'
import { inSentence } from '../../../web/ui/texts/format/words.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import { type Names, namesOf } from '../shell/names.ts'
import { show } from '../shell/show.ts'
import type { EntryChange, EntryDetails, NamedLink } from './activity-entry-facts-view.tsx'
import { ActivityEntry } from './activity-entry-view.tsx'
import type { ActivityRow } from './activity-row-view.tsx'
import type { OperationsRequest } from './services.ts'

/** GET /activity/:seq: one audit entry with its position in the chain and links to related entries. */
export async function showEntry(page: OperationsRequest): Promise<void> {
  const seq = page.parameters.seq ?? ''
  const place = await page.services.audit.find(seq)
  if (place === undefined) return show(page, 404, ActivityEntry, { seq: seq.slice(0, 40) })
  await show(page, 200, ActivityEntry, { seq, found: await foundOf(page, place) })
}

async function foundOf(page: OperationsRequest, { entry, chain, seal }: EntryWithProof): Promise<EntryDetails> {
  const { at, event, result, actor, client, user, address, requestId, sid, error, ref, detail, changes = {} } = entry
  const view = viewOf(page)
  const [names, explained] = await Promise.all([
    namesOf(page, [actor, user], [client]),
    requestId === undefined ? undefined : page.services.explanations.find(requestId),
  ])
  const userLink = (id: string | undefined): NamedLink | undefined =>
    id === undefined ? undefined : { ...names.who(id), id }
  return {
    at: new Date(at),
    event,
    ok: result === 'ok',
    because: becauseOf(entry, view),
    who: userLink(actor),
    client: client === undefined ? undefined : { ...names.app(client), id: client },
    user: userLink(user),
    address,
    requestId,
    sid,
    error,
    ref,
    detail,
    cause: causeOf(page, view, ref),
    explained: explained === undefined ? 'not-kept' : 'kept',
    changes: Object.entries(changes).map(
      ([field, [old, fresh]]): EntryChange => ({
        field,
        label: labelOf(field, view),
        before: valuesOf(field, old, view),
        after: valuesOf(field, fresh, view),
      }),
    ),
    json: JSON.stringify(entry, null, 2),
    chain,
    seal,
  }
}

function causeOf({ services }: OperationsRequest, { t }: View, ref: string | undefined): EntryDetails['cause'] {
  if (ref === undefined || !Object.hasOwn(REFERENCES, ref)) return undefined
  return { title: explainErrorRef(t, ref as ErrorRef)?.title ?? ref, href: `${services.site.issuerUrl}/errors/${ref}` }
}

/** The field's label; undefined if it has no translated name. */
function labelOf(field: string, { t }: View): string | undefined {
  const { clients, operations } = t
  const names: Readonly<Record<string, unknown>> = {
    ...clients.fields,
    clientName: clients.fields.name,
    scopes: clients.form.scopes,
    ...operations.entry.fields,
  }
  const name = Object.hasOwn(names, field) ? names[field] : undefined
  return typeof name === 'string' ? name : undefined
}

function valuesOf(field: string, value: unknown, { locale }: View): readonly string[] {
  if (value === null || value === undefined || value === '') return []
  if (typeof value === 'number' && field.endsWith('At')) return [exactTime(locale, new Date(value))]
  if (Array.isArray(value)) return value.map(String)
  return [typeof value === 'object' ? JSON.stringify(value) : String(value)]
}

/** How long the explanation of a denied request is retained. */
const EXPLAINED_MS = 7 * 86_400_000

export async function rowsOf(
  page: OperationsRequest,
  entries: readonly ListedEntry[],
): Promise<readonly ActivityRow[]> {
  const names = await namesOf(
    page,
    entries.flatMap(({ user, actor }) => [user, actor]),
    entries.map(({ client }) => client),
  )
  const view = viewOf(page)
  return entries.map((entry) => rowOf(page, entry, names, view))
}

function rowOf(page: OperationsRequest, entry: ListedEntry, names: Names, view: View): ActivityRow {
  const { href } = page
  const { id, at, event, user, actor, client, address, count = 1, followed } = entry
  const entryHref = href(`/activity/${id}`)
  const who = actor ?? user
  return {
    at: new Date(at),
    event,
    tone: isRefused(entry) ? 'danger' : isChange(entry) ? 'info' : 'ok',
    because: becauseOf(entry, view),
    about: user === undefined || user === who ? undefined : names.who(user).name,
    count,
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
function explanationOf({ services, href }: OperationsRequest, entry: ListedEntry): string | undefined {
  const { at, requestId } = entry
  if (!isRefused(entry) || requestId === undefined || at < services.now() - EXPLAINED_MS) return undefined
  return entry.event === 'request.refused' || entry.event === 'token.replayed'
    ? href(`/explain/${encodeURIComponent(requestId)}`)
    : undefined
}

export function becauseOf(entry: ListedEntry, { t }: View): string | undefined {
  const reason = failureReasonOf(entry)
  if (reason !== undefined) return t.operations.activity.reasons[reason]
  const title = entry.ref === undefined ? undefined : explainErrorRef(t, entry.ref)?.title
  return title === undefined ? entry.ref : inSentence(title)
}
