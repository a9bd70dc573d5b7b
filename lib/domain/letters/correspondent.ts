import type { SubjectStore } from '../../ports/subjects.ts'
import { type Account, stampIn, userOf } from '../accounts/account-record.ts'
import { displayName, displayUsername } from '../accounts/display-name.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { NamedConnector } from '../accounts/identities.ts'
import type { User, Users } from '../accounts/user-directory.ts'

/** A user as letters know them, suspended ones too. */
export interface Correspondent {
  readonly sub: string
  readonly user: User
  readonly name: string
  readonly username: string
  readonly active: boolean
  /** Whose password it is: the configuration's passwords are changed there. */
  readonly source: 'configuration' | 'directory'
  /** Name of the provider at which they sign in, having no password here. */
  readonly elsewhere?: string | undefined
  readonly email: string | undefined
  readonly verified: boolean
  /** An address that counts once it is proved. */
  readonly pendingEmail: string | undefined
  /** The address that its user has replaced lately: its owner may undo that. */
  readonly formerEmail: { readonly address: string; readonly until: number } | undefined
  /** Whether an identity elsewhere signs the user in. */
  readonly linked: boolean
  /** The connector by which the user was invited to sign in. */
  readonly invitedBy: NamedConnector | undefined
  /** Security stamp; empty without a password, and where the directory has none. */
  readonly passwordStamp: string
  /** Another one with every change of the password, also from none and to none: what links depend on. */
  readonly linkStamp: string
}

export interface Correspondents {
  find(sub: string): Promise<Correspondent | undefined>
  /** Whom a text typed in a form identifies; the same work for one who is not known (D-A2). */
  meant(text: string): Promise<string | undefined>
}

/** @param connectors those that there are now: an invitation by one that is gone is an invitation like others */
export function embeddedCorrespondents(
  directory: Pick<EmbeddedDirectory, 'account' | 'accountMeant'>,
  connectors: readonly NamedConnector[],
): Correspondents {
  return {
    async find(sub) {
      const account = await directory.account(sub)
      if (account === undefined) return undefined
      const passwordStamp = stampIn(account)
      return {
        ...detailsOf(userOf(account)),
        elsewhere: providerOf(account, connectors),
        source: account.source === 'configuration' ? 'configuration' : 'directory',
        pendingEmail: account.pendingEmail,
        formerEmail: account.formerEmail,
        linked: isLinked(account),
        invitedBy: connectors.find(({ id }) => id === account.invitedBy),
        passwordStamp,
        linkStamp: `${account.passwordChanges ?? 0} ${passwordStamp}`,
      }
    },
    meant: async (text) => (await directory.accountMeant(text))?.sub,
  }
}

/** Users of a directory of the host: it finds them by what they type, and sets their passwords. */
export function hostCorrespondents(
  users: Pick<Users, 'find' | 'findByLogin' | 'passwordStampOf' | 'oneTimePasswords'>,
  subjects: Pick<SubjectStore, 'read'>,
): Correspondents {
  /** Without a stamp a change of the password shows by what comes with it: a one-time password is gone, or everything was ended. */
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
        pendingEmail: undefined,
        formerEmail: undefined,
        linked: false,
        invitedBy: undefined,
        passwordStamp,
        linkStamp: passwordStamp === '' ? await unstamped(sub) : passwordStamp,
      }
    },
    meant: async (text) => (await users.findByLogin?.(text))?.sub,
  }
}

const detailsOf = (
  user: User,
): Pick<Correspondent, 'sub' | 'user' | 'name' | 'username' | 'active' | 'email' | 'verified'> => ({
  sub: user.sub,
  user,
  name: displayName(user),
  username: displayUsername(user),
  active: user.active !== false,
  email: user.email,
  verified: user.email !== undefined && user.email_verified === true,
})

/** A connector's own user has no password, and no letter makes one; another one may have had it taken back, and gets a new one. */
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

/** Whether the account waits for its first password, passkey or identity elsewhere. */
export const isInvited = (account: Account): boolean =>
  account.passwordHash === undefined &&
  account.passwordSuspendedAt === undefined &&
  account.source !== 'directory' &&
  !isLinked(account)
