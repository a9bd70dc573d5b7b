import { type ErrorRef, REFERENCES } from '../../../../policies/errors.ts'
import type { AuditPlace } from '../../../domain/audit/audit-trail.ts'
import { explainErrorRef } from '../../../protocol/endpoints/error-reference-view.tsx'
import { exactTime } from '../../../web/ui/texts/format/time.ts'
import type { View } from '../../../web/ui/view.ts'
import { viewOf } from '../../first-party/page.ts'
import { clientPath, userPath } from '../shell/addresses.ts'
import { nameOf, show } from '../shell/show.ts'
import type { NamedLink } from './activity-entry-facts-view.tsx'
import { ActivityEntry, type EntryChange, type EntryFound } from './activity-entry-view.tsx'
import type { OperationsRequest } from './services.ts'

/** GET /activity/:seq: one entry of the audit trail, whole, with its place in the chain and the ways to what belongs to it. */
export async function showEntry(page: OperationsRequest): Promise<void> {
  const seq = page.parameters.seq ?? ''
  const place = await page.services.audit.find(seq)
  if (place === undefined) return show(page, 404, ActivityEntry, { seq: seq.slice(0, 40) })
  await show(page, 200, ActivityEntry, { seq, found: await foundOf(page, place) })
}

async function foundOf(page: OperationsRequest, { entry, chain, seal }: AuditPlace): Promise<EntryFound> {
  const { at, event, result, actor, client, user, address, requestId, sid, error, ref, detail, changes = {} } = entry
  const view = viewOf(page)
  const [who, whom, app, explained] = await Promise.all([
    actor === undefined ? undefined : userLink(page, actor),
    user === undefined ? undefined : userLink(page, user),
    client === undefined ? undefined : clientLink(page, client),
    requestId === undefined ? undefined : page.services.explanations.find(requestId),
  ])
  return {
    at: new Date(at),
    event,
    ok: result === 'ok',
    who,
    client: app,
    user: whom,
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
        before: textOf(field, old, view),
        after: textOf(field, fresh, view),
      }),
    ),
    json: JSON.stringify(entry, null, 2),
    chain,
    seal,
  }
}

/** A user's page is there only where the service keeps users, and only as long as it keeps this one. */
async function userLink(page: OperationsRequest, id: string): Promise<NamedLink> {
  const account = await page.services.embedded?.account(id)
  const href = account === undefined ? undefined : page.href(userPath(id))
  return { id, name: await nameOf(page, id), href }
}

async function clientLink({ services, href }: OperationsRequest, id: string): Promise<NamedLink> {
  const client = await services.clients.find(id)
  return client === undefined
    ? { id, name: id }
    : { id, name: client.clientName, href: href(clientPath(id, 'overview')) }
}

function causeOf({ services }: OperationsRequest, { t }: View, ref: string | undefined): EntryFound['cause'] {
  if (ref === undefined || !Object.hasOwn(REFERENCES, ref)) return undefined
  return { title: explainErrorRef(t, ref as ErrorRef)?.title ?? ref, href: `${services.issuerUrl}/errors/${ref}` }
}

/** What a field is called; one that has no name in the language has the name under which it is stored. */
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

function textOf(field: string, value: unknown, { locale, t }: View): string {
  if (value === null || value === undefined || value === '') return t.panel.none
  if (typeof value === 'number' && field.endsWith('At')) return exactTime(locale, new Date(value))
  if (Array.isArray(value)) return value.length === 0 ? t.panel.none : value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
