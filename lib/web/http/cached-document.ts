import { JWKS_MAX_AGE_SECONDS } from '../../../policies/key-rotation.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import type { RequestContext } from '../request/request-context.ts'
import { end, send } from './responses.ts'

const CACHE_CONTROL = `public, max-age=${JWKS_MAX_AGE_SECONDS}`

/**
 * Sends a public document with `max-age`, a strong `ETag`, and 304 where the caller has it (D-G8). It is built again only
 * when its source is another object.
 */
export function cachedDocument(): <T extends object>(
  context: RequestContext,
  source: T,
  build: (source: T) => object,
) => void {
  let built:
    | { readonly source: object; readonly body: Buffer; readonly headers: Readonly<Record<string, string>> }
    | undefined
  return (context, source, build) => {
    if (built?.source !== source) {
      const body = Buffer.from(JSON.stringify(build(source)))
      built = {
        source,
        body,
        headers: {
          'Cache-Control': CACHE_CONTROL,
          ETag: `"${digestOf(body, 20)}"`,
        },
      }
    }
    const known = context.req.headers['if-none-match']
    if (known?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === built?.headers.ETag || tag.trim() === '*')) {
      const { res } = context
      res.statusCode = 304
      for (const name in built.headers) res.setHeader(name, built.headers[name] as string)
      end(context)
      return
    }
    send(context, 200, 'application/json; charset=utf-8', built.body, built.headers)
  }
}
