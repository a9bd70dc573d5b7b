import type { RateBucket } from '../../../policies/budgets.ts'
import type { CorsKind } from '../../../policies/cors.ts'

/** An address of the service, with the settings of its handler. */
export interface Route {
  readonly name: RouteName
  readonly paths: readonly string[]
  /** `prefix`: the path and all below it. `segment`: `{id}` in the path stands for one segment. */
  readonly match: 'exact' | 'prefix' | 'segment'
  /** HEAD only where GET changes nothing (RFC 9110 s9.2.1): it uses no ticket up, ends no session, issues no code. */
  readonly methods: readonly ('GET' | 'HEAD' | 'POST')[]
  readonly rate?: RateBucket
  /** What of it counts: all, or what is refused, where many users' requests come from one address. */
  readonly counts?: 'refused'
  readonly cors: CorsKind
  /** Who calls: decides whether an error may be a page (`browser`) or is always JSON (D-G4). */
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

/** Prefix of the styles and scripts of all pages. */
export const ASSET_PREFIX = '/_sso/assets/'
