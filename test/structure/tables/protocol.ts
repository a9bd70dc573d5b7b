/** Endpoints, errors and their causes. */
import { ROUTES } from '../../../lib/web/http/routes.ts'
import type { Route, RouteName } from '../../../lib/web/request/route.ts'
import { BUDGETS } from '../../../policies/budgets.ts'
import { ERRORS, type ErrorCode, REFERENCES } from '../../../policies/errors.ts'
import { code, list, type Parts, table } from './parts.ts'

/** An endpoint's purpose, and its allowed callers. */
const PURPOSES: Readonly<
  Record<
    Exclude<RouteName, 'nowhere' | 'guard' | 'gateApp' | 'admin' | 'portal'>,
    readonly [purpose: string, caller: string]
  >
> = {
  discovery: ['metadata (OpenID Connect Discovery, RFC 8414)', 'any client'],
  jwks: ['public keys', 'any client'],
  authorize: ['authorization request; a form POST is redirected to the same request by GET', 'browser'],
  resume: ['continues after sign-in or consent', 'browser'],
  token: ['authorization code grant and refresh token grant', 'client, or public client with PKCE'],
  userinfo: ['claims of the user', 'Bearer access token'],
  revocation: ['revokes a token or a token family', 'client'],
  introspection: ['state of a token', 'confidential client'],
  logout: ['RP-initiated logout; with a Bearer token by POST: centralized logout', 'browser, or Bearer access token'],
  frontchannelLogout: ['page that signs out in the apps', 'Bearer access token, or ticket'],
  registerSession: ['registers the session for logout notifications', 'Bearer access token'],
  interaction: ['sign-in, two-step verification, consent, choice of account, new password', 'browser'],
  upstream: ['sign-in at an external OpenID provider', 'browser'],
  upstreamLogout: ['logout token of an external provider; only refused ones count', 'external provider'],
  changePassword: ['redirects to the page for a new password, for password managers', 'browser'],
  recovery: ['forgotten password, and the pages that emails link to', 'browser'],
  errorReference: ['explains an `error_ref`', 'any client'],
  assets: ['styles, script and icon of the pages', 'any client'],
  host: ['start and callback of a sign-in to a page of the host', 'browser'],
  gate: ['decision about a request to a gated app, with the user (forward auth)', 'reverse proxy'],
  metrics: ['metrics for Prometheus, if `metrics.token` is set', 'Bearer `metrics.token`'],
  live: ['the process responds', 'any client'],
  ready: [
    'the store, its seeded contents and a signing key are available, and the store accepts writes; 503 names the missing part',
    'any client',
  ],
}

export const ENDPOINTS_AND_ERRORS: Parts = {
  endpoints: () =>
    list(
      ROUTES.map((route) => {
        const paths = route.paths.map((path) => code(`${path}${route.match === 'prefix' ? '…' : ''}`)).join(', ')
        const [purpose, caller] = PURPOSES[route.name as keyof typeof PURPOSES]
        return [`${paths} (${route.methods.join(', ')}; ${caller}${limitOf(route)})`, purpose]
      }),
    ),
  errors: () =>
    table(
      ['error', 'status', 'sent in', 'meaning', '`error_ref`'],
      Object.entries(ERRORS).map(([name, { status, transport, meaning }]) => [
        code(name),
        String(status),
        transport,
        meaning,
        causesOf(name as ErrorCode),
      ]),
    ),
}

const causesOf = (error: ErrorCode): string =>
  Object.entries<{ readonly errors: readonly ErrorCode[] }>(REFERENCES)
    .filter(([, { errors }]) => errors.includes(error))
    .map(([ref]) => code(ref))
    .join(', ')

const limitOf = ({ rate }: Route): string =>
  rate === undefined ? '' : `; ${(BUDGETS.requests[rate].limit * 60) / BUDGETS.requests[rate].windowSeconds} a minute`
