import type { NotEnded, UserOrigin } from '../../../policies/offboarding.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Storage } from '../../ports/storage.ts'
import type { Account } from '../accounts/account-record.ts'
import type { Consents } from '../accounts/consents.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { FactorRecords } from '../accounts/factors/factor-record.ts'
import { passkeyKey } from '../accounts/factors/factor-record.ts'
import type { HostUsers } from '../accounts/host-users.ts'
import type { TrustedDevices } from '../accounts/trusted-devices.ts'
import type { User } from '../accounts/user.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { AuditHead } from '../audit/audit-verification.ts'
import { changeDocument, readDocument } from '../documents.ts'
import type { EndedSessions, SessionEnding } from '../sessions/ending.ts'
import type { Actor } from './account-result.ts'

/** What a user holds, by part, as IDs without secrets. */
export type Held = Readonly<Record<string, readonly string[]>>

interface EndedApp {
  readonly clientId: string
  readonly sid: string
  /** ID of the logout notification; absent if the app gets none. */
  readonly delivery?: string | undefined
}

/** The intention to offboard a user. It is stored before anything ends, and removed once the receipt is final. */
export interface Offboarding {
  /** ID of the receipt. */
  readonly id: string
  /** ID of the user's receipt before; if there is a newer one, another call was faster. */
  readonly replaces: string | undefined
  readonly username: string
  readonly actor: Actor
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** Position of the audit log's last entry at the start; 0 if there was none. */
  readonly auditBefore: number
  /** Everything that was found so far. It is noted before it ends, so that a crash loses no part of it. */
  readonly held: Held
  readonly apps: readonly EndedApp[]
  /** Present once everything has ended. */
  readonly ended?: { readonly at: number; readonly head: AuditHead; readonly notEnded: readonly NotEnded[] }
}

export const OFFBOARDINGS = 'offboardings'

/** A final receipt. It stays when its user is deleted. */
export interface StoredReceipt {
  readonly id: string
  readonly jws: string
}

export const RECEIPTS = 'receipts'

export const readReceipt = (documents: DocumentStore, sub: string): Promise<StoredReceipt | undefined> =>
  readDocument<StoredReceipt>(documents, RECEIPTS, sub)

export const readOffboarding = (documents: DocumentStore, sub: string): Promise<Offboarding | undefined> =>
  readDocument<Offboarding>(documents, OFFBOARDINGS, sub)

export async function changeOffboarding(
  documents: DocumentStore,
  sub: string,
  change: (record: Offboarding) => Offboarding | undefined,
): Promise<void> {
  await changeDocument<Offboarding>(documents, OFFBOARDINGS, sub, (record) => record && change(record))
}

/** Adds what was found to what was found before. */
export function withHeld(record: Offboarding, held: Held, apps: readonly EndedApp[] = []): Offboarding {
  const parts = [...new Set([...Object.keys(record.held), ...Object.keys(held)])]
  const both = (part: string): readonly string[] => [...new Set([...(record.held[part] ?? []), ...(held[part] ?? [])])]
  const byPlace = [...record.apps, ...apps].map((app) => [`${app.clientId} ${app.sid}`, app] as const)
  return {
    ...record,
    held: Object.fromEntries(parts.map((part) => [part, both(part)])),
    apps: [...new Map(byPlace).values()],
  }
}

/** The sessions that ended, with their apps except Portico's own. */
export function endedWith({ clients, deliveries, sessions }: EndedSessions) {
  const apps = clients
    .filter(({ client }) => client.source !== 'service')
    .map(({ client: { clientId }, session, sid }) => {
      const notice = deliveries.find((one) => one.clientId === clientId && one.session === session.uid)
      return { clientId, sid, delivery: notice?.id }
    })
  return { held: { sessions: sessions.map(({ uid }) => uid) }, apps }
}

/** @param account undefined for a user in the host's own directory */
export function originOf(account: Account | undefined): UserOrigin {
  if (account === undefined) return 'host'
  if (account.source !== 'administrator') return account.source
  return account.origin === undefined ? 'portico' : 'provider'
}

export type Noted = (ended: EndedSessions) => Promise<void>

export interface HoldingParts {
  readonly consents: Pick<Consents, 'list' | 'forget'>
  readonly factors: Pick<FactorRecords, 'read'>
  readonly trusted: Pick<TrustedDevices, 'keys' | 'removeAll'>
}

export interface EndingParts extends HoldingParts {
  readonly storage: Storage
  readonly audit: Pick<AuditTrail, 'record' | 'head' | 'list'>
  readonly ending: Pick<SessionEnding, 'endEverything'>
  /** The embedded directory, which notes the sessions that it ends. Undefined if the host has its own directory. */
  readonly embedded: ((noted: Noted) => EmbeddedDirectory) | undefined
  /** The host's directory; undefined if it cannot be searched, or is not used. */
  readonly host: HostUsers | undefined
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

/** Everything that a user holds, except sessions. */
export async function heldBy(
  { consents, factors, trusted }: HoldingParts,
  user: User,
  account: Account | undefined,
): Promise<Held> {
  const [given, record, devices] = await Promise.all([
    consents.list(user.sub),
    factors.read(user.sub),
    trusted.keys(user.sub),
  ])
  const { totp, recovery, passkeys = [] } = record ?? {}
  return {
    account: (account?.status ?? (user.active === false ? 'suspended' : 'active')) === 'active' ? ['active'] : [],
    password: account?.passwordHash === undefined ? [] : ['set'],
    roles: account?.person.roles ?? user.roles ?? [],
    permissions: user.permissions ?? [],
    passkeys: passkeys.map(({ id }) => passkeyKey(id)),
    authenticator_apps: totp === undefined ? [] : [new Date(totp.addedAt).toISOString()],
    recovery_codes: (recovery?.hashes ?? []).map((_hash, index) => String(index)),
    trusted_devices: devices,
    consents: given.map(({ clientId }) => clientId),
  }
}
