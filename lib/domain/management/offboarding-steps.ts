import { type NotEndedPart, notEnded } from '../../../policies/offboarding.ts'
import { decideHostStanding } from '../../../policies/roles.ts'
import { nextChange } from '../accounts/account-emails.ts'
import type { Account } from '../accounts/account-record.ts'
import { dropFactors } from '../accounts/factors/factor-record.ts'
import { type ManagedUser, managedAccount, type UserRefusal, writeAudit } from './account-result.ts'
import { hostStandingOf } from './host-user-changes.ts'
import { keepingAnAdministrator } from './last-administrator.ts'
import {
  changeOffboarding,
  type EndingParts,
  endedWith,
  type Held,
  heldBy,
  type Noted,
  type Offboarding,
  originOf,
  readOffboarding,
  readReceipt,
  withHeld,
} from './offboarding-record.ts'

/** Undefined if there is no such user. */
export async function findSubject({ embedded, host, now }: EndingParts, sub: string): Promise<ManagedUser | undefined> {
  const user = await host?.find(sub)
  if (user !== undefined) return { user, account: undefined }
  const account = await embedded?.(async () => {}).account(sub)
  return account && managedAccount(account, now())
}

/** Parts of the host's users that its directory cannot change. */
export const fixedBy = ({ host }: EndingParts): NotEndedPart[] => [
  ...(host !== undefined && host.suspend === undefined ? (['account'] as const) : []),
  ...(host !== undefined && host.roles === undefined ? (['roles'] as const) : []),
]

/** What the user holds and Portico can end, and what it cannot end. */
export async function holdingOf(parts: EndingParts, { user, account }: ManagedUser, refused: readonly NotEndedPart[]) {
  const outside = notEnded(originOf(account), refused, (account?.identities ?? []).length > 0)
  const held = Object.entries(await heldBy(parts, user, account))
  const isEnded = ([part]: (typeof held)[number]): boolean => !outside.some(({ what }) => what === part)
  return { held: Object.fromEntries(held.filter(isEnded)), notEnded: outside }
}

/** Ends everything that a stored intention names; can be repeated. `unchanged`: another call has done it. */
export async function complete(parts: EndingParts, sub: string): Promise<UserRefusal | 'done' | 'unchanged'> {
  const { documents } = parts.storage
  const withdraw = (): Promise<void> => changeOffboarding(documents, sub, () => undefined)
  const record = await readOffboarding(documents, sub)
  if (record === undefined) return 'unchanged'
  if (record.ended !== undefined) return 'done'
  if ((await readReceipt(documents, sub))?.id !== record.replaces) {
    await withdraw()
    return 'unchanged'
  }
  const note = (held: Held, apps?: Offboarding['apps']): Promise<void> =>
    changeOffboarding(documents, sub, (current) => withHeld(current, held, apps))
  const noted: Noted = async (ended) => {
    const { held, apps } = endedWith(ended)
    await note(held, apps)
  }
  const refused = fixedBy(parts)
  const subject = await findSubject(parts, sub)
  if (subject !== undefined) await note((await holdingOf(parts, subject, refused)).held)
  const outcome = subject === undefined ? 'missing' : await suspendEmptied(parts, subject, record, noted, refused)
  if (subject === undefined || outcome !== 'done') {
    // Nothing has ended. While other administrators are being changed, the intention waits.
    if (outcome !== 'busy') await withdraw()
    return outcome
  }
  await parts.ending.endEverything(sub, noted)
  for (const { clientId } of await parts.consents.list(sub)) await parts.consents.forget(sub, clientId)
  await parts.trusted.removeAll(sub)
  await dropFactors(documents, sub)
  await auditOnce(parts, sub, (await readOffboarding(documents, sub)) ?? record)
  const head = (await parts.audit.head()) ?? { seq: 0, hash: '' }
  const ended = { at: parts.now(), head, notEnded: (await holdingOf(parts, subject, refused)).notEnded }
  await changeOffboarding(documents, sub, (current) => ({ ...current, ended: current.ended ?? ended }))
  return 'done'
}

/**
 * Suspends the user and removes what only an active user needs. An administrator remains.
 * @param refused gets the parts that a host's directory refuses to change
 */
async function suspendEmptied(
  { storage, embedded, host }: EndingParts,
  { user, account }: ManagedUser,
  { actor }: Offboarding,
  noted: Noted,
  refused: NotEndedPart[],
): Promise<UserRefusal | 'done'> {
  const { sub, roles = [] } = user
  if (account !== undefined) {
    if (account.source === 'configuration' || embedded === undefined) return 'done'
    const parts = { directory: embedded(noted), records: storage.records }
    const { outcome } = await keepingAnAdministrator(parts, account, { roles: [], status: 'suspended' }, async () => {
      const after = await parts.directory.change(sub, emptied, 'silent')
      return after === undefined ? { outcome: 'missing' } : { outcome: 'done', account: after }
    })
    return outcome === 'unchanged' ? 'done' : outcome
  }
  const before = hostStandingOf(user)
  if (decideHostStanding(before, { roles: [], status: 'suspended' }, actor.name === sub) === 'yourself')
    return 'yourself'
  if ((await host?.suspend?.(sub, true)) === 'refused') refused.push('account')
  if (roles.length > 0 && (await host?.roles?.(sub, { add: [], remove: roles })) === 'refused') refused.push('roles')
  await storage.subjects.changeRoles(sub)
  return 'done'
}

/** If the account is reactivated, no former password, link, or role works again. Usernames and identities stay. */
function emptied({ until, offboardedBy, ...account }: Account): Account {
  if (originOf(account) !== 'portico') return { ...account, status: 'suspended' }
  const { passwordHash, keptStamp, passwordSetAt, passwordSuspendedAt, mustChangePassword, ...rest } = account
  const { pendingEmail, formerEmail, invitedBy, roleEnds, person, ...kept } = rest
  const { permissions, ...details } = person
  return { ...kept, status: 'suspended', passwordChanges: nextChange(account), person: { ...details, roles: [] } }
}

/** Writes the audit entry. An interrupted call may have written it already. */
async function auditOnce({ audit }: EndingParts, user: string, record: Offboarding): Promise<void> {
  const { id, actor, held, startedAt } = record
  const { entries } = await audit.list({ user, group: 'account', since: startedAt }, undefined, ENTRIES)
  if (entries.some(({ changes }) => changes?.receipt?.[1] === id)) return
  const roles = held.roles ?? []
  const changes = { receipt: [null, id], ...(roles.length === 0 ? {} : { roles: [roles, []] as const }) } as const
  await writeAudit(audit, actor, { event: 'account.offboarded', user, changes })
}

const ENTRIES = 50
