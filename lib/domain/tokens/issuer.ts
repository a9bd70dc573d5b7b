import type { Scope } from '../../../policies/scopes.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Minting } from './mint.ts'
import type { TokenValues } from './token-values.ts'

/** What exchanging, refreshing and checking tokens stand on. */
export interface TokenIssuer extends Minting {
  readonly storage: Storage
  readonly values: TokenValues
  /** Seconds since the epoch, by this node's clock. */
  seconds(): number
  /**
   * Makes sure that the person may still hold tokens, and gives the claims that the ID token carries besides, if the
   * configuration wants them there. @throws ProtocolError invalid_grant account_inactive; temporarily_unavailable
   */
  assertUser(subject: string, scopes: readonly Scope[]): Promise<Readonly<Record<string, unknown>> | undefined>
}
