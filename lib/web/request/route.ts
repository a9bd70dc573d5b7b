import type { RateBucket } from '../../../policies/budgets.ts'
import type { CorsKind } from '../../../policies/cors.ts'

/** One of Portico's routes, with the settings for its handler. */
export interface Route {
  readonly name: RouteName
  readonly paths: readonly string[]
  /** `prefix`: the path and everything under it. `segment`: `{id}` in the path matches one segment. */
  readonly match: 'exact' | 'prefix' | 'segment'
  /** HEAD runs the handler only if GET has no side effects, such as ending a session (RFC 9110 s9.2.1). */
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
  readonly rate?: RateBucket
  /** Set if only denied requests count toward the limit, because many users' requests come from one IP address. */
  readonly counts?: 'refused'
  /** Set if the endpoint is for apps, whose requests wait or are refused while there are too many. */
  readonly underLoad?: 'waits'
  readonly cors: CorsKind
  /** Kind of client that calls this route. Errors can be pages for a `browser`, but never for a `machine` (D-G4). */
  readonly caller: 'machine' | 'browser' | 'either'
}

export type RouteName =
  | 'discovery'
  | 'jwks'
  | 'authorize'
  | 'resume'
  | 'token'
  | 'userinfo'
  | 'revocation'
  | 'introspection'
  | 'logout'
  | 'frontchannelLogout'
  | 'registerSession'
  | 'interaction'
  | 'upstream'
  | 'upstreamLogout'
  | 'recovery'
  | 'changePassword'
  | 'errorReference'
  | 'assets'
  | 'live'
  | 'ready'
  | 'metrics'
  | 'host'
  | 'guard'
  | 'gate'
  | 'gateApp'
  | 'nowhere'
  | 'admin'
  | 'portal'

/** Path prefix for the styles and scripts of all pages. */
export const ASSET_PREFIX = '/_sso/assets/'
