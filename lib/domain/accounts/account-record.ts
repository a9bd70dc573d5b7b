import { hasEnded, nextEnd, type RoleEnds, rolesAt } from '../../../policies/end-dates.ts'
import type { ProfileChanges } from '../../../policies/profile.ts'
import { defined } from '../../config/data/defined.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readDocument } from '../documents.ts'
import { digestOf } from '../keys/digest.ts'
import { readRecord, writeRecord } from '../stored-record.ts'
import type { User } from './user-directory.ts'

/** An account in the embedded directory. */
export interface Account {
  /** Subject, never reassigned. */
  readonly sub: string
  /** As typed; lookups use the canonical form. */
  readonly username: string
  /** Portico's argon2id hash, or an imported hash until the next sign-in (policies/imported-password-hash.ts). */
  readonly passwordHash?: string
  /** Rehashing the same password keeps the previous security stamp, so nothing is invalidated. */
  readonly keptStamp?: { /** Digest of the hash this stamp is for. */ readonly of: string; readonly stamp: string }
  /** Configured accounts only: an HMAC that shows whether the configured password has changed since it was hashed. */
  readonly configuredPassword?: string
  /** When this password was set, in milliseconds since the epoch; absent if unknown. */
  readonly passwordSetAt?: number
  /** Number of times the password was set, replaced, or removed; each change invalidates the user's email links. */
  readonly passwordChanges?: number
  /** The user's previous email address, whose owner is notified of changes and can undo them. Expires at `until`. */
  readonly formerEmail?: { readonly address: string /** Milliseconds since the epoch. */; readonly until: number }
  /** When the user suspended a password that an attacker may know, in milliseconds since the epoch. */
  readonly passwordSuspendedAt?: number
  /** An email address that the user has entered but not yet verified. */
  readonly pendingEmail?: string
  /** The user must replace this one-time password at the next sign-in. */
  readonly mustChangePassword?: boolean
  /** When the account ends, as in the user's `until`; from then on, it is like a suspended one. */
  readonly until?: string
  /** The administrator who planned that the end date offboards the user. */
  readonly offboardedBy?: { readonly name: string }
  /** When roles end. Each is a role of the account; an ended one is removed soon after (management/due-ends.ts). */
  readonly roleEnds?: RoleEnds
  /** A suspended account cannot sign in. */
  readonly status: 'active' | 'suspended'
  /** `directory`: the directory service holds the password and details; this record holds a copy of the details. */
  readonly source: 'configuration' | 'administrator' | 'directory'
  /** Details of the user, as claims (OIDC Core s5.1). */
  readonly person: Omit<User, 'sub' | 'active'>
  /** The connector that created this user (D-A5) and supplies the details; the account has no password. */
  readonly origin?: string
  /** External identities linked to this account. */
  readonly identities?: readonly LinkedIdentity[]
  /** The connector that the invited user can sign in with until they have an identity, a password, or a passkey. */
  readonly invitedBy?: string
  /** The last sign-in, `at` in milliseconds since the epoch, up to an hour late (metrics/last-sign-in.ts). */
  readonly lastSignIn?: { readonly at: number /** Client ID of the app. */; readonly client?: string }
  /** When the user was last asked to sign in to keep the account, in milliseconds since the epoch. */
  readonly inactiveEmailAt?: number
  /** Milliseconds since the epoch. */
  readonly createdAt: number
  /** Milliseconds since the epoch. */
  readonly changedAt: number
}

/** Whether Portico manages the account's details and password, rather than the configuration or an external source. */
export const isChangedHere = ({ source, origin }: Pick<Account, 'source' | 'origin'>): boolean =>
  source === 'administrator' && origin === undefined

/** An external provider's user, identified by issuer and subject, never by email address or name (D-A5). */
export interface Identity {
  readonly issuer: string
  readonly subject: string
}

export interface LinkedIdentity extends Identity {
  /** Connector ID. */
  readonly connector: string
  /** Milliseconds since the epoch. */
  readonly linkedAt: number
}

/** Whether a connector for this issuer currently exists. A link to a removed or changed connector cannot be used. */
export type HasConnectorTo = (issuer: string) => boolean

export const isSameIdentity = (one: Identity, { issuer, subject }: Identity): boolean =>
  one.issuer === issuer && one.subject === subject

export const hasIdentity = ({ identities = [] }: Account, identity: Identity): boolean =>
  identities.some((one) => isSameIdentity(one, identity))

/** Called after an external provider or a directory service causes an account to be created or changed. */
export type AccountChanged = (before: Account | undefined, after: Account) => void

export const ACCOUNTS = 'people'
/** Maps canonical user names to subjects. */
export const USERNAMES = 'usernames'
/** Maps canonical verified email addresses to subjects. */
export const ADDRESSES = 'addresses'
/** Precedes the former holder's subject in the entry for a retired user name. No real subject contains a space. */
export const RETIRED = 'removed '
export const isRetired = (holder: string | undefined): boolean => holder?.startsWith(RETIRED) === true
/** A key that matches no name, email address, or subject. Reading it takes as long as reading an existing key. */
export const NO_KEY = ' '

export const writeAccount = (account: Account): string => writeRecord(account)

export const readAccount = (text: string): Account => readRecord<Account>(text)

export interface AccountList {
  /** Lists accounts sorted by subject, starting after `after`; `total` counts all, for the first page. */
  list(
    after: string | undefined,
    limit: number,
  ): Promise<{ readonly accounts: readonly Account[]; readonly total?: number | undefined }>
}

export const findAccount = (documents: Pick<DocumentStore, 'read'>, sub: string): Promise<Account | undefined> =>
  readDocument<Account>(documents, ACCOUNTS, sub)

/** The user with the roles that have not ended. @param now milliseconds since the epoch */
export function userOf(account: Account, now: number): User {
  const { person, until, roleEnds } = account
  return {
    preferred_username: account.username,
    updated_at: Math.floor(account.changedAt / 1000),
    ...person,
    ...(roleEnds === undefined ? {} : { roles: rolesAt(person.roles ?? [], roleEnds, now) }),
    ...defined({ until, changesAt: nextEnd(endsIn(account), now) }),
    sub: account.sub,
    active: account.status === 'active' && !hasEnded(until, now),
  }
}

/** The end dates of an account and of its roles. */
export const endsIn = ({ until, roleEnds = {} }: Account): readonly (string | undefined)[] => [
  until,
  ...Object.values(roleEnds),
]

/** The security stamp, which changes with the password but reveals nothing about it. Empty if there is no password. */
export function stampIn({ passwordHash, keptStamp }: Account): string {
  if (passwordHash === undefined) return ''
  const digest = digestOf(passwordHash)
  return keptStamp?.of === digest ? keptStamp.stamp : digest
}

/** Whether the account has this hash or a rehash of the same password. */
export const hasHash = (account: Account, hash: string): boolean =>
  account.passwordHash === hash || stampIn(account) === digestOf(hash)

/** A new email address is unverified, unless the change sets `email_verified`. */
export function withDetails(
  person: Account['person'],
  { email_verified: verified, ...details }: ProfileChanges & { readonly email_verified?: boolean },
): Account['person'] {
  const next: Record<string, unknown> = { ...person, ...details }
  for (const [field, value] of Object.entries(details)) if (value === null) delete next[field]
  if (details.email !== undefined && details.email !== person.email) next.email_verified = false
  if (verified !== undefined) next.email_verified = verified
  if (next.email === undefined) delete next.email_verified
  return next as Account['person']
}

/** Marks the email address as unverified, so it can no longer be used to sign in. */
export const unverified = (account: Account): Account => ({
  ...account,
  person: withDetails(account.person, { email_verified: false }),
})

/** Identifies a state of the account, so a form opened earlier cannot overwrite a newer change. */
export const accountVersion = ({ lastSignIn: _signIn, inactiveEmailAt: _email, ...account }: Account): string =>
  digestOf(writeAccount(account), 16)
