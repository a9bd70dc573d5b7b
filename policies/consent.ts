/**
 * When a person is asked for consent.
 *
 * Spec      GET /authorize (consent_required); decision T3; ux.md A3
 * RFC       OIDC Core s3.1.2.4; 9700 s4.15: a client on localhost can be imitated by any program of the device
 * Deny      consent_required (under prompt=none)
 * Enforced  lib/engine/prompts.ts
 * Tests     test/policies/consent.test.ts, test/flows/consent.test.ts
 */
import type { Scope } from './scopes.ts'

export type ConsentMode = 'once' | 'always' | 'trusted'

export interface ConsentFacts {
  readonly mode: ConsentMode
  readonly requested: readonly Scope[]
  /** What the person has allowed this client before. */
  readonly remembered: readonly string[]
  /** The person has just answered in this very request. */
  readonly answered: boolean
}

export type ConsentDecision = 'not-needed' | 'ask'

export function decideConsent(facts: ConsentFacts): ConsentDecision {
  if (facts.answered || facts.mode === 'trusted') return 'not-needed'
  if (facts.mode === 'always') return 'ask'
  return facts.requested.every((scope) => facts.remembered.includes(scope)) ? 'not-needed' : 'ask'
}
