import type { Configuration } from '../config/configuration.ts'
import type { AccountLetters } from '../domain/accounts/account-letters.ts'
import { findAccount } from '../domain/accounts/account-record.ts'
import { type AddressProofs, addressProofs } from '../domain/letters/address-proofs.ts'
import { type LetterOutbox, letterOutbox } from '../domain/letters/letter-outbox.ts'
import { type UserNotices, userNotices } from '../domain/letters/user-notices.ts'
import { errorFields, type Logger } from '../ports/logger.ts'
import type { Storage } from '../ports/storage.ts'

/** Letters as they are put into the outbox; whoever runs the service hands them over. */
export interface Letters {
  readonly outbox: LetterOutbox
  readonly notices: UserNotices
  readonly proofs: AddressProofs
  /** A letter could not be put into the store: what it is about was done all the same. */
  readonly report: (error: unknown) => void
}

export interface OutboxParts {
  readonly configuration: Pick<Configuration, 'mail'>
  readonly storage: Pick<Storage, 'deliveries' | 'documents' | 'rates'>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly wake: () => void
  readonly logger: Logger
}

export function composeOutbox({ configuration, storage, now, wake, logger }: OutboxParts): Letters {
  const outbox = letterOutbox(storage.deliveries, { now, wake })
  const report = (error: unknown): void => logger.warn(errorFields(error), 'a user could not be told of a change')
  const notices = userNotices({
    outbox,
    rates: storage.rates,
    now,
    account: (sub) => findAccount(storage.documents, sub),
    settings: configuration.mail.notices,
    report,
  })
  return { outbox, notices, proofs: addressProofs(storage.rates, outbox), report }
}

/** What follows from a change of an account. */
export function accountLetters({ notices, proofs, report }: Letters): AccountLetters {
  return {
    prove: async (sub, address) => void (await proofs.send(sub, address).catch(report)),
    passwordChanged: (sub) => notices.tell('password-changed', sub),
    addressChanged: (sub, former) => notices.tell('address-changed', sub, { to: former }),
  }
}
