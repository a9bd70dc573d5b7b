/**
 * Sign-in, consent, and logout pages have no `form-action`, because browsers also apply it to redirects after a POST,
 * and those redirects lead to clients. Forms in the panel and portal submit only to their own origin or, to sign in or
 * out, to Portico's origin.
 */
export type PageKind = 'interaction' | 'panel' | { readonly frames: readonly string[] } | { readonly panelOf: string }

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

/**
 * @param kind `frames`: logout URLs (or origins) on the signing-out page; `panelOf`: Portico's URL, for a panel or
 * portal at a different origin
 * @param nonce for additional scripts and styles on a host's own page
 */
export function contentSecurityPolicy(kind: PageKind, nonce?: string): string {
  if (nonce !== undefined)
    return contentSecurityPolicy(kind).replace(/(?:script|style)-src 'self'/g, `$& 'nonce-${nonce}'`)
  if (kind === 'interaction') return BASE.join('; ')
  if (kind === 'panel') return [...BASE, "form-action 'self'"].join('; ')
  if ('panelOf' in kind)
    return [...BASE, ["form-action 'self'", originOf(kind.panelOf)].filter(Boolean).join(' ')].join('; ')
  const origins = [...new Set(kind.frames.map(originOf).filter((origin) => origin !== undefined))]
  // Allows the signing-out page to connect to the apps, because it uses fetch to check whether they respond.
  const base = BASE.map((directive) =>
    directive.startsWith('connect-src') ? [directive, ...origins].join(' ') : directive,
  )
  return [...base, `frame-src ${origins.length > 0 ? origins.join(' ') : "'none'"}`].join('; ')
}

export function pageHeaders(kind: PageKind, nonce?: string): Record<string, string> {
  const isOurApp = kind === 'panel' || (typeof kind === 'object' && 'panelOf' in kind)
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': contentSecurityPolicy(kind, nonce),
    'Permissions-Policy': PERMISSIONS,
    'Referrer-Policy': isOurApp ? 'same-origin' : 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Isolates only the panel and the portal, because a sign-in page in a popup must keep access to its opener.
    ...(isOurApp ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
  }
}

/** A page of the panel that shows a preview in a frame. */
export const withFrame = (headers: Record<string, string>): Record<string, string> => ({
  ...headers,
  'Content-Security-Policy': `${headers['Content-Security-Policy']}; frame-src 'self'`,
})

/** A page that only a frame of the panel shows. It runs nothing and sends nothing; an email has styles inline. */
export const PREVIEW_HEADERS = {
  ...pageHeaders('panel'),
  'Content-Security-Policy': [
    ...BASE.filter((directive) => !/^(?:script|style|connect)-src|^frame-anc/.test(directive)),
    "style-src 'self' 'unsafe-inline'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox',
  ].join('; '),
  'X-Frame-Options': 'SAMEORIGIN',
}

function originOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined
}
