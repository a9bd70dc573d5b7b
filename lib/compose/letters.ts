import { signer } from '../domain/keys/signer.ts'
import { embeddedCorrespondents, hostCorrespondents } from '../domain/letters/correspondent.ts'
import { letterAttempt } from '../domain/letters/letter-attempt.ts'
import { letterLinks } from '../domain/letters/letter-links.ts'
import { linkUses } from '../domain/letters/link-uses.ts'
import { mailCodes } from '../domain/letters/mail-codes.ts'
import { recentRecoveries } from '../domain/letters/recent-recoveries.ts'
import { recoveryRequests } from '../domain/letters/recovery-requests.ts'
import { type Attempt, LEDGER_MS } from '../domain/outbox/delivery-attempt.ts'
import { fairness } from '../domain/outbox/delivery-fairness.ts'
import type { DeliveryStore, QueuedLetter } from '../ports/deliveries.ts'
import { errorFields } from '../ports/logger.ts'
import { catalogues } from '../web/ui/texts/host-messages.ts'
import type { Accounts } from './accounts.ts'
import type { Domain } from './domain.ts'
import { onFirstUse } from './on-first-request.ts'
import type { Resolved } from './resolve-options.ts'
import type { Signing } from './signing.ts'

/** Outgoing emails and the pages behind their links. Optional members are undefined if no emails are sent. */
export type Email = ReturnType<typeof composeLetters>

const LETTERS_AT_ONCE = 32

/** Path of the pages that emails link to, below `baseUrl`. */
export const RECOVERY_PATH = '/recovery/'

export function composeLetters(
  resolved: Resolved,
  { derive, rootSecrets }: Signing,
  { letters, ending }: Domain,
  { users, embedded, trusted }: Accounts,
) {
  const { configuration, storage, mailer, hostPages, logger, now } = resolved
  if (mailer === undefined || letters === undefined)
    return {
      attempt: waiting(storage.deliveries, now),
      notices: undefined,
      mailCodes: undefined,
      recoveries: undefined,
      letterPages: undefined,
    }
  const people =
    embedded === undefined
      ? hostCorrespondents(users, storage.subjects)
      : embeddedCorrespondents(embedded, configuration.login.upstreams)
  const links = letterLinks(storage.records, people, now)
  const { baseUrl, theme, ui, login } = configuration
  const keyed = signer(derive('mail-codes'))
  const codes = mailCodes({ ...storage, outbox: letters.outbox, signer: keyed, otherSecrets: rootSecrets })
  const recoveries = recentRecoveries(storage.records)
  const writer = onFirstUse(async () => {
    const { letterWriter } = await import('../web/letters/letter-writer.ts')
    return letterWriter({
      baseUrl,
      theme,
      ui,
      speak: catalogues(hostPages.messages),
      own: (kind) => hostPages.letters[kind],
      report: (letter, error) =>
        logger.error({ letter, ...errorFields(error) }, 'a letter of the host failed; the built-in one was sent'),
    })
  })
  return {
    attempt: letterAttempt({
      // Half of a worker's capacity, so that a hanging mail server does not delay logout notifications.
      limiter: fairness(now, LETTERS_AT_ONCE),
      deliveries: storage.deliveries,
      users: people,
      links,
      codes,
      mailer,
      write: async (facts) => (await writer())(facts),
      hrefOf: (kind, token) => `${baseUrl}${RECOVERY_PATH}${kind}?link=${token}`,
      now,
      random: Math.random,
      logger,
    }),
    notices: letters.notices,
    /** Undefined if sign-in codes by email are off. */
    mailCodes: login.mailCode ? codes : undefined,
    recoveries,
    letterPages: {
      links,
      uses: linkUses({ links, recoveries, users, embedded, trusted, ending }),
      /** Undefined if the directory sets no passwords, or cannot find a user by login name. */
      requests:
        users.setPassword === undefined || users.findByLogin === undefined
          ? undefined
          : recoveryRequests({ rates: storage.rates, signer: keyed, users: people, outbox: letters.outbox }),
    },
  }
}

/** Retry interval of an email on a node that cannot send it, in milliseconds. */
const WAIT_MS = 60_000

/** For nodes without a mailer: emails queued by the command line or by other nodes stay due. */
function waiting(deliveries: DeliveryStore, now: () => number): Attempt<QueuedLetter> {
  return async ({ delivery }) => {
    await deliveries.settle(
      { ...delivery, state: 'due', dueAt: now() + WAIT_MS, lastError: 'no-mail-server' },
      LEDGER_MS,
    )
    return undefined
  }
}
