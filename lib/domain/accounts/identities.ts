/** Federated users: which account an external identity signs in, and how the two were linked (D-A5). */
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
  isSameIdentity,
  type LinkedIdentity,
  unverified,
} from './account-record.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import { claimIdentity, identityHolder, releaseIdentity, resolveIdentity } from './identity-claims.ts'
import { AddressTaken } from './sign-in-names.ts'

/** A connector's claims about its user: a preferred user name, and details. */
export interface MappedClaims {
  readonly username: string
  readonly person: Account['person']
}

/** An external provider, as the settings name it. */
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
   * Whether a name belongs to a directory service user, who may have no account yet. An account that took it would lock
   * that user out. Absent without such a service.
   * @throws DenialError 503 if the service is unavailable
   */
  readonly isOfDirectory?: ((username: string) => Promise<boolean>) | undefined
  readonly changed: AccountChanged
  readonly now: () => number
}

export function identities(parts: IdentityParts) {
  const { documents, directory, hasPasskey, hasConnectorTo, changed, now } = parts
  const find = async (identity: Identity): Promise<Account | undefined> => {
    const sub = await identityHolder(documents, identity)
    const account = sub === undefined ? undefined : await directory.account(sub)
    // The claim is a hint: the account's list of identities is authoritative.
    return account !== undefined && hasIdentity(account, identity) ? account : undefined
  }
  const outcomeOf = (account: Account, connector: string, passkey: boolean): Unlinking => {
    const removed = gone(account, connector)
    if (removed.length === 0) return 'missing'
    const others = account.identities?.filter((one) => one.connector !== connector)
    const stays = account.passwordHash !== undefined || account.source === 'directory' || passkey || signsIn(others)
    // A removed connector signs no user in, so unlinking it loses nothing.
    return stays || !signsIn(removed) ? 'unlinked' : 'last-way'
  }
  const signsIn = (some: readonly LinkedIdentity[] | undefined): boolean =>
    some?.some(({ issuer }) => hasConnectorTo(issuer)) === true
  return {
    find,
    /** The account of an identity, created unless another request was faster. A taken name gets a suffix. */
    create: (identity: Identity, connector: string, said: MappedClaims): Promise<Account> =>
      createFor(parts, identity, connector, said),
    /** Updates the details of the connector's own user; a linked account keeps its details. */
    async update(account: Account, connector: string, person: Account['person']): Promise<Account> {
      if (account.origin !== connector || isDeepStrictEqual(account.person, person)) return account
      const updated = await directory.change(
        account.sub,
        // After an unlink, details and roles change only here.
        (current) => (current.origin === connector ? { ...current, person } : current),
        'silent',
      )
      if (updated !== undefined) changed(account, updated)
      return updated ?? account
    },
    /** Lets an identity sign an account in. `taken`: it signs another one in. */
    async link(identity: Identity, connector: string, sub: string): Promise<'linked' | 'taken' | 'missing'> {
      const holder = await find(identity)
      if (holder !== undefined && holder.sub !== sub) return 'taken'
      // The account first, then the claim: a claim counts as given up if its account lacks the identity.
      const held = await directory.change(sub, (account) =>
        hasIdentity(account, identity)
          ? account
          : { ...account, identities: [...(account.identities ?? []), linked(identity, connector, now())] },
      )
      if (held === undefined) return 'missing'
      if ((await resolveIdentity(documents, identity, sub)) === 'ours') return 'linked'
      await directory.change(sub, (account) => without(account, (one) => isSameIdentity(one, identity)), 'silent')
      return 'taken'
    },
    /** The outcome that `unlink` would have. */
    async mayUnlink(sub: string, connector: string): Promise<Unlinking> {
      const [account, passkey] = await Promise.all([directory.account(sub), hasPasskey(sub)])
      return account === undefined ? 'missing' : outcomeOf(account, connector, passkey)
    },
    /**
     * Removes all identities of a connector. `last-way`: no other sign-in method would remain. Without its connector,
     * an account is like others: it can get a password, and its details change here.
     */
    async unlink(sub: string, connector: string): Promise<Unlinking> {
      const passkey = await hasPasskey(sub)
      let removed: readonly Identity[] = []
      let outcome = 'missing' as Unlinking
      const edit = (account: Account): Account => {
        outcome = outcomeOf(account, connector, passkey)
        removed = gone(account, connector)
        return outcome === 'unlinked' ? withoutConnector(account, connector) : account
      }
      await directory.change(sub, edit).catch((error: unknown) => {
        if (!(error instanceof AddressTaken)) throw error
        // Its email address would sign it in from now on, but is another account's user name.
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
      const holds = await resolveIdentity(documents, identity, sub)
      if (holds === 'ours') {
        changed(undefined, account)
        return account
      }
      // Another account got this identity between the claim and the write.
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
    // The account gave up the identity, but the claim remained.
    await releaseIdentity(documents, identity, sub)
  }
}

const gone = (account: Account, connector: string): readonly LinkedIdentity[] =>
  (account.identities ?? []).filter((one) => one.connector === connector)

const without = (account: Account, isGone: (one: LinkedIdentity) => boolean): Account => ({
  ...account,
  identities: (account.identities ?? []).filter((one) => !isGone(one)),
})

function withoutConnector(account: Account, connector: string): Account {
  const { origin, ...kept } = without(account, (one) => one.connector === connector)
  return origin === undefined || origin === connector ? kept : { ...kept, origin }
}
