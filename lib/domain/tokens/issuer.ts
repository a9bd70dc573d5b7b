import type { ScopeClaims } from '../../../policies/claims.ts'
import type { Storage } from '../../ports/storage.ts'
import type { OtherSecrets } from '../keys/secret-registry.ts'
import type { Minting } from './mint.ts'
import type { TokenHolders } from './token-holder.ts'
import type { TokenValues } from './token-values.ts'

/** What exchanging, refreshing and checking tokens need. */
export interface TokenIssuer extends Minting, TokenHolders {
  /** Every scope of the deployment, with the claims that it releases. */
  readonly scopeClaims: ScopeClaims
  readonly storage: Storage
  readonly values: TokenValues
  /** Asked about a value whose tag no secret of this node has made. */
  readonly otherSecrets: OtherSecrets
  /** Seconds since the epoch, by this node's clock. */
  seconds(): number
}
