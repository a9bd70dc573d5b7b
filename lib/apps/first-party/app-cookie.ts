import { cookieName, setCookie } from '../../web/request/cookies.ts'
import type { RequestContext } from '../../web/request/request-context.ts'
import type { FirstPartyApp } from './clients.ts'

/** The cookies of one app of ours: they are sent to it alone. */
export interface AppCookies {
  /** Of its session; those of what it has begun have names that begin so. */
  readonly name: string
  /** @param seconds it lives; undefined: as long as the browser is open; 0: it is taken back */
  set(context: RequestContext, name: string, value: string, seconds: number | undefined): void
}

/** Of an app that lives below an address of its own. */
export function appCookies(app: FirstPartyApp): AppCookies {
  const https = app.url.startsWith('https:')
  const path = new URL(`${app.url}/`).pathname.replace(/(.)\/$/, '$1')
  return cookiesOf(cookieName(app.clientId, { https }), path, https)
}

/** Of pages that may be anywhere at their host: no other host can plant them. */
export const hostCookies = (name: string, https: boolean): AppCookies =>
  cookiesOf(cookieName(name, { https, path: '/' }), '/', https)

const cookiesOf = (name: string, path: string, https: boolean): AppCookies => ({
  name,
  set: ({ res }, cookie, value, seconds) => setCookie(res, cookie, value, { path, https, seconds }),
})
