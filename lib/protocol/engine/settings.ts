import type { User } from '../../domain/accounts/user-directory.ts'
import type { Client } from '../../domain/clients/client-record.ts'
import type { OtherSecrets } from '../../domain/keys/secret-registry.ts'
import type { Signer } from '../../domain/keys/signer.ts'
import { cookieName } from '../../web/request/cookies.ts'
import type { Asked } from './answers.ts'
import type { Interactions } from './interactions.ts'
import type { SessionBridge } from './session-bridge.ts'

export interface EngineSettings {
  /** Every scope of the deployment. */
  readonly scopes: readonly string[]
  readonly asked: Asked
  readonly mountPath: string
  readonly https: boolean
  readonly cookieSigner: Signer
  /** Asked about a cookie that no secret of this node has signed. */
  readonly otherSecrets: OtherSecrets
  /** Seconds that an unanswered page lives. */
  readonly interactionSeconds: number
  readonly sessions: SessionBridge
  readonly interactions: Interactions
  readonly findClient: (id: string) => Promise<Client | undefined>
  readonly findUser: (subject: string) => Promise<User | undefined>
  readonly lookUps: LookUps
  /** Seconds since the epoch. */
  readonly seconds: () => number
}

/** What others know of a user, see policies/authorization-step.ts. */
export interface LookUps {
  /** Scopes that the user has allowed the client before. */
  rememberedScopes(subject: string, client: Client): Promise<readonly string[]>
  canSignIn(user: User, client: Client): Promise<boolean>
  /** Whether the user can do more than enter a password. */
  hasSecondStep(subject: string): Promise<boolean>
}

/** Names of the engine's cookies. */
export function engineCookies({ https, mountPath }: Pick<EngineSettings, 'https' | 'mountPath'>): {
  readonly session: string
  readonly interaction: string
  readonly resume: string
} {
  return {
    session: cookieName('sso_session', { https, path: mountPath === '' ? '/' : mountPath }),
    interaction: cookieName('sso_interaction', { https }),
    resume: cookieName('sso_resume', { https }),
  }
}
