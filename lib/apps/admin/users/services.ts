import type { Configuration } from '../../../config/configuration.ts'
import type { Consents } from '../../../domain/accounts/consents.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { FactorRecords } from '../../../domain/accounts/factors/factor-record.ts'
import type { SignInPauses } from '../../../domain/accounts/sign-in-pauses.ts'
import type { AuditTrail } from '../../../domain/audit/audit-trail.ts'
import type { ClientRegistry } from '../../../domain/clients/registry.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import type { Actor } from '../../../domain/management/account-result.ts'
import type { IdentityOperations } from '../../../domain/management/identity-operations.ts'
import type { AppUses } from '../../../domain/metrics/app-use.ts'
import type { OverviewCounting } from '../../../domain/metrics/overview-counting.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { PanelRequest, ShellServices } from '../shell/request.ts'

export interface UsersServices extends ShellServices {
  readonly storage: Pick<Storage, 'records' | 'sessions' | 'subjects'>
  readonly clients: Pick<ClientRegistry, 'find' | 'list'>
  readonly appUses: Pick<AppUses, 'read'>
  /** The host has a rule of its own, besides the roles that clients name. */
  readonly hasHostRule: boolean
  readonly consents: Pick<Consents, 'list'>
  readonly audit: Pick<AuditTrail, 'list'>
  readonly factors: Pick<FactorRecords, 'read'>
  readonly overview: Pick<OverviewCounting, 'incidents' | 'read'>
  readonly pauses: Pick<SignInPauses, 'pausedUntil'>
  /** Undefined where no letters are sent. */
  readonly letters: object | undefined
  readonly identityOperations: (directory: EmbeddedDirectory, actor: Actor) => IdentityOperations
  /** The connectors that users come from. */
  readonly configuration: Pick<Configuration, 'login'>
  /** What an administrator does to accounts, audited under their name. */
  readonly accountOperations: (directory: EmbeddedDirectory, actor: Actor) => AccountOperations
}

export type UsersRequest = PanelRequest<UsersServices>
