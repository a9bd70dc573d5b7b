import type { SecondFactorRequirement } from '../../domain/accounts/second-factor-requirement.ts'
import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { OtherSecrets } from '../../domain/keys/secret-registry.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import type { Interactions } from './interactions.ts'
import type { SessionBridge } from './session-bridge.ts'

export interface EngineSettings {
  /** Every scope defined in the deployment. */
  readonly scopes: readonly string[]
  readonly mountPath: string
  readonly https: boolean
  readonly cookieSigner: Signer
  /** Checks for cookies that were not signed with any of this node's secrets. */
  readonly otherSecrets: OtherSecrets
  readonly interactionSeconds: number
  readonly sessions: SessionBridge
  readonly interactions: Interactions
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly findUser: (subject: string) => Promise<User | undefined>
  readonly lookUps: LookUps
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

/** Looks up facts that policies/authorization-step.ts needs but the engine does not have. */
export interface LookUps {
  /** Scopes that the user has already granted to the client. */
  rememberedScopes(subject: string, client: Client): Promise<readonly string[]>
  canSignIn(user: User, client: Client): Promise<boolean>
  /** Which users must sign in with two factors. */
  readonly secondFactor: SecondFactorRequirement
  /** Whether the user has a second factor. */
  hasSecondStep(subject: string): Promise<boolean>
}
