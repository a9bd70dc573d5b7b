import { createHmac, timingSafeEqual } from 'node:crypto'
import { deny } from '../../../policies/verdict.ts'
import { ProtocolError } from '../request/protocol-error.ts'
import type { RequestContext } from '../request/request-context.ts'

/** CSRF protection: a form must come from a page of ours that was shown to this very session. */
export interface Csrf {
  /** The hidden fields of a form. @param binding what the form belongs to: an interaction, a session */
  fields(binding: string): Readonly<Record<string, string>>
  /** @throws ProtocolError invalid_request form_forged */
  assert(context: RequestContext, form: ReadonlyMap<string, string>, binding: string): void
}

export function csrfProtection(keys: readonly [Buffer, ...Buffer[]]): Csrf {
  const token = (key: Buffer, binding: string): Buffer => createHmac('sha256', key).update(binding).digest()
  return {
    fields: (binding) => ({ csrf: token(keys[0], binding).toString('base64url') }),
    assert({ req }, form, binding) {
      const sent = Buffer.from(form.get('csrf') ?? '', 'base64url')
      const matches = keys.some((key) => {
        const expected = token(key, binding)
        return expected.length === sent.length && timingSafeEqual(expected, sent)
      })
      // Browsers that send the header say who made the request; another site never makes ours.
      const site = req.headers['sec-fetch-site']
      const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
      if (!matches || foreign)
        throw new ProtocolError(
          deny('invalid_request', 'form_forged', foreign ? `sec-fetch-site ${String(site)}` : 'csrf field'),
        )
    },
  }
}
