import { unavailable } from '../../domain/denial-error.ts'
import type { KeyRing } from '../../domain/keys/key-ring.ts'
import { cachedDocument } from '../../web/http/cached-document.ts'
import type { Handler } from '../../web/request/request-context.ts'

/** GET /.well-known/jwks.json (RFC 7517): every key that could have signed a token that is still valid. */
export function jwksEndpoint(keys: KeyRing, assertStarted: () => Promise<void>): Handler {
  const document = cachedDocument()
  return async (context) => {
    await assertStarted()
    if (keys.current() === undefined) throw unavailable('not_ready', 'there is no signing key yet')
    document(context, keys.jwks(), (jwks) => ({ keys: jwks }))
  }
}
