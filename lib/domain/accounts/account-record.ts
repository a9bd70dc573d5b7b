import type { ProfileChanges } from '../../../policies/profile.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readDocument } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import type { User } from './user-directory.ts'

/** An account of the embedded directory. */
export interface Account {
  readonly sub: string
  /** As typed; found by its canonical form. */
  readonly username: string
  /** argon2id of the service itself, or what another system made, until the next sign-in (policies/foreign-password-hash.ts). */
  readonly passwordHash?: string
  /** The hash took the place of another one of the same password, whose security stamp stays: nothing ends by it. */
  readonly keptStamp?: { /** Digest of the hash that has it. */ readonly of: string; readonly stamp: string }
  /** Of a configured account: tells whether the password in the configuration is the one that was hashed. */
  readonly configuredPassword?: string
  /** When this password was set, milliseconds since the epoch; absent where nobody knows. */
  readonly passwordSetAt?: number
  /** How often the password was set, replaced or taken away: links of letters end with each. */
  readonly passwordChanges?: number
  /** The address that was verified before its user entered another: for a while its owner is told of changes too, and may undo them. */
  readonly formerEmail?: { readonly address: string /** Milliseconds since the epoch. */; readonly until: number }
  /** When its user had the password taken back, milliseconds since the epoch: somebody else may have it. */
  readonly passwordSuspendedAt?: number
  /** An address that its user has entered, until it is proved. */
  readonly pendingEmail?: string
  /** A one-time password, which must be changed at the next sign-in. */
  readonly mustChangePassword?: boolean
  readonly status: 'active' | 'suspended'
  /** `directory`: of a directory service, which has the password and the details; here is what it said last. */
  readonly source: 'configuration' | 'administrator' | 'directory'
  readonly person: Omit<User, 'sub' | 'active'>
  /** The connector whose user this is (D-A5): the details are what it says, and there is no password. */
  readonly origin?: string
  /** Identities elsewhere that sign this account in. */
  readonly identities?: readonly LinkedIdentity[]
  /** The connector by which its user was invited to sign in; until one has, or has chosen a password or a passkey. */
  readonly invitedBy?: string
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  readonly changedAt: number
}

/** Details and password are changed here: neither in the configuration nor by a connector. */
export const isChangedHere = ({ source, origin }: Pick<Account, 'source' | 'origin'>): boolean =>
  source === 'administrator' && origin === undefined

/** A user of an upstream provider: the issuer and its subject, never an address or a name (D-A5). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

export interface LinkedIdentity extends Identity {
  /** Id of the connector. */
  readonly connector: string
  /** Milliseconds since the epoch. */
  readonly linkedAt: number
}

/** Whether there is a connector to a provider now: by one that is gone nobody signs in, nor where its id means another provider now. */
export type HasConnectorTo = (issuer: string) => boolean

/** Whether an identity signs the account in. */
export const hasIdentity = ({ identities = [] }: Account, { issuer, subject }: Identity): boolean =>
  identities.some((one) => one.issuer === issuer && one.subject === subject)

/** Hears of an account that was made or changed because its provider, or its directory service, says so. */
export type AccountChanged = (before: Account | undefined, after: Account) => void

/** The collections in the store. */
export const ACCOUNTS = 'people'
/** Canonical user name to subject. */
export const USERNAMES = 'usernames'
/** Canonical verified address to subject. */
export const ADDRESSES = 'addresses'
/** Before the subject that a user name was taken from. No account has such a subject: a subject is one word. */
export const RETIRED = 'removed '
export const isRetired = (holder: string | undefined): boolean => holder?.startsWith(RETIRED) === true
/** A key that no name, address or subject has. Reading it takes as long as reading one that exists. */
export const NOBODY = ' '

export function writeAccount(account: Account): string {
  return writeRecord(account)
}

export function readAccount(text: string): Account {
  return readRecord<Account>(text)
}

export const findAccount = (documents: Pick<DocumentStore, 'read'>, sub: string): Promise<Account | undefined> =>
  readDocument<Account>(documents, ACCOUNTS, sub)

export function userOf(account: Account): User {
  return {
    preferred_username: account.username,
    updated_at: Math.floor(account.changedAt / 1000),
    ...account.person,
    sub: account.sub,
    active: account.status === 'active',
  }
}

/** The security stamp of a password: another password has another one, and it discloses nothing about it. Empty without a password. */
export function stampIn({ passwordHash, keptStamp }: Account): string {
  if (passwordHash === undefined) return ''
  const digest = digestOf(passwordHash)
  return keptStamp?.of === digest ? keptStamp.stamp : digest
}

/** It is the account's hash, or another one of the same password has taken its place. */
export const hasHash = (account: Account, hash: string): boolean =>
  account.passwordHash === hash || stampIn(account) === digestOf(hash)

/** Details after a change. A new email address is unverified, unless the change says otherwise. */
export function withDetails(
  person: Account['person'],
  changes: ProfileChanges & { readonly email_verified?: boolean },
): Account['person'] {
  const { email_verified: verified, ...details } = changes
  const next: Record<string, unknown> = { ...person, ...details }
  for (const [field, value] of Object.entries(details)) if (value === null) delete next[field]
  if (details.email !== undefined && details.email !== person.email) next.email_verified = false
  if (verified !== undefined) next.email_verified = verified
  if (next.email === undefined) delete next.email_verified
  return next as Account['person']
}

/** The email address no longer signs the account in. */
export const unverified = (account: Account): Account => ({
  ...account,
  person: withDetails(account.person, { email_verified: false }),
})

/** Identifies one state of an account, for a form that must not overwrite a change that its user has not seen. */
export function accountVersion(account: Account): string {
  return digestOf(writeAccount(account), 16)
}
