import { randomUUID } from 'node:crypto'
import { canonicalUsername } from '../../../policies/username.ts'
import { defined } from '../../config/data/defined.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { watchEnds } from '../watched-ends.ts'
import { ACCOUNTS, type Account, endsIn, writeAccount } from './account-record.ts'
import { hashPassword, newOneTimePassword } from './factors/passwords.ts'
import type { SignInNames } from './sign-in-names.ts'
import type { UsernameClaims } from './username-claims.ts'

/** `email-taken`: the verified email address is another account's user name. */
type NotCreated = { readonly outcome: 'username-taken' | 'username-retired' | 'username-unusable' | 'email-taken' }
export type CreatedAccount = { readonly outcome: 'created'; readonly account: Account } | NotCreated
/** Outcome of `invite`. `username-retired`: the name stays reserved for a removed user. */
export type Invitation =
  | { readonly outcome: 'created'; readonly account: Account; readonly oneTimePassword: string }
  | NotCreated

/** What an account can have from the start. */
export interface InvitedAccount {
  /** End date. */
  readonly until?: string | undefined
}

export interface CreationParts {
  readonly documents: DocumentStore
  readonly account: (sub: string) => Promise<Account | undefined>
  readonly names: SignInNames
  readonly claims: UsernameClaims
  readonly now: () => number
}

export type EmbeddedCreation = ReturnType<typeof embeddedCreation>

export function embeddedCreation({ documents, account, names, claims, now }: CreationParts) {
  /** Creates an account. Claims the user name, verified email address, and subject together, or not at all. */
  const create = async (fresh: Account): Promise<'created' | 'sub-taken' | NotCreated['outcome']> => {
    const canonical = canonicalUsername(fresh.username)
    if (canonical === undefined) return 'username-unusable'
    const claim = await claims.claim(canonical, fresh.sub, fresh.source)
    if (claim !== 'claimed') return claim
    const isAddress = await names.isAddressOfAnother(canonical, fresh.sub)
    const address = isAddress ? 'free' : await names.reserve(fresh.sub, undefined, fresh)
    const fits = !isAddress && address === 'free'
    if (fits) await watchEnds(documents, { kind: 'account', id: fresh.sub }, endsIn(fresh))
    if (fits && (await documents.replace(ACCOUNTS, fresh.sub, undefined, writeAccount(fresh))) === 'replaced') {
      await names.updateIndex(fresh.sub, undefined, fresh)
      return 'created'
    }
    if (!isAddress) await names.updateIndex(fresh.sub, fresh)
    const holder = await account(fresh.sub)
    if (holder === undefined || canonicalUsername(holder.username) !== canonical)
      await claims.withdraw(canonical, fresh.sub)
    return isAddress ? 'username-taken' : address === 'taken' ? 'email-taken' : 'sub-taken'
  }
  const add = async (
    username: string,
    person: Account['person'],
    entry: Pick<Account, 'passwordHash' | 'mustChangePassword' | 'invitedBy'>,
    { until }: InvitedAccount = {},
  ): Promise<CreatedAccount> => {
    const fresh: Account = {
      sub: randomUUID(),
      username,
      ...entry,
      status: 'active',
      source: 'administrator',
      person,
      ...defined({ until }),
      createdAt: now(),
      changedAt: now(),
    }
    const outcome = await create(fresh)
    if (outcome === 'sub-taken') throw new Error('a random subject is taken')
    return outcome === 'created' ? { outcome, account: fresh } : { outcome }
  }
  return {
    create,
    /** Whether an account with this subject could currently be created under this name. */
    async usernameIn(username: string, sub: string): Promise<'free' | NotCreated['outcome']> {
      const canonical = canonicalUsername(username)
      if (canonical === undefined) return 'username-unusable'
      return (await names.isAddressOfAnother(canonical, sub)) ? 'username-taken' : claims.stateOf(canonical, sub)
    },
    /** Creates an account with a one-time password. Only the result contains it; the store holds just its hash. */
    async invite(username: string, person: Account['person'], more?: InvitedAccount): Promise<Invitation> {
      const oneTimePassword = newOneTimePassword()
      const password = { passwordHash: await hashPassword(oneTimePassword), mustChangePassword: true }
      const made = await add(username, person, password, more)
      return made.outcome === 'created' ? { ...made, oneTimePassword } : made
    },
    /** Creates an account without a password; sends no email. @param connector an alternative to a password */
    inviteByEmail: (username: string, person: Account['person'], connector?: string, more?: InvitedAccount) =>
      add(username, person, connector === undefined ? {} : { invitedBy: connector }, more),
  }
}
