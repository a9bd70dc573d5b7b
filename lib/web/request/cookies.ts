import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * The name of a cookie of the service. `__Host-` is the strongest prefix that browsers know: it needs https and the path `/`
 * (RFC 6265bis s4.1.3). A cookie for a part of the service, or whose path may change, gets `__Secure-`, under https.
 */
export function cookieName(name: string, { https, path }: { readonly https: boolean; readonly path?: string }): string {
  if (!https) return name
  return `${path === '/' ? '__Host-' : '__Secure-'}${name}`
}

export interface CookieAttributes {
  readonly path: string
  readonly https: boolean
  /** How long it is kept, in seconds; 0 takes it away. Undefined: until the browser is closed. */
  readonly seconds?: number | undefined
}

/** Gives the browser a cookie that scripts cannot read and other sites do not send, but for links that lead here. */
export function setCookie(
  res: ServerResponse,
  name: string,
  value: string,
  { path, https, seconds }: CookieAttributes,
): void {
  const age = seconds === undefined ? '' : `; Max-Age=${seconds}`
  res.appendHeader(
    'Set-Cookie',
    `${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Lax${https ? '; Secure' : ''}`,
  )
}

/** The value of a cookie as it was sent. Signed cookies of the engine are read there. */
export function cookieValue(req: IncomingMessage, name: string): string | undefined {
  for (const part of (req.headers.cookie ?? '').split(';')) {
    const equals = part.indexOf('=')
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim()
  }
  return undefined
}

/** Names of the cookies in the order in which they were sent. */
export function cookieNames(req: IncomingMessage): readonly string[] {
  const parts = (req.headers.cookie ?? '').split(';').filter((part) => part.includes('='))
  return parts.map((part) => part.slice(0, part.indexOf('=')).trim())
}
