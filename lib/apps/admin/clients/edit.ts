import type { Client } from '../../../domain/clients/client-record.ts'
import type { ClientResult } from '../../../domain/clients/registry.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { clientPath } from '../shell/names.ts'
import { nameOf, show } from '../shell/show.ts'
import { ClientConflict } from './conflict-view.tsx'
import { changesBetween, differing, linesOf, readBase, withValues } from './edit-changes.ts'
import { type Editable, editableOf } from './form-values.ts'
import type { ClientsRequest } from './services.ts'
import { headOf, missing, notAllowed, operationsOf } from './subject.ts'

export interface Edit {
  readonly tab: 'settings' | 'scopes'
  /** Values from the form. All other fields of the client stay unchanged. */
  readonly submitted: Partial<Editable>
  /** Form fields that hold the submitted values. */
  readonly fieldsOf: (editable: Editable) => Readonly<Record<string, string>>
  readonly saved: (client: Client) => string
  readonly refused: (
    result: Exclude<ClientResult, { outcome: 'done' | 'conflict' | 'missing' | 'not-allowed' }>,
  ) => Promise<void>
}

const versionOf = (client: Client): Readonly<Record<string, string>> => ({
  version: String(client.version),
  base: JSON.stringify(editableOf(client)),
})

/** Hidden fields for an edit: its version, and that version's values. A form that is shown again keeps them. */
export const editFields = ({ form }: Pick<ClientsRequest, 'form'>, client: Client): Readonly<Record<string, string>> =>
  form.has('version') ? { version: form.get('version') ?? '', base: form.get('base') ?? '' } : versionOf(client)

export async function saveEdit(page: ClientsRequest, client: Client, edit: Edit): Promise<void> {
  const { t } = viewOf(page)
  if (page.form.get('version') !== String(client.version)) return showConflict(page, client, edit)
  const before = editableOf(client)
  const wanted = withValues(before, edit.submitted)
  const back = clientPath(client.clientId, edit.tab)
  const same = JSON.stringify(before) === JSON.stringify(wanted)
  if (same) return redirectWithFlash(page, back, 'info', t.client.settings.unchanged)
  const result = await operationsOf(page).change(client.clientId, client.version, wanted)
  switch (result.outcome) {
    case 'done':
      return redirectWithFlash(page, back, 'ok', edit.saved(result.client))
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

/** Shows what the other administrator changed, and offers to apply the submitted changes to the new values. */
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
      now: linesOf(now, change.field, t),
      mine: change.now,
    })),
    form: formAt(page, path, { ...versionOf(current), ...edit.fieldsOf(withValues(now, mineOnly)) }),
    reloadHref: page.href(path),
  })
}
