import { deny } from '../../../policies/verdict.ts'
import type { OtherSecrets } from '../../domain/keys/secret-registry.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { ProtocolError } from '../request/protocol-error.ts'
import type { RequestContext } from '../request/request-context.ts'

/** CSRF protection: a form must come from a page of ours that was shown to this very session. */
export interface Csrf {
  /** The hidden fields of a form. @param binding what the form belongs to: an interaction, a session */
  fields(binding: string): Readonly<Record<string, string>>
  /** Whether a value is that of a binding. */
  matches(value: string, binding: string): boolean
  /** @throws ProtocolError invalid_request form_forged; 503 while another node may have made the form */
  assert(context: RequestContext, form: ReadonlyMap<string, string>, binding: string): Promise<void>
}

export function csrfProtection({ sign, index }: Signer, others: OtherSecrets): Csrf {
  return {
    fields: (binding) => ({ csrf: sign(binding) }),
    matches: (value, binding) => index(binding, value) >= 0,
    async assert({ req }, form, binding) {
      const matches = index(binding, form.get('csrf') ?? '') >= 0
      // Browsers that send the header say who made the request; another site never makes ours.
      const site = req.headers['sec-fetch-site']
      const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
      if (!matches && !foreign && form.has('csrf')) await others.assertNoneElsewhere()
      if (!matches || foreign)
        throw new ProtocolError(
          deny('invalid_request', 'form_forged', foreign ? `sec-fetch-site ${String(site)}` : 'csrf field'),
        )
    },
  }
}
