/** `portico-sso/client`: sign-in for an app, and access tokens for an API. */
export {
  type AccessTokenClaims,
  type AccessTokenOptions,
  requireAccessToken,
  verifyAccessToken,
} from './access-token.ts'
export { ClientError } from './client-error.ts'
export { createClient } from './create-client.ts'
export type { KoaContext, Middleware, Next } from './hosts.ts'
export type { Introspection } from './introspection.ts'
export type { ClientOptions } from './options.ts'
export { memorySessions, type RedisClient, redisSessions, type SessionRecords } from './session-records.ts'
export type { ClientSession } from './sessions.ts'
