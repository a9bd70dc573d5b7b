import { noticeBefore, type SecondFactorRule } from '../../../policies/second-factor.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import type { Account, AccountList } from '../accounts/account-record.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import { willInclude } from '../accounts/second-factor-requirement.ts'
import { factorState } from '../accounts/second-factor-users.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { repeatedJob } from '../in-time.ts'
import { digestOf } from '../keys/digest.ts'
import type { EmailOutbox } from './email-outbox.ts'

/** Progress of each notice. It is per rule, because another rule includes other users. */
const COLLECTION = 'second-factor-notices'
interface Progress {
  /** The last subject that was read. */
  readonly after?: string
  readonly isDone?: boolean
}

const EVERY_MS = 60_000
/** Delay before the first round, because a node is busy while it starts. */
/** Users per round. At 100 a minute, other emails wait for a few of these at most. */
const BATCH = 100

export interface FactorNoticeParts {
  readonly documents: DocumentStore
  readonly records: Pick<EphemeralStore, 'claim'>
  readonly directory: Pick<AccountList, 'list'>
  readonly factors: Pick<FactorRecords, 'read'>
  readonly outbox: EmailOutbox
  readonly rule: SecondFactorRule
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly logger: Logger
}

/**
 * Notifies users without a second factor of a rule to come. One node at a time reads a batch of users. An email's ID is
 * that of its user and notice, so a repeated batch adds no email (ports/deliveries.ts).
 */
export function secondFactorNotices(parts: FactorNoticeParts) {
  const { documents, records, directory, rule, now, logger } = parts
  const round = async (): Promise<void> => {
    const notice = noticeBefore(rule, now())
    if (notice === undefined || (await records.claim(COLLECTION, 'turn', '', EVERY_MS / 2)) === 'taken') return
    const id = digestOf(JSON.stringify([rule, notice]), 16)
    const { after, isDone } = (await readDocument<Progress>(documents, COLLECTION, id)) ?? {}
    if (isDone === true) return
    const { accounts } = await directory.list(after, BATCH)
    for (const account of accounts) await notify(parts, account, notice)
    const last = accounts.at(-1)
    const progress = last === undefined || accounts.length < BATCH ? { isDone: true } : { after: last.sub }
    await changeDocument<Progress>(documents, COLLECTION, id, () => progress)
  }
  return repeatedJob(round, { firstMs: 2_000, everyMs: EVERY_MS }, (error) =>
    logger.warn({ code: 'notice-failed', ...errorFields(error) }, 'failed to notify users of a rule to come'),
  )
}

async function notify({ factors, outbox, rule }: FactorNoticeParts, account: Account, notice: string): Promise<void> {
  const { sub, status, person } = account
  const hasAddress = person.email !== undefined && person.email_verified === true
  if (status !== 'active' || !hasAddress || !willInclude(rule, person.roles)) return
  const record = await factors.read(sub)
  if (record !== undefined && factorState(record, rule.from) !== 'set-up') return
  const id = digestOf(JSON.stringify([COLLECTION, rule.from, notice, sub]), 16)
  const day = new Date(rule.from).toISOString().slice(0, 10)
  await outbox.queue({ id, kind: 'second-factor-due', subject: sub, about: { day } })
}
