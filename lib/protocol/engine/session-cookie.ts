import { cookieValue, setCookie } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import { type EngineSettings, engineCookies } from './configuration.ts'

type CookieSettings = Pick<EngineSettings, 'https' | 'mountPath' | 'cookieSigner'>

/**
 * The session cookie that the browser sent, if the newest secret has signed it. One of an older secret is signed anew, one that
 * nobody has signed is taken away, and both are the engine's to do.
 */
export function sessionCookie(settings: CookieSettings, { req }: RequestContext): string | undefined {
  const { session } = engineCookies(settings)
  const [value, signature] = [cookieValue(req, session), cookieValue(req, `${session}.sig`)]
  if (value === undefined || signature === undefined) return undefined
  return settings.cookieSigner.index(`${session}=${value}`, signature) === 0 ? value : undefined
}

/** The browser keeps the session cookie that it sent for so many seconds more. */
export function extendSessionCookie(settings: CookieSettings, context: RequestContext, seconds: number): void {
  const value = sessionCookie(settings, context)
  if (value === undefined) return
  const { https, mountPath, cookieSigner } = settings
  const { session } = engineCookies(settings)
  const attributes = { path: mountPath === '' ? '/' : mountPath, https, seconds }
  setCookie(context.res, session, value, attributes)
  setCookie(context.res, `${session}.sig`, cookieSigner.sign(`${session}=${value}`), attributes)
}
