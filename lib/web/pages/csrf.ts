import { randomBytes } from 'node:crypto'
import { deny } from '../../../policies/verdict.ts'
import type { OtherSecrets } from '../../domain/keys/secret-registry.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import type { RequestContext } from '../request/request-context.ts'
import { ProtocolError } from '../request/request-context.ts'

/** CSRF protection: a form must come from a page of ours that was shown to this very session. */
export type Csrf = ReturnType<typeof csrfProtection>

/** Of a signature with HMAC-SHA-256. */
const TOKEN_BYTES = 32

export function csrfProtection({ sign, index }: Signer, others: OtherSecrets) {
  const matches = (value: string, binding: string): boolean => index(binding, unmasked(value)) >= 0
  return {
    /**
     * The hidden fields of a form. They read otherwise in each answer, so that the length of a compressed page says nothing of them.
     * @param binding what the form belongs to: an interaction, a session
     */
    fields: (binding: string): Readonly<Record<string, string>> => ({ csrf: masked(sign(binding)) }),
    /** Whether a value is that of a binding. */
    matches,
    /** @throws ProtocolError invalid_request form_forged; 503 while another node may have made the form */
    async assert({ req }: RequestContext, form: ReadonlyMap<string, string>, binding: string): Promise<void> {
      const isOurs = matches(form.get('csrf') ?? '', binding)
      // Browsers that send the header say who made the request; another site never makes ours.
      const site = req.headers['sec-fetch-site']
      const foreign = site !== undefined && site !== 'same-origin' && site !== 'none'
      if (!isOurs && !foreign && form.has('csrf')) await others.assertNoneElsewhere()
      if (!isOurs || foreign)
        throw new ProtocolError(
          deny('invalid_request', 'form_forged', foreign ? `sec-fetch-site ${String(site)}` : 'csrf field'),
        )
    },
  }
}

/** A pad that is used once, and the token under it: of either alone nothing can be told. */
function masked(token: string): string {
  const pad = randomBytes(TOKEN_BYTES)
  return Buffer.concat([pad, under(pad, Buffer.from(token, 'base64url'))]).toString('base64url')
}

/** The token of a value; a value of another length has none. */
function unmasked(value: string): string {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.length !== 2 * TOKEN_BYTES) return ''
  return under(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)).toString('base64url')
}

const under = (pad: Buffer, bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
