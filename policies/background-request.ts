/**
 * Whether a browser navigates, so that a user sees the response, or a script or an image requests in the background.
 * Only a navigation can begin a sign-in: twenty polls of an expired dashboard must not use up the office's sign-ins,
 * and the user must return to the page, not to a poll.
 *
 * Spec      GET /gate, the host's own pages (`sso.guard`), GET /authorize; D-S11
 * RFC       Fetch Metadata Request Headers s2; 9110 s12.5.1 (Accept)
 * Deny      login_required sign_in_required, HTTP 401 without `Location`
 * Enforced  lib/web/request/negotiation.ts, lib/web/http/pipeline.ts
 * Tests     test/policies/background-request.test.ts, test/world/requests.test.ts
 */
export interface RequestHints {
  /** `Sec-Fetch-Mode`, which scripts cannot change. */
  readonly mode: string | undefined
  /** `X-Requested-With`. Android's web view sends it too, with the name of the app. */
  readonly requestedWith: string | undefined
  readonly accept: string | undefined
}

/** Whether a browser marks the request as background. Node's `fetch` sends a mode, but no `Sec-Fetch-Site`. */
export const isMarkedAsBackground = (mode: string | undefined, site: string | undefined): boolean =>
  mode !== undefined && mode !== 'navigate' && site !== undefined

/** Without `Sec-Fetch-Mode`, a navigation is a request that accepts HTML. */
export function isNavigation({ mode, requestedWith, accept }: RequestHints): boolean {
  if (mode !== undefined) return mode === 'navigate'
  return requestedWith?.toLowerCase() !== 'xmlhttprequest' && accept?.includes('text/html') === true
}
