import type { Scope } from '../../../policies/scopes.ts'
import type { Client } from '../clients/client-record.ts'
import type { TokenIssuer } from './issuer.ts'

/** The scopes of a client that the deployment still declares: one that it has dropped is lost to every client. */
export const allowedScopes = (
  { scopeClaims }: Pick<TokenIssuer, 'scopeClaims'>,
  { scopes }: Pick<Client, 'scopes'>,
): readonly Scope[] => scopes.filter((scope) => Object.hasOwn(scopeClaims, scope))
