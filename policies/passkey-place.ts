/**
 * Where passkeys work. They belong to the host name of the service for good (the RP ID), so a page of another host cannot
 * make or use them, and an address of bare numbers has none at all.
 *
 * Spec      ux.md A1, C4
 * RFC       WebAuthn Level 3 s5.1.3, s5.1.4, s13.4.9
 * Deny      the page offers no passkeys
 * Enforced  lib/domain/accounts/factors/passkey-ceremonies.ts
 * Tests     test/policies/passkey-place.test.ts, test/browser/passkeys.test.ts
 */

/** The host that passkeys belong to; undefined where there can be none. @param baseUrl of the service */
export function passkeyHost(baseUrl: string): string | undefined {
  const { hostname } = new URL(baseUrl)
  return hostname.startsWith('[') || /^[\d.]+$/.test(hostname) ? undefined : hostname
}

/** Whether a page of this address can make and use passkeys of the host: its own, or one below it. */
export function decidePasskeyPlace(host: string, pageUrl: string): 'here' | 'elsewhere' {
  const { hostname } = new URL(pageUrl)
  return hostname === host || hostname.endsWith(`.${host}`) ? 'here' : 'elsewhere'
}
