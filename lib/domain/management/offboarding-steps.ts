import type { NotEndedPart } from '../../../policies/offboarding.ts'
import { decideHostStanding } from '../../../policies/roles.ts'
import { nextChange } from '../accounts/account-emails.ts'
import type { Account } from '../accounts/account-record.ts'
import { dropFactors } from '../accounts/factors/factor-record.ts'
import { type ManagedUser, type UserRefusal, writeAudit } from './account-result.ts'
import { hostStandingOf } from './host-user-changes.ts'
import { keepingAnAdministrator } from './last-administrator.ts'
import { findSubject, fixedBy, heldBy, notEndedOf, originOf } from './offboarding-held.ts'
import {
  changeOffboarding,
  type Held,
  type Noted,
  type Offboarding,
  type OffboardingParts,
  readOffboarding,
  readReceipt,
} from './offboarding-record.ts'

/** Ends everything that a stored intention names; can be repeated. `unchanged`: another call has done it. */
export async function complete(parts: OffboardingParts, sub: string): Promise<UserRefusal | 'done' | 'unchanged'> {
  const { documents } = parts.storage
  const change = (edit: (current: Offboarding) => Offboarding | undefined): Promise<void> =>
    changeOffboarding(documents, sub, edit)
  const withdrawn = async (outcome: UserRefusal | 'unchanged') => {
    await change(() => undefined)
    return outcome
  }
  const record = await readOffboarding(documents, sub)
  if (record === undefined) return 'unchanged'
  if (record.ended !== undefined) return 'done'
  if ((await readReceipt(documents, sub))?.id !== record.replaces) return withdrawn('unchanged')
  const subject = await findSubject(parts, sub)
  if (subject === undefined) return withdrawn('missing')
  const note = (held: Held, apps?: Offboarding['apps']) => change((current) => withHeld(current, held, apps))
  const noted: Noted = ({ clients, deliveries, sessions }) => {
    const apps = clients
      .filter(({ client }) => client.source !== 'service')
      .map(({ client: { clientId }, session, sid }) => {
        const notice = deliveries.find((one) => one.clientId === clientId && one.session === session.uid)
        return [`${clientId} ${sid}`, { clientId, sid, delivery: notice?.id }] as const
      })
    return note({ sessions: sessions.map(({ uid }) => uid) }, Object.fromEntries(apps))
  }
  await note(await heldBy(parts, subject))
  const refused = fixedBy(parts)
  const outcome = await suspendEmptied(parts, subject, record, noted, refused)
  // Nothing has ended. While other administrators are being changed, the intention waits.
  if (outcome !== 'done') return outcome === 'busy' ? outcome : withdrawn(outcome)
  await parts.ending.endEverything(sub, noted)
  for (const { clientId } of await parts.consents.list(sub)) await parts.consents.forget(sub, clientId)
  await parts.trusted.removeAll(sub)
  await dropFactors(documents, sub)
  const notEnded = notEndedOf(subject, refused)
  const { held } = (await readOffboarding(documents, sub)) ?? record
  await auditOnce(parts, sub, record, notEnded.some(({ what }) => what === 'roles') ? [] : (held.roles ?? []))
  const head = (await parts.audit.head()) ?? { seq: 0, hash: '' }
  const ended = { at: parts.now(), head, notEnded }
  await change((current) => ({ ...current, ended: current.ended ?? ended }))
  return 'done'
}

/** Adds what was found to what was found before. */
function withHeld(record: Offboarding, held: Held, apps: Offboarding['apps'] = {}): Offboarding {
  const both = Object.entries(held).map(
    ([part, ids]) => [part, [...new Set([...(record.held[part] ?? []), ...ids])]] as const,
  )
  return { ...record, held: { ...record.held, ...Object.fromEntries(both) }, apps: { ...record.apps, ...apps } }
}

/**
 * Suspends the user and removes what only an active user needs. An administrator remains.
 * @param refused gets the parts that a host's directory refuses to change
 */
async function suspendEmptied(
  { storage, embedded, host }: OffboardingParts,
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
async function auditOnce(
  { audit }: OffboardingParts,
  user: string,
  { id, actor, startedAt }: Offboarding,
  roles: readonly string[],
): Promise<void> {
  const { entries } = await audit.list({ user, group: 'account', since: startedAt }, undefined, 50)
  if (entries.some(({ changes }) => changes?.receipt?.[1] === id)) return
  const changes = { receipt: [null, id], ...(roles.length === 0 ? {} : { roles: [roles, []] as const }) } as const
  await writeAudit(audit, actor, { event: 'account.offboarded', user, changes })
}
