import { decideRecovery, type NoRecovery } from '../../../../policies/recovery.ts'
import type { Account } from '../../../domain/accounts/account-record.ts'
import type { User } from '../../../domain/accounts/user.ts'
import type { AuditEntry } from '../../../domain/audit/audit-trail.ts'
import { failureReasonOf } from '../../../domain/audit/failure-reason.ts'
import { isInvited } from '../../../domain/emails/recipient-directory.ts'
import { isChangedHere } from '../../../domain/management/account-changes.ts'
import type { ManagedUser } from '../../../domain/management/account-result.ts'
import { sessionsOf } from '../../../domain/sessions/session-registry.ts'
import { formAt, viewOf } from '../../first-party/page.ts'
import { answerOf, emailsPath } from '../shell/email-answer.ts'
import { appView, namesOf, userPath } from '../shell/names.ts'
import { nameOf, show } from '../shell/show.ts'
import { factorsOf, identitiesOf, originOf } from './factors.ts'
import type { InTheWayProps, WrongPasswords } from './in-the-way-view.tsx'
import { offboardedOf } from './offboard.ts'
import type { UsersRequest } from './services.ts'
import { headOf, mayHelpUser, usersOf } from './subject.ts'
import { type SignInRow, UserPage, type UserPageProps } from './user-view.tsx'

export async function showUser(page: UsersRequest, subject: ManagedUser): Promise<void> {
  const { services } = page
  const { user, account } = subject
  const [sessions, consents, ofAccount, signIns, suspension, offboarded, pause] = await Promise.all([
    sessionsOf(services.storage, user.sub),
    services.consents.list(user.sub),
    account === undefined ? reportedOf(user) : accountProps(page, account),
    signInsOf(page, user.sub),
    user.active === false ? suspensionOf(page, user.sub) : undefined,
    offboardedOf(page, subject),
    services.pauses.of(user),
  ])
  await show(page, 200, UserPage, {
    ...ofAccount,
    user: headOf(subject),
    can: changeable(page, subject),
    isSelf: user.sub === page.user.sub,
    details: user,
    sessions: sessions.length,
    mayHelp: mayHelpUser(page, subject),
    apps: await Promise.all(
      consents.map(async ({ clientId }) => appView(page, clientId, await services.clients.find(clientId))),
    ),
    signIns: signIns.rows,
    olderSignIns: signIns.isCut,
    wrong: signIns.wrong,
    pauses: pause.pauses.map((one) => ({ ...one, until: new Date(one.until) })),
    pausedNetwork: pause.network && { ...pause.network, until: new Date(pause.network.until) },
    offboarded,
    suspended: suspension === undefined ? undefined : { by: await nameOf(page, suspension.by), at: suspension.at },
    invite: formAt(page, userPath(user.sub, 'invite')),
    unlock: formAt(page, userPath(user.sub, 'unlock')),
    unlockNetwork: formAt(page, userPath(user.sub, 'unlock'), { network: 'true' }),
    reactivate: formAt(page, userPath(user.sub, 'reactivate')),
  })
}

/** What the panel can change for this user. */
function changeable(page: UsersRequest, { account }: ManagedUser): UserPageProps['can'] {
  const { accounts, suspend, roles } = usersOf(page).capabilities
  if (account === undefined) return { accounts, suspend, roles }
  const isOwn = isChangedHere(account, 'details') && account.origin === undefined
  return { accounts, suspend: isChangedHere(account, 'standing'), roles: isOwn }
}

/** Values that the host's directory reports. */
const reportedOf = ({ email_verified, updated_at }: User): Pick<UserPageProps, 'emailVerified' | 'changedAt'> => ({
  emailVerified: email_verified,
  changedAt: updated_at === undefined ? undefined : new Date(updated_at * 1000),
})

async function accountProps(page: UsersRequest, account: Account) {
  const ledger = page.services.outbox.emailLedger
  const factors = await factorsOf(page, account)
  // A user with a passkey has accepted the invitation without setting a password.
  const invited = isInvited(account) && factors.passkeys.length === 0 && ledger !== undefined
  const isReported = account.source === 'directory' || account.origin !== undefined
  return {
    emailVerified: account.person.email_verified === true,
    password: passwordOf(account),
    invited,
    unsent: invited ? await unsentInvitation(page, account.sub) : undefined,
    emailsHref: ledger && page.mayLook ? page.href(emailsPath(account.sub)) : undefined,
    secondStep: factors.passkeys.some(({ silent }) => !silent) || factors.appAddedAt !== undefined,
    origin: originOf(page, account),
    createdAt: new Date(account.createdAt),
    changedAt: new Date(account.changedAt),
    factors,
    identities: identitiesOf(page, account),
    pendingEmail: account.pendingEmail,
    recovery: ledger === undefined || isReported ? undefined : recoveryOf(account),
  }
}

/** Why the newest invitation has not been sent; undefined if it has been, or if it was not tried yet. */
async function unsentInvitation(page: UsersRequest, sub: string): Promise<InTheWayProps['unsent']> {
  const found = await page.services.outbox.emailLedger?.list({ limit: EMAILS_READ, subject: sub })
  const newest = found?.entries.find(({ kind }) => kind === 'invitation')
  const answer = newest && answerOf(newest, viewOf(page).t.operations.emails)
  if (newest === undefined || newest.state === 'delivered' || answer === undefined) return undefined
  return { answer, isFinal: newest.state === 'failed' || newest.state === 'dropped' }
}

const recoveryOf = ({ status, source, person }: Account): 'email' | NoRecovery =>
  decideRecovery({
    active: status === 'active',
    source: source === 'configuration' ? 'configuration' : 'directory',
    email: person.email,
    verified: person.email_verified === true,
  })

function passwordOf(account: Account): NonNullable<UserPageProps['password']> {
  const { passwordHash, mustChangePassword, passwordSuspendedAt, source } = account
  if (source === 'configuration') return 'configured'
  if (source === 'directory') return 'directory'
  if (passwordHash === undefined && passwordSuspendedAt !== undefined) return 'secured'
  return passwordHash === undefined ? 'none' : mustChangePassword === true ? 'one-time' : 'own'
}

const SHOWN = 10
/** Number of the user's emails among which to find the invitation. */
const EMAILS_READ = 10
/** Number of audit entries to read. Counting wrong passwords takes many entries, even though each covers 15 minutes. */
const READ = 100

export async function signInsOf(page: UsersRequest, sub: string) {
  const { entries, next } = await page.services.audit.list({ user: sub, group: 'sign-in' }, undefined, READ)
  const shown = entries.slice(0, SHOWN)
  const names = await namesOf(
    page,
    [],
    shown.map(({ client }) => client),
  )
  return {
    rows: shown.map(
      (entry): SignInRow => ({
        at: new Date(entry.lastAt ?? entry.at),
        reason: entry.result === 'ok' ? undefined : (failureReasonOf(entry) ?? 'wrong_password'),
        count: entry.count ?? 1,
        app: entry.client === undefined ? undefined : names.app(entry.client),
        address: entry.address,
        requestId: entry.requestId,
      }),
    ),
    /** Whether older entries were not searched. */
    isCut: next !== undefined,
    wrong: wrongIn(entries, next === undefined),
  }
}

function wrongIn(entries: readonly AuditEntry[], isWhole: boolean): WrongPasswords | undefined {
  const inRow = entries.findIndex(({ result }) => result === 'ok')
  const failed = (inRow === -1 ? entries : entries.slice(0, inRow)).filter(
    (entry) => failureReasonOf(entry) === 'wrong_password',
  )
  const [newest] = failed
  if (newest === undefined) return undefined
  return {
    count: failed.reduce((sum, { count = 1 }) => sum + count, 0),
    counted: isWhole || inRow !== -1 ? 'all' : 'at-least',
    lastAt: new Date(newest.lastAt ?? newest.at),
    address: newest.address,
  }
}

/** The actor who suspended the user, and the time; undefined if the audit log does not contain the event. */
export async function suspensionOf(
  { services }: UsersRequest,
  sub: string,
): Promise<{ readonly by: string; readonly at: Date } | undefined> {
  const { entries } = await services.audit.list({ user: sub, group: 'account' }, undefined, 20)
  const entry = entries.find(({ event }) => event === 'account.suspended')
  return entry?.actor === undefined ? undefined : { by: entry.actor, at: new Date(entry.at) }
}
