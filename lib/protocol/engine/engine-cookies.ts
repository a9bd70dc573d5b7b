import { cookieName } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { hasSignedCookie, setSignedCookie, signedCookie } from '../../web/request/signed-cookies.ts'
import { currentRun } from './context.ts'
import type { EngineSettings } from './settings.ts'

type Site = Pick<EngineSettings, 'https' | 'mountPath'>
type CookieSettings = Site & Pick<EngineSettings, 'cookieSigner'>

export function cookieNames({ https, mountPath }: Site) {
  return {
    session: cookieName('sso_session', { https, path: mountPath === '' ? '/' : mountPath }),
    /** The only cookie of a sign-in. Browsers send it only to the URL that resumes that sign-in. */
    resume: cookieName('sso_resume', { https }),
    /** Never set. The browser binding (D-S10) decides which browser can open an interaction's page. */
    interaction: 'sso_interaction',
  }
}

/** Sets the session cookie. @param seconds lifetime; undefined keeps it until the browser is closed */
export function setSessionCookie(
  settings: CookieSettings,
  { res }: RequestContext,
  value: string,
  seconds: number | undefined,
): void {
  const { cookieSigner, https, mountPath } = settings
  const path = mountPath === '' ? '/' : mountPath
  setSignedCookie(cookieSigner, res, cookieNames(settings).session, value, { path, https, seconds })
}

/** Sets the cookie of a sign-in, or deletes it. */
export function setResumeCookie(
  settings: CookieSettings,
  { res }: RequestContext,
  uid: string,
  { value, seconds }: { readonly value: string; readonly seconds: number },
): void {
  const { cookieSigner, https, mountPath } = settings
  const path = `${mountPath}/authorize/${uid}`
  setSignedCookie(cookieSigner, res, cookieNames(settings).resume, value, { path, https, seconds })
}

/** Reads and sets the engine's cookies. */
export function cookiesOfEngine(settings: CookieSettings) {
  const { cookieSigner, https } = settings
  const names = cookieNames(settings)
  return {
    get: (name: string): string | undefined => signedCookie(cookieSigner, currentRun().context.req, name)?.value,
    /** @param maxAge lifetime in milliseconds */
    set(name: string, value: string | null, { path, maxAge }: { readonly path: string; readonly maxAge?: number }) {
      const seconds = maxAge === undefined ? undefined : maxAge / 1000
      if (name !== names.interaction)
        setSignedCookie(cookieSigner, currentRun().context.res, name, value ?? '', { path, https, seconds })
    },
  }
}

/**
 * Rejects the request if a cookie may be signed with a root secret that this node does not have yet. If the cookie were
 * treated as missing, the browser would get a new one and the user would be signed out.
 * @throws DenialError temporarily_unavailable 503 while another node has a secret that this node lacks; the browser
 * keeps its cookies
 */
export async function assertOwnCookies(
  settings: CookieSettings & Pick<EngineSettings, 'otherSecrets'>,
  { req }: RequestContext,
): Promise<void> {
  for (const name of Object.values(cookieNames(settings))) {
    const isOwn = !hasSignedCookie(req, name) || signedCookie(settings.cookieSigner, req, name) !== undefined
    if (!isOwn) await settings.otherSecrets.assertNoneUnknown()
  }
}
