/**
 * Response headers of pages. No inline script or style exists, so `'self'` is enough for both.
 * Sign-in, consent and logout pages carry no `form-action`: browsers apply it to every redirect that follows the POST,
 * and these forms end at the client's own address.
 */
export type PageKind = 'interaction' | 'panel' | { readonly frames: readonly string[] }

const BASE = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
]

const PERMISSIONS =
  'publickey-credentials-get=(self), publickey-credentials-create=(self), camera=(), microphone=(), geolocation=()'

/** @param kind `frames` lists the logout addresses (or origins) that the signing-out page loads */
export function contentSecurityPolicy(kind: PageKind): string {
  if (kind === 'interaction') return BASE.join('; ')
  if (kind === 'panel') return [...BASE, "form-action 'self'"].join('; ')
  const origins = new Set(kind.frames.map(originOf).filter((origin) => origin !== undefined))
  return [...BASE, `frame-src ${origins.size ? [...origins].join(' ') : "'none'"}`].join('; ')
}

export function pageHeaders(kind: PageKind): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy(kind),
    'Permissions-Policy': PERMISSIONS,
    'Referrer-Policy': kind === 'panel' ? 'same-origin' : 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // A sign-in that was opened in a popup must keep its opener, so only our own two apps isolate themselves.
    ...(kind === 'panel' ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  }
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined
}
