import { randomBytes } from 'node:crypto'
import { deny } from '../../../../policies/verdict.ts'
import { ProtocolError } from '../../../web/request/protocol-error.ts'
import type { PanelRequest } from '../panel.ts'

const KIND = 'panel-form'
const KEEP_MS = 24 * 3_600_000

/** Hidden fields of a form that acts once: sent again (reload, back, two clicks) it never repeats the act. */
export function oneUseFields({ hidden, form }: PanelRequest): Readonly<Record<string, string>> {
  return { ...hidden, form_id: form.get('form_id') ?? randomBytes(16).toString('base64url') }
}

export type FormUse =
  | {
      readonly use: 'first' /** The act came to nothing: the form may be sent again. */
      readonly release: () => Promise<void>
    }
  /** @property clientId what the first use was about */
  | { readonly use: 'again'; readonly clientId: string }

export async function useForm({ services, form, session }: PanelRequest, clientId: string): Promise<FormUse> {
  const formId = form.get('form_id') ?? ''
  if (!/^[A-Za-z0-9_-]{22}$/.test(formId))
    throw new ProtocolError(deny('invalid_request', 'parameter_malformed', 'form_id'))
  const { records } = services.storage
  const id = `${session.sub} ${formId}`
  const claim = await records.claim(KIND, id, clientId, KEEP_MS)
  if (claim === 'taken') return { use: 'again', clientId: (await records.read(KIND, id)) ?? '' }
  return { use: 'first', release: () => records.remove(KIND, id) }
}
