/**
 * Where passkeys work. They are bound to the host name of the service for good (the RP ID): a page of another host can neither
 * create nor use them, and an IP address is no RP ID.
 *
 * Spec      sign-in page, "Passkeys and two-step sign-in" of the portal
 * RFC       WebAuthn Level 3 s5.1.3, s5.1.4, s13.4.9
 * Deny      the page offers no passkeys
 * Enforced  lib/domain/accounts/factors/passkey-ceremonies.ts
 * Tests     test/policies/passkey-place.test.ts, test/browser/passkeys.test.ts
 */

/** The RP ID; undefined where there can be none. @param baseUrl of the service */
export function passkeyHost(baseUrl: string): string | undefined {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname) ? undefined : hostname
}

/** Whether a page at this URL can create and use passkeys of the host: the host itself, or a subdomain of it. */
export function decidePasskeyPlace(host: string, pageUrl: string): 'here' | 'elsewhere' {
  const { hostname } = new URL(pageUrl)
  return hostname === host || hostname.endsWith(`.${host}`) ? 'here' : 'elsewhere'
}
