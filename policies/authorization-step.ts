/**
 * The next step in an authorization request: issuing the code, or a step that the user must complete first. Direct
 * responses evaluate this table, and so do the engine's prompts, which choose the page to show. Both use the same
 * facts.
 *
 * Spec      GET /authorize (prompt, max_age, acr_values, id_token_hint); D-T2, D-T3, D-T12, D-T14
 * RFC       OIDC Core s3.1.2.1, s3.1.2.3, s3.1.2.4, s3.1.2.6
 * Deny      login_required, access_denied access_rule, interaction_required, consent_required
 * Enforced  lib/protocol/engine/step.ts
 * Tests     test/policies/authorization-step.test.ts, test/flows/authorization-step.test.ts
 */
import { decideStepUp } from './authentication-context.ts'
import { type ConsentMode, decideConsent } from './consent.ts'
import { RECENT_SIGN_IN_SECONDS } from './recent-sign-in.ts'
import { type Deny, deny } from './verdict.ts'

/** Steps that the user must complete. */
export type UserStep =
  | 'sign-in'
  | 'confirm-identity'
  | 'select-account'
  | 'not-allowed'
  | 'second-step'
  | 'enroll'
  | 'consent'
export type Step = 'code' | UserStep

export interface RequestedAuthentication {
  readonly prompts: readonly string[]
  /** The `max_age` parameter, in seconds. */
  readonly maxAge?: number | undefined
  /** The `acr_values` parameter. */
  readonly acrValues: string | undefined
  /** The subject of a verified `id_token_hint`. */
  readonly hintedSubject: string | undefined
  readonly scopes: readonly string[]
}

/** Facts that are read from the store or the host only when the decision depends on them. */
export interface LazyFacts {
  /** Whether the session's user is in the directory and may sign in. */
  readonly user?: boolean | undefined
  readonly access?: boolean | undefined
  /** What a rule about second factors demands of this sign-in (policies/second-factor.ts). */
  readonly required?: 'not-required' | 'grace' | 'met' | 'use' | 'set-up' | undefined
  /** Whether the user has a second factor. */
  readonly secondFactor?: boolean | undefined
  /** Scopes that the user has already granted to the client. */
  readonly consented?: readonly string[] | undefined
}

export interface StepFacts extends RequestedAuthentication, LazyFacts {
  /** The browser session; undefined when no user is signed in. */
  readonly session:
    | {
        readonly accountId: string
        /** When the user signed in, in seconds since the epoch. */
        readonly loginTs?: number | undefined
        readonly acr?: string | undefined
      }
    | undefined
  readonly consentMode: ConsentMode
  /** Whether a different program could impersonate the client (policies/consent.ts). */
  readonly imitable: boolean
  /** Engine prompts that the user has completed for this request. */
  readonly completed: readonly string[]
  /** Seconds since the epoch. */
  readonly now: number
}

export type NextStep = { readonly step: Step } | { readonly deny: Deny }
/** `lookUp`: a fact that must be looked up before the next step can be decided. */
export type Decision = NextStep | { readonly lookUp: keyof LazyFacts }

interface Row {
  readonly clause: string
  readonly asks: UserStep
  readonly applies: (facts: StepFacts) => boolean | keyof LazyFacts
  /** What happens after the prompt: `met` skips this row, and `denied` denies the request if the row still applies. */
  readonly after?: readonly [prompt: string, then: 'met' | 'denied']
}

/** Evaluated in this order: sign-in, account, access to the client, second factor, consent. */
export const ROWS: readonly Row[] = [
  {
    clause: 'OIDC Core s3.1.2.3: no user is signed in',
    asks: 'sign-in',
    applies: ({ session }) => session === undefined,
  },
  {
    clause: 'D-T12: the account of the session cannot be used',
    asks: 'sign-in',
    applies: ({ user }) => (user === undefined ? 'user' : !user),
  },
  {
    clause: 'OIDC Core s3.1.2.1: prompt=login',
    asks: 'confirm-identity',
    applies: ({ prompts }) => prompts.includes('login'),
    after: ['login', 'met'],
  },
  {
    clause: 'OIDC Core s3.1.2.1: max_age; 0 asks for a fresh sign-in, however recent the last one is',
    asks: 'confirm-identity',
    applies: ({ maxAge, session, now }) => maxAge !== undefined && !isRecent(session?.loginTs, maxAge, now),
    after: ['login', 'met'],
  },
  {
    clause: 'OIDC Core s3.1.2.1: id_token_hint names another user; a user who has just signed in is not asked again',
    asks: 'confirm-identity',
    applies: ({ hintedSubject, session }) => hintedSubject !== undefined && hintedSubject !== session?.accountId,
    after: ['login', 'denied'],
  },
  {
    clause: 'OIDC Core s3.1.2.1: prompt=select_account',
    asks: 'select-account',
    applies: ({ prompts }) => prompts.includes('select_account'),
    after: ['select_account', 'met'],
  },
  {
    clause: 'RFC 6749 s4.1.2.1: the access rule of the client or host; a page explains it and leads back to the client',
    asks: 'not-allowed',
    applies: ({ access }) => (access === undefined ? 'access' : !access),
    after: ['not_allowed', 'denied'],
  },
  {
    clause: 'D-A8: a second factor is required, and the user has one',
    asks: 'second-step',
    applies: ({ required }) => (required === undefined ? 'required' : required === 'use'),
  },
  {
    clause: 'NIST SP 800-63B-4 s4.1.2.1: a factor is bound to an account only after a recent sign-in',
    asks: 'confirm-identity',
    applies: ({ prompts, required, session, now }) =>
      required === 'set-up' && !prompts.includes('none') && !isRecent(session?.loginTs, RECENT_SIGN_IN_SECONDS, now),
  },
  {
    clause: 'D-A8: a second factor is required, and the user has none yet',
    asks: 'enroll',
    applies: ({ required }) => required === 'set-up',
  },
  {
    clause: 'OIDC Core s3.1.2.1: acr_values, a voluntary claim: asked of a user who can do it',
    asks: 'second-step',
    applies: ({ acrValues, session, secondFactor }) =>
      decideStepUp(acrValues, session?.acr) === 'more-is-asked' && (secondFactor ?? 'secondFactor'),
  },
  {
    clause: 'OIDC Core s3.1.2.1: prompt=consent',
    asks: 'consent',
    applies: ({ prompts }) => prompts.includes('consent'),
    after: ['consent', 'met'],
  },
  {
    clause: 'OIDC Core s3.1.2.4: the user has not agreed yet',
    asks: 'consent',
    applies: ({ consentMode, imitable, prompts, scopes, consented }) => {
      if (consentMode === 'once' && consented === undefined) return 'consented'
      const silent = prompts.includes('none')
      const remembered = consented ?? []
      const facts = { mode: consentMode, imitable, silent, answered: false, requested: scopes, remembered }
      return decideConsent(facts) === 'ask'
    },
    after: ['consent', 'met'],
  },
]

/** Errors returned to the client if the user may not be prompted (OIDC Core s3.1.2.6), or may not be prompted again. */
const DENIALS: Readonly<Record<UserStep, Deny>> = {
  'sign-in': deny('login_required', 'login_required'),
  'confirm-identity': deny('login_required', 'login_required'),
  'select-account': deny('interaction_required', 'interaction_required'),
  'not-allowed': deny('access_denied', 'access_rule'),
  'second-step': deny('interaction_required', 'interaction_required'),
  enroll: deny('interaction_required', 'interaction_required'),
  consent: deny('consent_required', 'consent_required'),
}

export function nextStep(facts: StepFacts): Decision {
  for (const { asks, applies, after: [prompt, then] = [] } of ROWS) {
    const isCompleted = prompt !== undefined && facts.completed.includes(prompt)
    if (isCompleted && then === 'met') continue
    const applied = applies(facts)
    if (typeof applied === 'string') return { lookUp: applied }
    if (applied) return isCompleted || facts.prompts.includes('none') ? { deny: DENIALS[asks] } : { step: asks }
  }
  return { step: 'code' }
}

function isRecent(loginTs: number | undefined, maxAge: number, now: number): boolean {
  return loginTs !== undefined && maxAge > 0 && now - loginTs <= maxAge
}
