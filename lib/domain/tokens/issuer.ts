import type { Scope } from '../../../policies/scopes.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Minting } from './mint.ts'
import type { TokenHolder } from './token-holder.ts'
import type { TokenValues } from './token-values.ts'

/** What exchanging, refreshing and checking tokens need. */
export interface TokenIssuer extends Minting {
  readonly storage: Storage
  readonly values: TokenValues
  /** Seconds since the epoch, by this node's clock. */
  seconds(): number
  /** Whether the user may still hold tokens. @throws DenialError temporarily_unavailable */
  holder(subject: string, scopes: readonly Scope[]): Promise<TokenHolder>
}
