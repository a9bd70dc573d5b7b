/**
 * Whether a loaded front-channel logout URI means that its app has signed the user out. Browsers send no cookies in a
 * frame of another site, so an app at another site needs `iss` and `sid` to find its session. It declares that with
 * `frontchannel_logout_session_required`. Otherwise, the sign-out pages show that the sign-out is not confirmed.
 *
 * Spec      front-channel logout; D-S6
 * RFC       OIDC Front-Channel Logout 1.0 s2, s4.1; 6265bis s5.2
 * Deny      none; the pages and the warnings depend on it
 * Enforced  lib/domain/sessions/frontchannel.ts, lib/protocol/logout/ended-apps.ts, lib/cli/doctor/store.ts,
 *           lib/cli/commands/client-output.ts, lib/apps/admin/clients/fields-view.tsx
 * Tests     test/policies/frontchannel-logout.test.ts, test/protocol/endpoints/logout-frontchannel.test.ts
 */

export interface FrontchannelClient {
  /** Undefined or empty if there is none. */
  readonly frontchannelLogoutUri?: string | undefined
  /** Whether the app finds its session by `iss` and `sid` in the URI, and needs no cookie. */
  readonly frontchannelLogoutSessionRequired?: boolean | undefined
}

/** `unconfirmed`: the app may still have a session after its frame has loaded. */
export function frameOutcome(issuer: string, client: FrontchannelClient): 'none' | 'confirmed' | 'unconfirmed' {
  const { frontchannelLogoutUri: uri, frontchannelLogoutSessionRequired: usesSid = false } = client
  if (uri === undefined || uri === '') return 'none'
  return usesSid || isSameSite(issuer, uri) ? 'confirmed' : 'unconfirmed'
}

/** Whether no sign-out from the app can be confirmed, so that its owner is warned. */
export const neverConfirms = (
  issuer: string,
  client: FrontchannelClient & { readonly backchannelLogoutUri?: string | undefined },
): boolean => (client.backchannelLogoutUri ?? '') === '' && frameOutcome(issuer, client) === 'unconfirmed'

/** Second-level labels under which countries register domains, such as `co.uk`. */
const SECOND_LEVEL = /^(?:ac|co|com|edu|gob|gouv|gov|gv|id|ltd|me|mil|ne|net|nhs|nic|nom|or|org|plc|sch)$/
/** Hosting services whose customers share a domain. */
const HOSTING =
  'a.run.app azurewebsites.net cloudfront.net fly.dev github.io gitlab.io herokuapp.com netlify.app ngrok.app ngrok.io onrender.com pages.dev railway.app vercel.app web.app workers.dev'

/** Whether browsers treat both URLs as the same site: same scheme, and same host or registered domain. */
export function isSameSite(first: string, second: string): boolean {
  const [a, b] = [URL.parse(first), URL.parse(second)]
  if (a === null || b === null || a.protocol !== b.protocol) return false
  if (a.hostname === b.hostname) return true
  // The labels of the domain that both hosts share, last one first.
  const [own, other] = [a, b].map(({ hostname }) => hostname.split('.').toReversed()) as [string[], string[]]
  const differing = own.findIndex((label, index) => label !== other[index])
  const shared = differing < 0 ? own : own.slice(0, differing)
  const [top = '', level = ''] = shared
  const isAddress = /^[\d.]+$/.test(a.hostname)
  if (shared.length < 2 || isAddress || HOSTING.split(' ').includes(shared.toReversed().join('.'))) return false
  return shared.length > 2 || top.length !== 2 || !SECOND_LEVEL.test(level)
}
