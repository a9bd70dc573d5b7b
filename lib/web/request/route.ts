import type { CorsKind } from '../../../policies/cors.ts'
import type { RateBucket } from '../../../policies/rate-limits.ts'

/** An address of the service, with what holds for all who answer there. */
export interface Route {
  readonly name: RouteName
  readonly paths: readonly string[]
  /** `prefix`: the path and all below it. */
  readonly match: 'exact' | 'prefix'
  /** HEAD only where GET changes nothing (RFC 9110 s9.2.1): a ticket is not spent, a session not ended, no code issued by it. */
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
  readonly rate?: RateBucket
  readonly cors: CorsKind
  /** Who calls: decides whether an error may be a page (`browser`) or is always JSON (G4). */
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
  | 'errorReference'
  | 'assets'
  | 'live'
  | 'ready'
  | 'nowhere'
  | 'admin'
  | 'portal'

/** Below it, styles and scripts of all pages. */
export const ASSET_PREFIX = '/_sso/assets/'
