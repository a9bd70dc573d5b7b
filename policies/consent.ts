/**
 * When a person is asked for consent.
 *
 * Spec      GET /authorize (consent_required); decision T3; ux.md A3
 * RFC       OIDC Core s3.1.2.4; 6749 s10.2, 8252 s8.6: a client that cannot prove who it is may be imitated
 * Deny      consent_required (under prompt=none)
 * Enforced  lib/protocol/engine/prompts.ts
 * Tests     test/policies/consent.test.ts, test/flows/consent.test.ts
 */
import type { Scope } from './scopes.ts'

export type ConsentMode = 'once' | 'always' | 'trusted'

export interface ConsentFacts {
  readonly mode: ConsentMode
  readonly requested: readonly Scope[]
  /** What the person has allowed this client before. */
  readonly remembered: readonly string[]
  /**
   * The client is public and its answer goes to plain http on this device, where any program may listen: what was
   * allowed before may have been allowed to another program. Silent renewal (`prompt=none`) goes by what is remembered.
   */
  readonly imitable: boolean
  readonly silent: boolean
  /** The person has just answered in this very request. */
  readonly answered: boolean
}

/** A public client whose answer goes to plain http: the ports of a device are open to all its programs. */
export function isImitable(type: 'public' | 'confidential', redirectUri: string | undefined): boolean {
  return type === 'public' && redirectUri?.startsWith('http:') === true
}

export type ConsentDecision = 'not-needed' | 'ask'

export function decideConsent(facts: ConsentFacts): ConsentDecision {
  if (facts.answered || facts.mode === 'trusted') return 'not-needed'
  if (facts.mode === 'always' || (facts.imitable && !facts.silent)) return 'ask'
  return facts.requested.every((scope) => facts.remembered.includes(scope)) ? 'not-needed' : 'ask'
}
