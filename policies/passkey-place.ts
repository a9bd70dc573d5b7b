/**
 * Where passkeys work. They are permanently bound to Portico's host name (the RP ID). A page of another host can
 * neither create nor use them, and an IP address is no RP ID.
 *
 * Spec      sign-in page, "Passkeys and two-step sign-in" of the portal
 * RFC       WebAuthn Level 3 s5.1.3, s5.1.4, s13.4.9
 * Deny      the page offers no passkeys
 * Enforced  lib/domain/accounts/factors/passkey-ceremonies.ts
 * Tests     test/policies/passkey-place.test.ts, test/browser/passkeys.test.ts
 */

/** The RP ID; undefined for an IP address. @param baseUrl of the provider */
export function passkeyHost(baseUrl: string): string | undefined {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname) ? undefined : hostname
}

/** A page of the host or one of its subdomains can create and use the host's passkeys. */
export function decidePasskeyPlace(host: string, pageUrl: string): 'here' | 'other-host' {
  const { hostname } = new URL(pageUrl)
  return hostname === host || hostname.endsWith(`.${host}`) ? 'here' : 'other-host'
}
