import type { Configuration } from '../config/configuration.ts'
import type { AccountLetters } from '../domain/accounts/account-letters.ts'
import { ACCOUNTS, readAccount } from '../domain/accounts/account-record.ts'
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
  const notices = userNotices({
    outbox,
    rates: storage.rates,
    now,
    async account(sub) {
      const text = await storage.documents.read(ACCOUNTS, sub)
      return text === undefined ? undefined : readAccount(text)
    },
    settings: configuration.mail.notices,
    report: (error) => logger.warn(errorFields(error), 'a user could not be told of a change'),
  })
  return { outbox, notices, proofs: addressProofs(storage.rates, outbox) }
}

/** What follows from a change of an account. */
export function accountLetters({ notices, proofs }: Letters): AccountLetters {
  return {
    prove: async (sub, address) => void (await proofs.send(sub, address)),
    passwordChanged: (sub) => notices.tell('password-changed', sub),
    addressChanged: (sub, former) => notices.tell('address-changed', sub, { to: former }),
  }
}
