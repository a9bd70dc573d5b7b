import { randomBytes } from 'node:crypto'
import { deny } from '../../../policies/verdict.ts'
import type { OtherSecrets } from '../../domain/keys/secret-registry.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { ProtocolError, type RequestContext } from '../request/request-context.ts'

/** CSRF protection: a form must come from one of Portico's pages in the same session. */
export type Csrf = ReturnType<typeof csrfProtection>

/** Length of an HMAC-SHA-256 signature. */
const TOKEN_BYTES = 32

export function csrfProtection({ sign, index }: Signer, others: OtherSecrets) {
  const matches = (value: string, binding: string): boolean => index(binding, unmasked(value)) >= 0
  return {
    /**
     * The hidden fields of a form, masked differently in each response so that compression reveals nothing (BREACH).
     * @param binding the interaction or session that the form belongs to
     */
    fields: (binding: string): Readonly<Record<string, string>> => ({ csrf: masked(sign(binding)) }),
    /** Whether the value is the token for a binding. */
    matches,
    /** @throws ProtocolError invalid_request form_forged; 503 if the form may be from a node with a different key */
    async assert({ req }: RequestContext, form: ReadonlyMap<string, string>, binding: string): Promise<void> {
      const isOurs = matches(form.get('csrf') ?? '', binding)
      // Browsers state in this header whether a different site submitted the form.
      const site = req.headers['sec-fetch-site']
      const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none'
      if (!isOurs && !isCrossSite && form.has('csrf')) await others.assertNoneUnknown()
      if (!isOurs || isCrossSite)
        throw new ProtocolError(
          deny('invalid_request', 'form_forged', isCrossSite ? `sec-fetch-site ${String(site)}` : 'csrf field'),
        )
    },
  }
}

/** A one-time pad, followed by the token masked with it. Neither half reveals the token by itself. */
function masked(token: string): string {
  const pad = randomBytes(TOKEN_BYTES)
  return Buffer.concat([pad, under(pad, Buffer.from(token, 'base64url'))]).toString('base64url')
}

/** The token in a masked value; empty if the value has the wrong length. */
function unmasked(value: string): string {
  const bytes = Buffer.from(value, 'base64url')
  if (bytes.length !== 2 * TOKEN_BYTES) return ''
  return under(bytes.subarray(0, TOKEN_BYTES), bytes.subarray(TOKEN_BYTES)).toString('base64url')
}

const under = (pad: Buffer, bytes: Buffer): Buffer => Buffer.from(bytes.map((byte, at) => byte ^ (pad[at] ?? 0)))
