import type { SubjectStore } from '../../ports/subjects.ts'
import { type Account, stampIn, userOf } from '../accounts/account-record.ts'
import { displayName, displayUsername } from '../accounts/display-name.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { NamedConnector } from '../accounts/identities.ts'
import type { User, Users } from '../accounts/user-directory.ts'

/** A user who can receive emails; may be suspended. */
export interface Recipient {
  readonly sub: string
  readonly user: User
  readonly name: string
  readonly username: string
  readonly active: boolean
  /** Where the password is managed. Users cannot change a password that is set in the configuration. */
  readonly source: 'configuration' | 'directory'
  /** Name of the external provider, for users without a password in Portico. */
  readonly externalProvider?: string | undefined
  readonly email: string | undefined
  readonly verified: boolean
  /** A new email address that takes effect once it is verified. */
  readonly pendingEmail?: string | undefined
  /** The email address that the user has recently replaced; its owner can undo the change. */
  readonly formerEmail?: Account['formerEmail'] | undefined
  /** Whether the user is linked to an external identity. */
  readonly linked?: boolean
  /** The connector that the user was invited to sign in with. */
  readonly invitedBy?: NamedConnector | undefined
  /** Security stamp; empty if there is no password or the directory does not provide stamps. */
  readonly passwordStamp: string
  /** Changes whenever the password is set, changed, or removed, to invalidate email links that were sent before. */
  readonly linkStamp: string
}

export interface RecipientDirectory {
  find(sub: string): Promise<Recipient | undefined>
  /** Finds the user that the typed text identifies. Does the same work if there is no match (D-A2). */
  subjectNamed(text: string): Promise<string | undefined>
}

/** @param connectors the current connectors; an invitation for a removed connector becomes an ordinary invitation */
export function embeddedRecipients(
  directory: Pick<EmbeddedDirectory, 'account' | 'accountNamed'>,
  connectors: readonly NamedConnector[],
  now: () => number,
): RecipientDirectory {
  return {
    async find(sub) {
      const account = await directory.account(sub)
      if (account === undefined) return undefined
      const passwordStamp = stampIn(account)
      return {
        ...detailsOf(userOf(account, now())),
        externalProvider: providerOf(account, connectors),
        source: account.source === 'configuration' ? 'configuration' : 'directory',
        pendingEmail: account.pendingEmail,
        formerEmail: account.formerEmail,
        linked: isLinked(account),
        invitedBy: connectors.find(({ id }) => id === account.invitedBy),
        passwordStamp,
        linkStamp: `${account.passwordChanges ?? 0} ${passwordStamp}`,
      }
    },
    subjectNamed: async (text) => (await directory.accountNamed(text))?.sub,
  }
}

/** Recipients in a host directory, which finds users by typed text and sets their passwords. */
export function hostRecipients(
  users: Pick<Users, 'find' | 'findByLogin' | 'passwordStampOf' | 'oneTimePasswords'>,
  subjects: Pick<SubjectStore, 'read'>,
): RecipientDirectory {
  /** Without a stamp, using up a one-time password or ending all sessions counts as a password change. */
  const unstamped = async (sub: string): Promise<string> => {
    const [stamp, { generation }] = await Promise.all([users.oneTimePasswords?.stampOf(sub), subjects.read(sub)])
    return `${generation} ${stamp ?? ''}`
  }
  return {
    async find(sub) {
      const user = await users.find(sub)
      if (user === undefined) return undefined
      const passwordStamp = (await users.passwordStampOf(sub)) ?? ''
      return {
        ...detailsOf(user),
        source: 'directory',
        passwordStamp,
        linkStamp: passwordStamp === '' ? await unstamped(sub) : passwordStamp,
      }
    },
    subjectNamed: async (text) => (await users.findByLogin?.(text))?.sub,
  }
}

const detailsOf = (
  user: User,
): Pick<Recipient, 'sub' | 'user' | 'name' | 'username' | 'active' | 'email' | 'verified'> => ({
  sub: user.sub,
  user,
  name: displayName(user),
  username: displayUsername(user),
  active: user.active !== false,
  email: user.email,
  verified: user.email !== undefined && user.email_verified === true,
})

/** Users created by a connector have no password and cannot set one. A suspended password can be replaced by email. */
function providerOf(
  { passwordHash, passwordSuspendedAt, origin, invitedBy, identities = [] }: Account,
  connectors: readonly NamedConnector[],
): string | undefined {
  if (origin !== undefined) return connectors.find(({ id }) => id === origin)?.name ?? origin
  if (passwordHash !== undefined || passwordSuspendedAt !== undefined) return undefined
  const known = [invitedBy, ...identities.map(({ connector }) => connector)]
  return connectors.find(({ id }) => known.includes(id))?.name
}

const isLinked = ({ identities = [] }: Account): boolean => identities.length > 0

/** Whether the account is still waiting for its first password, passkey, or external identity. */
export const isInvited = (account: Account): boolean =>
  account.passwordHash === undefined &&
  account.passwordSuspendedAt === undefined &&
  account.source !== 'directory' &&
  !isLinked(account)
