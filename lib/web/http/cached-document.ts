import { JWKS_MAX_AGE_SECONDS } from '../../../policies/key-rotation.ts'
import { digestOf } from '../../domain/keys/digest.ts'
import { headerText } from '../request/received-headers.ts'
import type { RequestContext } from '../request/request-context.ts'
import { end, send } from './responses.ts'

const CACHE_CONTROL = `public, max-age=${JWKS_MAX_AGE_SECONDS}`

/** Serves a public document with `max-age`, a strong `ETag`, and 304s (D-G8). Rebuilds it when its source changes. */
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
    if (answerNotModified(context, built.headers)) return
    send(context, 200, 'application/json; charset=utf-8', built.body, built.headers)
  }
}

/** Sends a 304 if the client's `ETag` matches, and returns whether it did. @param headers of the full response */
export function answerNotModified(context: RequestContext, headers: Readonly<Record<string, string>>): boolean {
  const { req, res } = context
  const isKnown = headerText(req, 'if-none-match')
    ?.split(',')
    .some((tag) => tag.trim().replace(/^W\//, '') === headers['ETag'] || tag.trim() === '*')
  if (isKnown !== true) return false
  res.statusCode = 304
  for (const name in headers) if (name !== 'Content-Encoding') res.setHeader(name, headers[name] as string)
  end(context)
  return true
}
