/**
 * Where passkeys work. They are permanently bound to Portico's host name (the RP ID). Pages on other hosts can neither
 * create nor use them, and an IP address cannot be an RP ID.
 *
 * Spec      sign-in page, "Passkeys and two-step sign-in" in the portal
 * RFC       WebAuthn Level 3 s5.1.3, s5.1.4, s13.4.9
 * Deny      the page offers no passkeys
 * Enforced  lib/domain/accounts/factors/passkey-ceremonies.ts
 * Tests     test/policies/passkey-place.test.ts, test/browser/passkeys.test.ts
 */

/** The RP ID; undefined for an IP address. @param baseUrl the provider's base URL */
export function passkeyHost(baseUrl: string): string | undefined {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname) ? undefined : hostname
}

/** Pages on the host or one of its subdomains can create and use the host's passkeys. */
export function decidePasskeyPlace(host: string, pageUrl: string): 'here' | 'other-host' {
  const { hostname } = new URL(pageUrl)
  return hostname === host || hostname.endsWith(`.${host}`) ? 'here' : 'other-host'
}
