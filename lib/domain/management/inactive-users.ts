import { decideInactivity, type InactivityRule } from '../../../policies/inactivity.ts'
import { ADMIN_ROLE } from '../../../policies/panel-access.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { errorFields, type Logger } from '../../ports/logger.ts'
import { ACCOUNTS, type Account, type AccountList, userOf } from '../accounts/account-record.ts'
import { rolesOf } from '../accounts/account-search.ts'
import { changeDocument, readDocument } from '../documents.ts'
import type { EmailOutbox } from '../emails/email-outbox.ts'
import { repeatedJob } from '../in-time.ts'
import { digestOf } from '../keys/digest.ts'
import { isChangedHere } from './account-changes.ts'
import type { AccountOperations } from './account-operations.ts'

const [COLLECTION, ID] = ['inactive-users', 'progress']
/** Sign-ins are recorded only by versions with this rule, so users without any count as active until `since`. */
interface Progress {
  readonly since: number
  /** The last subject that was read. */
  readonly after?: string
}

const EVERY_MS = 20_000
const BATCH = 200
const DAY_MS = 86_400_000

export interface InactiveUserParts {
  readonly documents: DocumentStore
  readonly records: Pick<EphemeralStore, 'claim'>
  readonly directory: Pick<AccountList, 'list'>
  readonly operations: Pick<AccountOperations, 'suspend'>
  /** Undefined if no emails are sent. */
  readonly outbox: EmailOutbox | undefined
  readonly rule: InactivityRule
  readonly now: () => number
  readonly logger: Logger
}

/** Emails and suspends inactive users. One node at a time reads a batch of users, and begins again after the last. */
export function inactiveUsers(parts: InactiveUserParts) {
  const { documents, records, directory, now, logger } = parts
  const round = async (): Promise<void> => {
    if ((await records.claim(COLLECTION, 'turn', '', EVERY_MS / 2)) === 'taken') return
    const { since, after } = (await readDocument<Progress>(documents, COLLECTION, ID)) ?? { since: now() }
    const { accounts } = await directory.list(after, BATCH)
    for (const account of accounts) await check(parts, account, since)
    const last = accounts.length < BATCH ? undefined : accounts.at(-1)
    await changeDocument<Progress>(documents, COLLECTION, ID, () => ({ since, ...(last && { after: last.sub }) }))
  }
  return repeatedJob(round, { firstMs: 5_000, everyMs: EVERY_MS }, (error) =>
    logger.warn({ code: 'inactive-failed', ...errorFields(error) }, 'failed to check for inactive users; retrying'),
  )
}

async function check({ documents, operations, outbox, rule, now }: InactiveUserParts, account: Account, since: number) {
  const { sub, lastSignIn, inactiveEmailAt, changedAt, person } = account
  const isExempt = rolesOf(account).includes(ADMIN_ROLE) || !isChangedHere(account, 'standing')
  if (isExempt || userOf(account, now()).active === false) return
  const activeAt = Math.max(lastSignIn?.at ?? since, changedAt)
  const hasEmail = outbox !== undefined && person.email !== undefined && person.email_verified === true
  const decision = decideInactivity(rule, { activeAt, emailedAt: inactiveEmailAt, hasEmail, now: now() })
  if (decision === 'suspend') await operations.suspend(sub)
  if (decision !== 'email') return
  // The ID is that of the user and the time, so a batch that is repeated adds no email.
  const id = digestOf(JSON.stringify([COLLECTION, sub, activeAt]), 16)
  const left = rule.suspendAfterDays - (rule.emailAfterDays ?? 0)
  const at = Math.max(activeAt + rule.suspendAfterDays * DAY_MS, now() + left * DAY_MS)
  await outbox?.queue({ id, kind: 'inactive', subject: sub, about: { day: new Date(at).toISOString().slice(0, 10) } })
  await changeDocument<Account>(documents, ACCOUNTS, sub, (one) => one && { ...one, inactiveEmailAt: now() })
}
