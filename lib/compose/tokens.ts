import { scopeClaimsWith } from '../../policies/declared-scopes.ts'
import type { TokenIssuer } from '../domain/tokens/issuer.ts'
import { tokenHolders } from '../domain/tokens/token-holder.ts'
import { tokenValues } from '../domain/tokens/token-values.ts'
import { verifiedTokens } from '../domain/tokens/verified-tokens.ts'
import { accessTokens } from '../domain/tokens/verify.ts'
import type { Accounts } from './accounts.ts'
import type { Domain } from './domain.ts'
import type { Resolved } from './resolve-options.ts'
import type { Signing } from './signing.ts'

/** Issues and validates tokens. */
export type Tokens = ReturnType<typeof composeTokens>

export function composeTokens(
  { configuration, storage, now }: Resolved,
  { keys, derive, rootSecrets }: Signing,
  { consents }: Pick<Domain, 'consents'>,
  { users, claimsOf, canSignIn, hasHostRule, secondFactor }: Accounts,
) {
  const scopeClaims = scopeClaimsWith(configuration.scopes)
  const issuer: TokenIssuer = {
    issuer: configuration.baseUrl,
    lifetimes: configuration.lifetimes,
    keys,
    storage,
    seconds: () => Math.floor(now() / 1000),
    now,
    values: tokenValues(derive('token-tag')),
    otherSecrets: rootSecrets,
    verified: verifiedTokens(),
    scopeClaims,
    ...tokenHolders({
      users,
      consents,
      idTokenClaims: configuration.idTokenClaims,
      scopeClaims,
      claims: claimsOf,
      canSignIn,
      hasHostRule,
      secondFactor,
      now,
    }),
  }
  return { issuer, tokens: accessTokens(issuer) }
}
