import { requestedName } from '../../../policies/name-suffix.ts'
import { isUsableClaim } from '../../../policies/profile.ts'
import { claimAt, mappedRoles } from '../../../policies/upstream-roles.ts'
import type { MappedClaims } from '../../domain/accounts/identities.ts'
import type { User } from '../../domain/accounts/user.ts'
import type { Connector } from './services.ts'

const TEXTS = ['name', 'given_name', 'family_name', 'picture', 'locale', 'zoneinfo', 'email'] as const

/** `email_verified` applies only to the `email` claim, not to a claim that is used instead of it (OIDC Core s5.1). */
const isVerified = ({ email = 'email', email_verified: verified }: Connector['claims']): boolean =>
  email === 'email' || verified !== undefined

/** Maps a provider's claims to Portico's claims. Omits invalid values. */
export function mapClaims(
  { claims: names, roles }: Pick<Connector, 'claims' | 'roles'>,
  claims: Readonly<Record<string, unknown>>,
): MappedClaims {
  const said = (claim: string): unknown => claimAt(claims, names[claim] ?? claim)
  const texts: Partial<Record<(typeof TEXTS)[number], string>> = {}
  for (const claim of TEXTS) {
    const value = said(claim)
    // Omit values that are too long instead of truncating them, because a truncated name would be wrong.
    if (typeof value === 'string' && value !== '' && isUsableClaim(claim, value)) texts[claim] = value
  }
  const person: Omit<User, 'sub' | 'active'> = {
    ...texts,
    ...(texts.email === undefined ? {} : { email_verified: isVerified(names) && said('email_verified') === true }),
    roles: mappedRoles(claims, roles),
  }
  return { username: requestedName({ username: said('preferred_username'), email: texts.email }), person }
}
