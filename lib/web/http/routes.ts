import { GATE_PATH } from '../../../policies/gate.ts'
import { ASSET_PREFIX, type Route, type RouteName } from '../request/route.ts'

type Entry = Omit<Route, 'match' | 'cors'> & Partial<Pick<Route, 'match' | 'cors'>>

const METADATA = '/.well-known/oauth-authorization-server'

/** Portico's routes, relative to `baseUrl`. A route's paths share one rate limit. The host handles all other paths. */
// biome-ignore format: a table, read line by line
const TABLE: readonly Entry[] = [
  { name: 'discovery', paths: ['/.well-known/openid-configuration', METADATA], methods: ['GET', 'HEAD'], rate: 'discovery', cors: 'any', caller: 'machine' },
  { name: 'jwks', paths: ['/.well-known/jwks.json', '/jwks'], methods: ['GET', 'HEAD'], rate: 'jwks', cors: 'any', caller: 'machine' },
  { name: 'authorize', paths: ['/authorize', '/oauth2/authorize'], methods: ['GET', 'POST'], rate: 'authorize', caller: 'either', underLoad: 'waits' },
  { name: 'resume', paths: ['/authorize/'], match: 'prefix', methods: ['GET'], rate: 'pages', caller: 'either' },
  { name: 'token', paths: ['/token', '/oauth2/token'], methods: ['POST'], rate: 'token', cors: 'credentials', caller: 'machine', underLoad: 'waits' },
  { name: 'userinfo', paths: ['/userinfo'], methods: ['GET', 'HEAD', 'POST'], rate: 'userinfo', cors: 'credentials', caller: 'machine', underLoad: 'waits' },
  { name: 'revocation', paths: ['/revocation', '/oauth/revoke', '/oauth2/revocation'], methods: ['POST'], rate: 'revocation', cors: 'client', caller: 'machine' },
  { name: 'introspection', paths: ['/introspect', '/oauth2/introspect'], methods: ['POST'], rate: 'introspection', caller: 'machine', underLoad: 'waits' },
  { name: 'logout', paths: ['/connect/logout'], methods: ['GET', 'POST'], rate: 'logout', cors: 'client', caller: 'either' },
  { name: 'frontchannelLogout', paths: ['/connect/logout/frontchannel'], methods: ['GET'], rate: 'frontchannelLogout', cors: 'client', caller: 'either' },
  { name: 'registerSession', paths: ['/connect/register-session'], methods: ['POST'], rate: 'registerSession', cors: 'client', caller: 'machine' },
  { name: 'interaction', paths: ['/interaction/'], match: 'prefix', methods: ['GET', 'POST'], rate: 'pages', caller: 'browser' },
  { name: 'upstream', paths: ['/upstream/'], match: 'prefix', methods: ['GET', 'POST'], rate: 'pages', caller: 'browser' },
  { name: 'upstreamLogout', paths: ['/upstream/{id}/backchannel-logout'], match: 'segment', methods: ['POST'], rate: 'pages', counts: 'refused', caller: 'machine' },
  { name: 'recovery', paths: ['/recovery/'], match: 'prefix', methods: ['GET', 'POST'], rate: 'pages', caller: 'browser' },
  { name: 'changePassword', paths: ['/.well-known/change-password'], methods: ['GET', 'HEAD'], rate: 'pages', caller: 'browser' },
  { name: 'errorReference', paths: ['/errors/'], match: 'prefix', methods: ['GET', 'HEAD'], rate: 'pages', cors: 'any', caller: 'either' },
  { name: 'assets', paths: [ASSET_PREFIX], match: 'prefix', methods: ['GET', 'HEAD'], rate: 'pages', counts: 'refused', cors: 'any', caller: 'browser' },
  { name: 'host', paths: ['/_sso/host/'], match: 'prefix', methods: ['GET'], rate: 'pages', caller: 'browser' },
  { name: 'gate', paths: ['/gate'], methods: ['GET', 'HEAD'], caller: 'either', underLoad: 'waits' },
  { name: 'metrics', paths: ['/metrics'], methods: ['GET', 'HEAD'], rate: 'metrics', caller: 'machine' },
  { name: 'live', paths: ['/health/live'], methods: ['GET', 'HEAD'], caller: 'machine' },
  { name: 'ready', paths: ['/health/ready'], methods: ['GET', 'HEAD'], caller: 'machine' },
]

/** Paths of the metadata document. At the host's root, the mount path follows the well-known path (RFC 8414 s3.1). */
export function metadataPath(mountPath: string): { readonly atHost: string; readonly atMount: string } {
  return { atHost: `${METADATA}${mountPath}`, atMount: METADATA }
}

export const ROUTES: readonly Route[] = TABLE.map((entry) => ({ match: 'exact', cors: 'none', ...entry }))

/** A first-party app (panel or portal). Its URL does not have to start with `baseUrl`. */
export interface MountedApp {
  /** The app's host and port; absent if they match `baseUrl`. If present, only requests for this host reach the app. */
  readonly host?: string
  /** Path from the app's URL, without a trailing slash. */
  readonly path: string
  readonly route: Route
}

/** Portico's routes on the hosts of gated apps. Portico's base path is not part of them. */
export const GATE_APP: MountedApp = { path: GATE_PATH, route: appRoute('gateApp', `${GATE_PATH}/`) }

function appRoute(name: RouteName, path: string): Route {
  return {
    name,
    paths: [path],
    match: 'prefix',
    methods: ['GET', 'POST'],
    rate: 'pages',
    cors: 'none',
    caller: 'browser',
  }
}

export function mountedApp(name: 'admin' | 'portal', url: string, baseUrl: string): MountedApp {
  const [own, base] = [new URL(url), new URL(baseUrl)]
  const route = appRoute(name, own.pathname)
  return { path: own.pathname.replace(/\/$/, ''), route, ...(own.host === base.host ? {} : { host: own.host }) }
}

/** Finds the route for a path: first among exact paths in a map, then among the few patterns and prefixes. */
export function routeTable(
  routes: readonly Route[],
): (path: string) => { readonly route: Route; readonly rest: string } | undefined {
  const pathsOf = (match: Route['match']) =>
    routes.flatMap((route) => (route.match === match ? route.paths.map((path) => ({ path, route })) : []))
  const exact = new Map(pathsOf('exact').map(({ path, route }) => [path, { route, rest: '' }]))
  const prefixes = pathsOf('prefix')
  const segments = pathsOf('segment').map(({ path, route }) => ({ parts: path.split('{id}'), route }))
  return (path) => {
    const found = exact.get(path)
    if (found !== undefined) return found
    for (const {
      parts: [before = '', after = ''],
      route,
    } of segments) {
      const rest = path.slice(before.length, path.length - after.length)
      if (path === `${before}${rest}${after}` && rest !== '' && !rest.includes('/')) return { route, rest }
    }
    for (const prefix of prefixes) {
      if (path.startsWith(prefix.path)) return { route: prefix.route, rest: path.slice(prefix.path.length) }
      // "/admin" without the slash belongs to the app at "/admin/".
      if (path === prefix.path.slice(0, -1) && prefix.route.name !== 'resume') return { route: prefix.route, rest: '' }
    }
    return undefined
  }
}
