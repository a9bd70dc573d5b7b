import type { IncomingMessage, ServerResponse } from 'node:http'

/** Adds `__Host-`, which requires https and the path `/` (RFC 6265bis s4.1.3), or `__Secure-` for a different path. */
export function cookieName(name: string, { https, path }: { readonly https: boolean; readonly path?: string }): string {
  if (!https) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}

export interface CookieAttributes {
  readonly path: string
  readonly https: boolean
  /** Lifetime in seconds; 0 deletes the cookie. If undefined, the cookie lasts until the browser closes. */
  readonly seconds?: number | undefined
}

/** Sets a cookie that scripts cannot read. Cross-site, only top-level navigation includes it (`SameSite=Lax`). */
export function setCookie(
  res: ServerResponse,
  name: string,
  value: string,
  { path, https, seconds }: CookieAttributes,
): void {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  // An array, because the engine adds an expiry to the session cookie in place.
  res.appendHeader('Set-Cookie', [
    `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  ])
}

/** A cookie's value, as sent. Does not verify signatures, because the engine verifies its own cookies. */
export function cookieValue(req: Pick<IncomingMessage, 'headers'>, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Cookie names, in the order in which they were sent. */
export function cookieNames(req: IncomingMessage): readonly string[] {
  const parts = (req.headers.cookie ?? '').split(';').filter((part) => part.includes('='))
  return parts.map((part) => part.slice(0, part.indexOf('=')).trim())
}
