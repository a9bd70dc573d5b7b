import { type AccessTokenClaims, type AccessTokenOptions, verifyAccessToken } from './access-token.ts'
import { ClientError } from './client-error.ts'
import { type Middleware, middlewareOf, type Reply } from './hosts.ts'

declare module 'node:http' {
  interface IncomingMessage {
    /** Claims of the access token, after `requireAccessToken`. */
    accessToken?: AccessTokenClaims
  }
}

/**
 * Middleware that requires an access token in the `Authorization` header. Its claims are then in `req.accessToken`, in
 * Koa in `ctx.state.accessToken`. Responds with 401, 403 or 503 otherwise (RFC 6750 s3).
 * @example app.get('/orders', requireAccessToken({ issuer, scopes: ['profile'] }), (req, res) => res.json(orders))
 */
export function requireAccessToken(options: AccessTokenOptions): Middleware {
  return middlewareOf(async ({ req, carrier }) => {
    const [, token] = /^Bearer +([\w.~+/-]+=*) *$/i.exec(req.headers.authorization ?? '') ?? []
    // RFC 6750 s3.1: a request without a token gets no error code.
    if (token === undefined) return json(401, 'login_required', 'An access token is required.', 'Bearer')
    try {
      const claims = await verifyAccessToken(token, options)
      Object.assign(carrier, { accessToken: claims })
      return undefined
    } catch (error) {
      if (!(error instanceof ClientError)) throw error
      const scope = error.error === 'insufficient_scope' ? `, scope="${options.scopes?.join(' ')}"` : ''
      const challenge = error.status === 503 ? undefined : `Bearer error="${error.error}"${scope}`
      return json(error.status, error.error, error.message, challenge)
    }
  })
}

const json = (status: number, error: string, error_description: string, challenge?: string): Reply => ({
  status,
  headers: {
    'Content-Type': 'application/json',
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
  },
  body: JSON.stringify({ error, error_description }),
})
