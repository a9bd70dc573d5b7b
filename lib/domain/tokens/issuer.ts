import type { ScopeClaims } from '../../../policies/claims.ts'
import type { Scope } from '../../../policies/scopes.ts'
import type { Deny } from '../../../policies/verdict.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Client } from '../clients/client-record.ts'
import type { OtherSecrets } from '../keys/secret-registry.ts'
import type { Minting, TokenResponse } from './mint.ts'
import type { TokenHolders } from './token-holder.ts'
import type { OpenedValue, TokenKind, TokenValues } from './token-values.ts'

export interface TokenIssuer extends Minting, TokenHolders {
  /** Every scope that the deployment declares, with the claims that the scope releases. */
  readonly scopeClaims: ScopeClaims
  readonly storage: Storage
  readonly values: TokenValues
  /** Consulted when the tag of a code or token does not match any of this node's secrets. */
  readonly otherSecrets: OtherSecrets
  /** Seconds since the epoch, according to this node's clock. */
  seconds(): number
  /** Milliseconds since the epoch, for end dates. */
  now(): number
}

/** The client's scopes that the deployment still declares. Clients lose scopes that are no longer declared. */
export const allowedScopes = (
  { scopeClaims }: Pick<TokenIssuer, 'scopeClaims'>,
  { scopes }: Pick<Client, 'scopes'>,
): readonly Scope[] => scopes.filter((scope) => Object.hasOwn(scopeClaims, scope))

/**
 * Returns the contents of a value with a valid tag, or undefined if Portico did not issue the value.
 * @throws DenialError temporarily_unavailable 503 while a node with a different root secret may have issued it
 */
export async function openPresented(
  { values, otherSecrets }: Pick<TokenIssuer, 'values' | 'otherSecrets'>,
  kind: TokenKind,
  value: string,
): Promise<OpenedValue | undefined> {
  const opened = values.open(kind, value)
  if (opened === undefined && values.hasForm(value)) await otherSecrets.assertNoneUnknown()
  return opened
}

/** The outcome of a grant, with the family data known so far, for the log and the audit trail. */
export type GrantResult = {
  /** Set once the family is found. */
  readonly sid?: string
  /** Set once the grant itself is found to be valid. */
  readonly subject?: string
} & (
  | {
      readonly outcome: 'issued'
      readonly tokens: TokenResponse
      /** Makes the same code or refresh token usable again, for tokens that were never sent (D-T15). */
      takeBack(): Promise<void>
    }
  | { readonly outcome: 'denied'; readonly denial: Deny }
)
