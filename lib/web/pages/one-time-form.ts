import { randomBytes } from 'node:crypto'
import { parameterMalformed } from '../../../policies/parameters.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { ProtocolError } from '../request/request-context.ts'

const KEEP_MS = 24 * 3_600_000

/** Hidden fields with the ID of a form that takes effect only once. If the form is shown again, it keeps its ID. */
export function oneTimeFields(page: {
  readonly hidden: Readonly<Record<string, string>>
  readonly form: ReadonlyMap<string, string>
}): Readonly<Record<string, string>> {
  const { hidden, form } = page
  return { ...hidden, form_id: form.get('form_id') ?? randomBytes(16).toString('base64url') }
}

export type FormUse =
  /** Call `release` if the operation fails, so that the user can submit the form again. */
  | { readonly use: 'first'; readonly release: () => Promise<void> }
  /** `about` is the value that was stored when the form was first used. */
  | { readonly use: 'again'; readonly about: string }

/** Claims a form, so it takes effect only once. @throws ProtocolError invalid_request if the form has no ID */
export async function takeForm(
  records: EphemeralStore,
  { kind, owner }: { readonly kind: string; readonly owner: string },
  form: ReadonlyMap<string, string>,
  about: string,
): Promise<FormUse> {
  const formId = form.get('form_id') ?? ''
  if (!/^[A-Za-z0-9_-]{22}$/.test(formId)) throw new ProtocolError(parameterMalformed('form_id'))
  const id = `${owner} ${formId}`
  if ((await records.claim(kind, id, about, KEEP_MS)) === 'taken')
    return { use: 'again', about: (await records.read(kind, id)) ?? '' }
  return { use: 'first', release: () => records.remove(kind, id) }
}
