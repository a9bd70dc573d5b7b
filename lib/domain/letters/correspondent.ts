import { type Account, stampIn, userOf } from '../accounts/account-record.ts'
import { displayName, displayUsername } from '../accounts/display-name.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
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

/** @param providers names of providers elsewhere, by the id of their connector */
export function embeddedCorrespondents(
  directory: Pick<EmbeddedDirectory, 'account' | 'accountMeant'>,
  providers: ReadonlyMap<string, string> = new Map(),
): Correspondents {
  return {
    async find(sub) {
      const account = await directory.account(sub)
      if (account === undefined) return undefined
      const passwordStamp = stampIn(account)
      return {
        ...detailsOf(userOf(account)),
        elsewhere: providerOf(account, providers),
        source: account.source === 'configuration' ? 'configuration' : 'directory',
        pendingEmail: account.pendingEmail,
        formerEmail: account.formerEmail,
        passwordStamp,
        linkStamp: `${account.passwordChanges ?? 0} ${passwordStamp}`,
      }
    },
    meant: async (text) => (await directory.accountMeant(text))?.sub,
  }
}

/** Users of a directory of the host: it finds them by what they type, and sets their passwords. */
export function hostCorrespondents(users: Pick<Users, 'find' | 'findByLogin' | 'passwordStampOf'>): Correspondents {
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
        passwordStamp,
        linkStamp: passwordStamp,
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

function providerOf(
  { passwordHash, origin, identities = [] }: Account,
  providers: ReadonlyMap<string, string>,
): string | undefined {
  if (passwordHash !== undefined) return undefined
  const known = [origin, ...identities.map(({ connector }) => connector)].filter((id) => id !== undefined)
  return known.map((id) => providers.get(id)).find((name) => name !== undefined)
}

/** Whether the account waits for its first password or passkey. */
export const isInvited = ({ passwordHash, passwordSuspendedAt, source, identities = [] }: Account): boolean =>
  passwordHash === undefined && passwordSuspendedAt === undefined && source !== 'directory' && identities.length === 0
