/**
 * The states of a client and the transitions between them, as data.
 *
 * Spec      client administration; D-C2, D-C4, D-C5, D-C6, D-S8
 * Deny      the reason why a transition is not allowed
 * Enforced  lib/domain/clients/registry.ts
 * Tests     test/policies/client-lifecycle.test.ts
 */

import { type Environment, redirectUriIssues } from './redirect-uri.ts'

export interface LifecycleClient {
  readonly clientId: string
  readonly status: 'active' | 'disabled'
  readonly type: 'public' | 'confidential'
  /** Set for a gated app. It has no secret, because it does not use OpenID Connect. */
  readonly isGate?: boolean
  readonly environment: Environment
  /**
   * `administrator`: the client was registered in the panel or on the command line. Clients from other sources are
   * read-only there (D-C6, D-C7).
   */
  readonly source: 'administrator' | 'configuration' | 'service'
  readonly redirectUris: readonly string[]
  readonly otherUris: readonly string[]
  /** Whether the back-channel logout URI points to a private or internal host. Live clients cannot use such a URI. */
  readonly hasPrivateLogoutAddress: boolean
}

export type Transition = 'disable' | 'enable' | 'decommission' | 'rotate-secret' | 'go-live' | 'change'
export type NotAllowedReason =
  | 'read-only'
  | 'already-disabled'
  | 'already-active'
  | 'already-live'
  | 'disabled'
  | 'public-client'
  | 'gated-app'
  | 'not-confirmed'
  | 'not-https'
  | 'notices-inside'

/**
 * `from`: the states that allow a transition; `also`: its side effect. Each token family records the client's
 * revocation version (`epoch`), so a new epoch permanently revokes all of the client's tokens in one write (D-C5).
 */
export const TRANSITIONS: Readonly<
  Record<
    Transition,
    {
      readonly from: readonly ('active' | 'disabled')[]
      readonly also: 'new-epoch' | 'new-secret' | 'removed' | 'nothing'
    }
  >
> = {
  disable: { from: ['active'], also: 'new-epoch' },
  enable: { from: ['disabled'], also: 'nothing' },
  decommission: { from: ['active', 'disabled'], also: 'removed' },
  'rotate-secret': { from: ['active'], also: 'new-secret' },
  'go-live': { from: ['active'], also: 'nothing' },
  change: { from: ['active', 'disabled'], also: 'nothing' },
}

/** @param confirmation the client ID that the administrator typed to confirm decommissioning */
export function notAllowedReason(
  client: LifecycleClient,
  transition: Transition,
  confirmation?: string,
): NotAllowedReason | undefined {
  if (client.source !== 'administrator') return 'read-only'
  if (!TRANSITIONS[transition].from.includes(client.status)) {
    if (transition === 'disable') return 'already-disabled'
    return transition === 'enable' ? 'already-active' : 'disabled'
  }
  if (transition === 'rotate-secret' && client.isGate === true) return 'gated-app'
  if (transition === 'rotate-secret' && client.type === 'public') return 'public-client'
  if (transition === 'decommission' && confirmation !== client.clientId) return 'not-confirmed'
  if (transition !== 'go-live') return undefined
  if (client.environment === 'live') return 'already-live'
  const notHttps = [...client.redirectUris, ...client.otherUris].some(
    (uri) => redirectUriIssues(uri, 'live').length > 0,
  )
  if (notHttps) return 'not-https'
  return client.hasPrivateLogoutAddress ? 'notices-inside' : undefined
}
