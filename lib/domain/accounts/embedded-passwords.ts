import type { SignInMethods } from '../../../policies/sign-in-methods.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { digestOf } from '../keys/digest.ts'
import { nextChange } from './account-emails.ts'
import {
  type Account,
  findAccount,
  type HasConnectorTo,
  hasHash,
  isChangedHere,
  NO_KEY,
  stampIn,
  userOf,
} from './account-record.ts'
import type { InTurn } from './factors/hashing-queue.ts'
import { checkPassword } from './factors/password-check.ts'
import { hashPassword, passwordMatches } from './factors/passwords.ts'
import type { HashForms } from './hash-forms.ts'
import type { SignInNames } from './sign-in-names.ts'
import type { Authenticated, Login, PasswordChange, PasswordOutcome, PasswordSetting } from './user-directory.ts'

/** The parts of the directory that passwords and profiles depend on. */
export interface EmbeddedParts {
  account(sub: string): Promise<Account | undefined>
  /** @param notice `silent` sends the user no email about the change */
  change(sub: string, edit: (account: Account) => Account, notice?: 'silent'): Promise<Account | undefined>
  readonly names: SignInNames
  /** The formats (algorithm and costs) of imported hashes in the store. */
  readonly forms: Pick<HashForms, 'list'>
  readonly now: () => number
}

/** Used when there is no hashing queue: runs the work immediately. */
const AT_ONCE: InTurn = (work) => work()

/** Sets a password if `decide` allows it for the account's current state. */
const setter =
  ({ change, now }: EmbeddedParts) =>
  async <Outcome extends string>(
    sub: string,
    password: string,
    hash: InTurn,
    decide: (current: Account) => Outcome | 'changed',
  ): Promise<Outcome | 'changed' | 'missing'> => {
    const passwordHash = await hash(() => hashPassword(password))
    let outcome: Outcome | 'changed' | 'missing' = 'missing'
    const changed = await change(sub, (current) => {
      outcome = decide(current)
      const { mustChangePassword: _done, passwordSuspendedAt: _suspended, ...rest } = current
      return outcome === 'changed' ? { ...rest, passwordHash, passwordSetAt: now() } : current
    })
    return changed === undefined ? 'missing' : outcome
  }

/** Passwords in the embedded directory, changed with compare-and-replace. */
export type EmbeddedPasswords = ReturnType<typeof embeddedPasswords>

export function embeddedPasswords(parts: EmbeddedParts) {
  const { account, change, names, forms, now } = parts
  const set = setter(parts)
  return {
    /** Returns the user, even if suspended, if name and password match; otherwise undefined. */
    async authenticate({ username, password }: Login, hash = AT_ONCE): Promise<Authenticated | undefined> {
      const [found, present] = await Promise.all([names.accountNamed(username), forms.list()])
      const check = await hash(() => checkPassword(password, found?.passwordHash, present, now()))
      const { replacement } = check
      const matches = check.matches === 'one-time' ? found?.mustChangePassword === true : check.matches
      // Hashing is slow, so the password may have changed. Read the account again, even for unknown names (D-A2).
      const current = await account(found?.sub ?? NO_KEY)
      if (!matches || found === undefined || current === undefined || stampIn(current) !== stampIn(found))
        return undefined
      // Not awaited, so a correct password for a locked account takes as long as a wrong one. The next sign-in retries.
      if (replacement !== undefined) void replaceHash(parts, found, replacement, password).catch(() => {})
      const fixed = isChangedHere(current) ? {} : { passwordIsFixed: true }
      return { ...userOf(current, now()), passwordStamp: stampIn(current), ...fixed }
    },
    /** Security stamp of the password; undefined if there is no password. */
    async passwordStampOf(sub: string): Promise<string | undefined> {
      const found = await account(sub)
      return found?.passwordHash === undefined ? undefined : stampIn(found)
    },
    /** Passwords that users must replace at the next sign-in. */
    oneTimePasswords: {
      async stampOf(sub: string): Promise<string | undefined> {
        const found = await account(sub)
        // Without a password, there is nothing to replace.
        return found?.mustChangePassword === true && found.passwordHash !== undefined ? stampIn(found) : undefined
      },
      async replace({ sub, stamp, password }: PasswordChange, hash = AT_ONCE): Promise<PasswordOutcome> {
        const found = await account(sub)
        if (found?.mustChangePassword !== true || stampIn(found) !== stamp) return 'outdated'
        if (await hash(() => passwordMatches(password, found.passwordHash))) return 'same-password'
        const isMeant = (current: Account): boolean => current.mustChangePassword === true && stampIn(current) === stamp
        const outcome = await set(sub, password, hash, (current) => (isMeant(current) ? 'changed' : 'outdated'))
        return outcome === 'changed' ? 'replaced' : 'outdated'
      },
    },
    /** Sets a password; ends no sessions or tokens. @param was expected current hash @param hash queues the hashing */
    changePassword: (sub: string, password: string, was?: string, hash = AT_ONCE) =>
      set(sub, password, hash, (current) => (was === undefined || hasHash(current, was) ? 'changed' : 'outdated')),
    /** Sets a password after a recovery email. `refused`: Portico does not manage the account. */
    async setPassword({ sub, stamp, password }: PasswordChange, hash = AT_ONCE): Promise<PasswordSetting> {
      const outcome = await set(sub, password, hash, (current): PasswordSetting => {
        if (!isChangedHere(current)) return 'refused'
        return isStill(current, stamp) ? 'changed' : 'outdated'
      })
      return outcome === 'missing' ? 'outdated' : outcome
    },
    /** Suspends a password that an attacker may know, so it can no longer be used to sign in. */
    async suspendPassword(sub: string): Promise<'suspended' | 'missing'> {
      const changed = await change(sub, (current) => ({
        ...withoutPassword(current),
        // Users who sign in only with an external provider have no password and cannot set one with a recovery email.
        ...(isExternalOnly(current) ? {} : { passwordSuspendedAt: now() }),
      }))
      return changed === undefined ? 'missing' : 'suspended'
    },
    /** Removes a forgotten password that the user is replacing with a passkey. */
    async dropPassword(sub: string, stamp: string): Promise<'dropped' | 'outdated'> {
      let isDropped = false
      await change(sub, (current) => {
        isDropped = isStill(current, stamp)
        return isDropped ? withoutPassword(current) : current
      })
      return isDropped ? 'dropped' : 'outdated'
    },
  }
}

/** Keeps the stamp when rehashing the same password, so pending sign-ins can continue. */
async function replaceHash(
  { change }: EmbeddedParts,
  found: Account,
  made: string | 'to-make',
  password: string,
): Promise<void> {
  const passwordHash = made === 'to-make' ? await hashPassword(password) : made
  await change(
    found.sub,
    (current) =>
      current.passwordHash === found.passwordHash
        ? { ...current, passwordHash, keptStamp: { of: digestOf(passwordHash), stamp: stampIn(found) } }
        : current,
    'silent',
  )
}

const isExternalOnly = ({ passwordHash, passwordSuspendedAt, invitedBy, identities = [] }: Account): boolean =>
  passwordHash === undefined && passwordSuspendedAt === undefined && (invitedBy !== undefined || identities.length > 0)

/** Also `set` if the directory service holds the password, or only administrators can unlink the user's connector. */
export async function passwordIn(
  documents: DocumentStore,
  sub: string,
  hasConnectorTo: HasConnectorTo,
): Promise<SignInMethods['password']> {
  const account = await findAccount(documents, sub)
  if (account === undefined) return 'none'
  const { passwordHash, source, origin, identities = [] } = account
  const isConnectors = identities.some(({ connector, issuer }) => connector === origin && hasConnectorTo(issuer))
  return passwordHash !== undefined || source === 'directory' || isConnectors ? 'set' : 'none'
}

/** Whether the account is active and its password is unchanged. */
const isStill = (account: Account, stamp: string): boolean => account.status === 'active' && stampIn(account) === stamp

function withoutPassword(account: Account): Account {
  const {
    passwordHash: _taken,
    keptStamp: _stamp,
    mustChangePassword: _done,
    passwordSetAt: _at,
    passwordSuspendedAt: _suspended,
    ...rest
  } = account
  return { ...rest, passwordChanges: nextChange(account) }
}
