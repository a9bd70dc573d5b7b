import type { HasConnectorTo } from '../accounts/account-record.ts'
import type { Consents } from '../accounts/consents.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import type { SignInPauses } from '../accounts/sign-in-pauses.ts'
import type { LetterOutbox } from '../letters/letter-outbox.ts'
import type { UserNotices } from '../letters/user-notices.ts'
import type { AppUses } from '../metrics/app-use.ts'
import type { AccountChangeParts } from './account-changes.ts'
import type { UserParts } from './user-operations.ts'

export interface AccountParts extends AccountChangeParts, UserParts {
  readonly factors: FactorRecords
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly appUses: Pick<AppUses, 'forget'>
  readonly pauses: Pick<SignInPauses, 'pausedUntil' | 'end'>
  readonly hasConnectorTo: HasConnectorTo
  /** Undefined where no letters are sent. */
  readonly letters: { readonly outbox: LetterOutbox; readonly notices: UserNotices } | undefined
}
