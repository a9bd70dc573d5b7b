/**
 * When a user is asked for consent.
 *
 * Spec      GET /authorize (consent_required); D-T3, D-T14
 * RFC       OIDC Core s3.1.2.4; 6749 s10.2, 8252 s8.6: a client that cannot authenticate may be impersonated
 * Deny      consent_required (under prompt=none)
 * Enforced  policies/authorization-step.ts
 * Tests     test/policies/consent.test.ts, test/flows/consent.test.ts
 */
import type { Scope } from './scopes.ts'

export type ConsentMode = 'once' | 'always' | 'trusted'

export interface ConsentFacts {
  readonly mode: ConsentMode
  readonly requested: readonly Scope[]
  /** Scopes that the user has already granted to this client. */
  readonly remembered: readonly string[]
  /**
   * Whether this is a public client with a plain http redirect URI on the user's device. Any program on the
   * device can listen at that URI, so a different program may have received the earlier consent. Silent renewal
   * (`prompt=none`) still uses that consent.
   */
  readonly imitable: boolean
  readonly silent: boolean
  /** Whether the user has just responded to the consent page for this request. */
  readonly answered: boolean
}

/** Any program on the device can listen on an http redirect URI's port and impersonate a public client. */
export function isImitable(type: 'public' | 'confidential', redirectUri: string | undefined): boolean {
  return type === 'public' && redirectUri?.startsWith('http:') === true
}

export type ConsentDecision = 'not-needed' | 'ask'

export function decideConsent(facts: ConsentFacts): ConsentDecision {
  if (facts.answered || facts.mode === 'trusted') return 'not-needed'
  if (facts.mode === 'always' || (facts.imitable && !facts.silent)) return 'ask'
  return facts.requested.every((scope) => facts.remembered.includes(scope)) ? 'not-needed' : 'ask'
}
