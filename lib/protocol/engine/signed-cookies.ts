import { cookieValue, setCookie } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EngineSettings, engineCookies } from './settings.ts'

type CookieSettings = Pick<EngineSettings, 'https' | 'mountPath' | 'cookieSigner'>

/** Reads a cookie whose signature is in a second cookie. Undefined unless one of this node's secrets signed it. */
export function signedCookie(
  { cookieSigner }: Pick<CookieSettings, 'cookieSigner'>,
  { req }: RequestContext,
  name: string,
): { readonly value: string; readonly byNewest: boolean } | undefined {
  const [value, signature] = [cookieValue(req, name), cookieValue(req, `${name}.sig`)]
  if (value === undefined || signature === undefined) return undefined
  const index = cookieSigner.index(`${name}=${value}`, signature)
  return index < 0 ? undefined : { value, byNewest: index === 0 }
}

/** @param seconds lifetime; 0 deletes the cookie, undefined keeps it until the browser is closed */
export function setSignedCookie(
  { cookieSigner, https }: Pick<CookieSettings, 'cookieSigner' | 'https'>,
  { res }: RequestContext,
  name: string,
  value: string,
  { path, seconds }: { readonly path: string; readonly seconds: number | undefined },
): void {
  const attributes = { path, https, seconds }
  setCookie(res, name, value, attributes)
  setCookie(res, `${name}.sig`, cookieSigner.sign(`${name}=${value}`), attributes)
}

/** Sets the session cookie; `seconds` as in `setSignedCookie`. */
export function setSessionCookie(
  settings: CookieSettings,
  context: RequestContext,
  value: string,
  seconds: number | undefined,
): void {
  const path = settings.mountPath === '' ? '/' : settings.mountPath
  setSignedCookie(settings, context, engineCookies(settings).session, value, { path, seconds })
}

/**
 * Rejects the request if a cookie may be signed with a root secret that this node does not have yet. If the cookie were
 * treated as missing, the browser would get a new one and the user would be signed out.
 * @throws DenialError temporarily_unavailable 503 while another node has a secret that this node lacks; the browser
 * keeps its cookies
 */
export async function assertOwnCookies(
  settings: Pick<EngineSettings, 'https' | 'mountPath' | 'cookieSigner' | 'otherSecrets'>,
  context: RequestContext,
): Promise<void> {
  for (const name of Object.values(engineCookies(settings))) {
    const isWhole = [name, `${name}.sig`].every((part) => cookieValue(context.req, part) !== undefined)
    if (isWhole && signedCookie(settings, context, name) === undefined) await settings.otherSecrets.assertNoneUnknown()
  }
}
