import type { Consents } from '../../../domain/accounts/consents.ts'
import type { EmbeddedDirectory } from '../../../domain/accounts/embedded-directory.ts'
import type { FactorRecords } from '../../../domain/accounts/factors/factor-record.ts'
import type { SecondFactorRequirement } from '../../../domain/accounts/second-factor-requirement.ts'
import type { SignInPauses } from '../../../domain/accounts/sign-in-pauses.ts'
import type { EmailLedger } from '../../../domain/emails/email-ledger.ts'
import type { AccountOperations } from '../../../domain/management/account-operations.ts'
import type { Actor } from '../../../domain/management/account-result.ts'
import type { IdentityOperations } from '../../../domain/management/identity-operations.ts'
import type { OffboardingOperations } from '../../../domain/management/offboarding.ts'
import type { AppUses } from '../../../domain/metrics/app-use.ts'
import type { UserImport } from '../../../domain/transfer/user-import.ts'
import type { Storage } from '../../../ports/storage.ts'
import type { PanelRequest, ShellServices } from '../shell/request.ts'

export interface UsersServices extends ShellServices {
  /** Whether the host has an access rule in addition to the clients' roles. */
  readonly hasHostRule: boolean
  readonly storage: ShellServices['storage'] & Pick<Storage, 'documents'>
  readonly consents: Pick<Consents, 'list'>
  readonly factors: Pick<FactorRecords, 'read'>
  readonly secondFactor: Pick<SecondFactorRequirement, 'rule'>
  readonly appUses: Pick<AppUses, 'read'>
  readonly pauses: Pick<SignInPauses, 'of'>
  /** `emailLedger`: undefined if the deployment does not send email. */
  readonly outbox: { readonly emailLedger: Pick<EmailLedger, 'list'> | undefined }
  readonly offboarding: Pick<OffboardingOperations, 'preview' | 'offboard' | 'receipts'>
  /** An administrator's operations, audited with the administrator as actor. */
  readonly operations: {
    readonly identityOperations: (directory: EmbeddedDirectory, actor: Actor) => IdentityOperations
    readonly accountOperations: (directory: EmbeddedDirectory, actor: Actor) => AccountOperations
    readonly userImport: (directory: EmbeddedDirectory, actor: Actor) => UserImport
  }
}

export type UsersRequest = PanelRequest<UsersServices>
