import { mayEnter } from '../../../policies/app-access.ts'
import { ACR_TWO_FACTORS } from '../../../policies/authentication-context.ts'
import { type IdTokenClaims, idTokenClaimsOf, releasedClaims, type ScopeClaims } from '../../../policies/claims.ts'
import { type EndedAccess, refusalAfterEnd } from '../../../policies/ended-access.ts'
import type { Scope } from '../../../policies/scopes.ts'
import { isOfRoles } from '../../../policies/second-factor.ts'
import type { Family } from '../../../policies/token-family.ts'
import { type Deny, deny } from '../../../policies/verdict.ts'
import type { AccessRule } from '../accounts/access-rule.ts'
import type { Consents } from '../accounts/consents.ts'
import type { UserClaims } from '../accounts/further-claims.ts'
import type { SecondFactorRequirement } from '../accounts/second-factor-requirement.ts'
import type { Users } from '../accounts/user-directory.ts'
import type { Client } from '../clients/client-record.ts'

/** Whether a user may still hold a client's tokens, plus additional claims for the ID token. */
export type TokenHolder =
  | { readonly may: 'hold'; readonly profile?: Readonly<Record<string, unknown>> }
  | { readonly may: 'not-hold'; readonly denial: Deny }

/** `this-time`: by a grace or a trusted browser. `inactive`: the user is gone, suspended, or has ended. */
export type FamilyAccess = 'still' | 'this-time' | 'no-role' | 'second-factor' | 'inactive'

export type TokenHolders = ReturnType<typeof tokenHolders>

export interface HolderParts {
  readonly scopeClaims: ScopeClaims
  readonly claims: UserClaims
  readonly users: Pick<Users, 'find' | 'endsTokens' | 'reportsRoles'>
  /** The default for clients without their own `idTokenClaims` setting. */
  readonly idTokenClaims: IdTokenClaims
  readonly consents: Pick<Consents, 'scopes'>
  readonly canSignIn: AccessRule
  /** Whether the host has its own access rule, which must run every time because its result can change. */
  readonly hasHostRule: boolean
  readonly secondFactor: SecondFactorRequirement
  readonly now: () => number
}

/**
 * Looks up the user for every issued token, unless there is no need to: directories with `endsTokens` end suspended
 * users' tokens themselves, those with `reportsRoles` report role changes, and only some clients' ID tokens contain the
 * profile.
 */
export function tokenHolders(parts: HolderParts) {
  const { users, consents, idTokenClaims, scopeClaims, claims, canSignIn, hasHostRule, secondFactor, now } = parts
  return {
    /** Call before issuing tokens. @throws DenialError temporarily_unavailable */
    async holder(family: Family, client: Client, scopes: readonly Scope[]): Promise<TokenHolder> {
      const inIdToken = idTokenClaimsOf(client, idTokenClaims) === 'scopes'
      const needsCheck = hasHostRule || (client.access?.roles !== undefined && !users.reportsRoles)
      const needsFactorCheck = isOfRoles(secondFactor.required(client)) && !users.reportsRoles
      if (users.endsTokens && !inIdToken && !needsCheck && !needsFactorCheck) return { may: 'hold' }
      const user = await users.find(family.subject)
      if (user === undefined) return { may: 'not-hold', denial: deny('invalid_grant', 'account_inactive') }
      if (needsCheck && !(await canSignIn(user, client)))
        return { may: 'not-hold', denial: deny('invalid_grant', 'access_rule') }
      if (needsFactorCheck && !(await secondFactor.isMet(user, client, family)))
        return { may: 'not-hold', denial: deny('invalid_grant', 'second_factor_required') }
      if (!inIdToken) return { may: 'hold' }
      return { may: 'hold', profile: releasedClaims(scopes, await claims(user, client, scopes), scopeClaims) }
    },
    /** The error for a user whose access has ended. @throws DenialError temporarily_unavailable */
    async refusalAfterEnd(subject: string, client: Client, liveness: EndedAccess['liveness']): Promise<Deny> {
      const [user, consented] = await Promise.all([users.find(subject), consents.scopes(subject, client)])
      return refusalAfterEnd({
        liveness,
        isActive: user !== undefined,
        hasRole: mayEnter(client.access, user?.roles, now()),
        consentMode: client.consent,
        consented,
      })
    },
    secondFactor,
    /** Whether the family's user currently meets the client's rules. @throws DenialError temporarily_unavailable */
    async mayEnter(
      { subject, acr, signedInAt }: Family,
      client: Client,
    ): Promise<{ readonly access: FamilyAccess; readonly changesAt?: number | undefined }> {
      const user = await users.find(subject)
      if (user === undefined) return { access: 'inactive' }
      if (!mayEnter(client.access, user.roles, now())) return { access: 'no-role' }
      const state = await secondFactor.stateOf(user, client, { acr, signedInAt })
      if (state === 'use' || state === 'set-up') return { access: 'second-factor' }
      // By a grace or a trusted browser.
      const isExempt = state === 'grace' || (state === 'met' && acr !== ACR_TWO_FACTORS)
      return { access: isExempt ? 'this-time' : 'still', changesAt: user.changesAt }
    },
  }
}
