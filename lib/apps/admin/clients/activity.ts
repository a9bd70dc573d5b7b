import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { AUDITED_FIELDS, type AuditedField } from '../../../domain/clients/audited-fields.ts'
import type { Client } from '../../../domain/clients/client-record.ts'
import { SECOND_FACTOR } from '../../../domain/management/client-changes.ts'
import type { WhoView } from '../../../web/ui/components/apps.tsx'
import type { Messages } from '../../../web/ui/texts/catalogue.ts'
import { viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { nameOf, show } from '../shell/show.ts'
import { type ActivityRow, ClientActivity } from './activity-view.tsx'
import { fieldLabel } from './edit-changes.ts'
import type { Editable } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { headOf } from './subject.ts'

const PAGE = 25

export async function activityPage(page: ClientsRequest, client: Client): Promise<void> {
  const { t } = viewOf(page)
  const before = page.query.get('before') ?? undefined
  const { entries, next } = await page.services.audit.list({ client: client.clientId }, before, PAGE)
  const actors = [...new Set(entries.map(actingIn))]
  const whoIs = async (actor: string): Promise<WhoView | undefined> =>
    actor === '' ? undefined : { name: await nameOf(page, actor), title: actor }
  const people = new Map(await Promise.all(actors.map(async (actor) => [actor, await whoIs(actor)] as const)))
  const path = page.href(clientPath(client.clientId, 'activity'))
  await show(page, 200, ClientActivity, {
    client: headOf(client),
    rows: entries.map((entry) => rowOf(entry, people.get(actingIn(entry)), t)),
    nextHref: next === undefined ? undefined : `${path}?before=${next}`,
    previousHref: before === undefined ? undefined : path,
  })
}

const actingIn = ({ actor, user }: AuditEntry): string => actor ?? user ?? ''

function rowOf(
  { id, at, event, result, requestId, ref, changes }: AuditEntry,
  who: WhoView | undefined,
  t: Messages,
): ActivityRow {
  // A new client's values are on the client's page, so only the changes made by edits are shown here.
  const changed = event === 'client.changed' ? (changes ?? {}) : {}
  return {
    seq: id,
    at: new Date(at),
    event,
    result,
    who,
    requestId,
    ref,
    changes: AUDITED_FIELDS.flatMap((field) => {
      const change = changed[field]
      if (change === undefined || !isShown(field)) return []
      const textIn = (value: unknown): string => textOf(field === 'access' ? accessIn(value, t) : value, t)
      return [{ label: fieldLabel(field, t), from: textIn(change[0]), to: textIn(change[1]) }]
    }),
  }
}

/** True if an edit can change the field. */
function isShown(field: AuditedField): field is AuditedField & keyof Editable {
  return !['type', 'environment', 'status', 'secretCreatedAt'].includes(field)
}

function accessIn(recorded: unknown, { client: { access } }: Messages): readonly unknown[] {
  const entries: readonly unknown[] = Array.isArray(recorded) ? recorded : []
  const roles = entries.filter((entry) => entry !== SECOND_FACTOR)
  const users = roles.length === 0 ? [access.allUsers] : roles
  return roles.length === entries.length ? users : [...users, access.secondFactor]
}

function textOf(value: unknown, { panel }: Messages): string {
  if (Array.isArray(value)) return value.length === 0 ? panel.none : value.join(', ')
  return value === null || value === undefined || value === '' ? panel.none : String(value)
}
