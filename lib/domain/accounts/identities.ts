/** Users from elsewhere: whom an identity at an upstream provider signs in, and how it came to that (D-A5). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nameAfter } from '../../../policies/name-suffix.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import {
  type Account,
  type AccountChanged,
  type HasConnectorTo,
  hasIdentity,
  type Identity,
  type LinkedIdentity,
  unverified,
} from './account-record.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import { claimIdentity, identityHolder, releaseIdentity, settleIdentity } from './identity-claims.ts'
import { AddressTaken } from './sign-in-names.ts'

/** What a connector says of its user: a wished user name, and details. */
export interface MappedClaims {
  readonly username: string
  readonly person: Account['person']
}

/** A provider that users come from, as the settings name it. */
export interface NamedConnector {
  readonly id: string
  readonly name: string
}

export type Identities = ReturnType<typeof identities>

export type Unlinking = 'unlinked' | 'last-way' | 'missing'

interface IdentityParts {
  readonly documents: DocumentStore
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'change' | 'create' | 'remove'>
  /** Whether a user can sign in with a passkey alone. */
  readonly hasPasskey: (sub: string) => Promise<boolean>
  readonly hasConnectorTo: HasConnectorTo
  /**
   * Whether a name is that of a user of the directory service, who may never have been here: an account that took it would lock them out.
   * Absent: there is no such service. @throws DenialError 503 when it cannot say
   */
  readonly isOfDirectory?: ((username: string) => Promise<boolean>) | undefined
  readonly changed: AccountChanged
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function identities(parts: IdentityParts) {
  const { documents, directory, hasPasskey, hasConnectorTo, changed, now } = parts
  const find = async (identity: Identity): Promise<Account | undefined> => {
    const sub = await identityHolder(documents, identity)
    const account = sub === undefined ? undefined : await directory.account(sub)
    // The claim is a hint: the account says itself who signs it in.
    return account !== undefined && hasIdentity(account, identity) ? account : undefined
  }
  const judged = (account: Account, connector: string, passkey: boolean): Unlinking => {
    const removed = gone(account, connector)
    if (removed.length === 0) return 'missing'
    const others = account.identities?.filter((one) => one.connector !== connector)
    const stays = account.passwordHash !== undefined || account.source === 'directory' || passkey || signsIn(others)
    // By a connector that is gone nobody signs in: with its links nothing is lost.
    return stays || !signsIn(removed) ? 'unlinked' : 'last-way'
  }
  const signsIn = (some: readonly LinkedIdentity[] | undefined): boolean =>
    some?.some(({ issuer }) => hasConnectorTo(issuer)) === true
  return {
    /** The account that an identity signs in. */
    find,
    /** The account of an identity, made now unless another request was faster. A name that is taken gets a suffix. */
    create: (identity: Identity, connector: string, said: MappedClaims): Promise<Account> =>
      createFor(parts, identity, connector, said),
    /** Brings the details of a connector's own user up to date; a linked account keeps its own. */
    async update(account: Account, connector: string, person: Account['person']): Promise<Account> {
      if (account.origin !== connector || isDeepStrictEqual(account.person, person)) return account
      const updated = await directory.change(
        account.sub,
        // Unlinked meanwhile, its details and roles are changed here alone.
        (current) => (current.origin === connector ? { ...current, person } : current),
        'tell-nobody',
      )
      if (updated !== undefined) changed(account, updated)
      return updated ?? account
    },
    /** Lets an identity sign an account in. `taken`: it signs another one in. */
    async link(identity: Identity, connector: string, sub: string): Promise<'linked' | 'taken' | 'missing'> {
      const holder = await find(identity)
      if (holder !== undefined && holder.sub !== sub) return 'taken'
      // First the account, then the claim: a claim whose account does not have the identity is one that was given up.
      const held = await directory.change(sub, (account) =>
        hasIdentity(account, identity)
          ? account
          : { ...account, identities: [...(account.identities ?? []), linked(identity, connector, now())] },
      )
      if (held === undefined) return 'missing'
      if ((await settleIdentity(documents, identity, sub)) === 'ours') return 'linked'
      await directory.change(sub, (account) => without(account, (one) => isSame(one, identity)), 'tell-nobody')
      return 'taken'
    },
    /** What `unlink` would come to. */
    async mayUnlink(sub: string, connector: string): Promise<Unlinking> {
      const [account, passkey] = await Promise.all([directory.account(sub), hasPasskey(sub)])
      return account === undefined ? 'missing' : judged(account, connector, passkey)
    },
    /**
     * Takes back all that a connector may sign in. `last-way`: nothing else would sign the account in. One that is no longer its connector's
     * user is an account like others: it may get a password, and its details are changed here.
     */
    async unlink(sub: string, connector: string): Promise<Unlinking> {
      const passkey = await hasPasskey(sub)
      let removed: readonly Identity[] = []
      let outcome = 'missing' as Unlinking
      const edit = (account: Account): Account => {
        outcome = judged(account, connector, passkey)
        removed = gone(account, connector)
        return outcome === 'unlinked' ? withoutConnector(account, connector) : account
      }
      await directory.change(sub, edit).catch((error: unknown) => {
        if (!(error instanceof AddressTaken)) throw error
        // From now on its address would sign it in, and that is the user name of another account.
        return directory.change(sub, (account) => unverified(edit(account)))
      })
      if (outcome === 'unlinked') for (const identity of removed) await releaseIdentity(documents, identity, sub)
      return outcome
    },
  }
}

const linked = ({ issuer, subject }: Identity, connector: string, linkedAt: number): LinkedIdentity => ({
  issuer,
  subject,
  connector,
  linkedAt,
})

/** Creates the account of an identity, unless another request was faster. */
async function createFor(
  { documents, directory, isOfDirectory, changed, now }: IdentityParts,
  identity: Identity,
  connector: string,
  { username, person }: MappedClaims,
): Promise<Account> {
  const fresh = { status: 'active', source: 'administrator', origin: connector, person } as const
  for (let tries = 0; ; ) {
    const sub = await claimIdentity(documents, identity, randomUUID())
    const made = { createdAt: now(), changedAt: now(), identities: [linked(identity, connector, now())] }
    const account: Account = { ...fresh, ...made, sub, username: nameAfter(username, tries) }
    if ((await isOfDirectory?.(account.username)) === true) {
      tries += 1
      continue
    }
    const outcome = await directory.create(account)
    if (outcome === 'created') {
      const holds = await settleIdentity(documents, identity, sub)
      if (holds === 'ours') {
        changed(undefined, account)
        return account
      }
      // Somebody was given this identity between the claim and the account.
      await directory.remove(sub)
      continue
    }
    if (outcome === 'username-unusable') throw new Error('a user name was made that cannot be one')
    if (outcome !== 'sub-taken') {
      tries += 1
      continue
    }
    const present = await directory.account(sub)
    if (present !== undefined && hasIdentity(present, identity)) return present
    // The account gave it up, and the claim outlived that.
    await releaseIdentity(documents, identity, sub)
  }
}

const gone = (account: Account, connector: string): readonly LinkedIdentity[] =>
  (account.identities ?? []).filter((one) => one.connector === connector)

const isSame = (one: Identity, { issuer, subject }: Identity): boolean =>
  one.issuer === issuer && one.subject === subject

const without = (account: Account, isGone: (one: LinkedIdentity) => boolean): Account => ({
  ...account,
  identities: (account.identities ?? []).filter((one) => !isGone(one)),
})

function withoutConnector(account: Account, connector: string): Account {
  const { origin, ...kept } = without(account, (one) => one.connector === connector)
  return origin === undefined || origin === connector ? kept : { ...kept, origin }
}
