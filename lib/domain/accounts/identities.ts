/** Maps the external identities of federated users to accounts, and links and unlinks identities (D-A5). */
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

/** A connector's claims about a user: a preferred user name and details. */
export interface MappedClaims {
  readonly username: string
  readonly person: Account['person']
}

/** An external provider, as named in the settings. */
export interface NamedConnector {
  readonly id: string
  readonly name: string
}

export type Identities = ReturnType<typeof identities>

export type Unlinking = 'unlinked' | 'last-way' | 'missing'

interface IdentityParts {
  readonly documents: DocumentStore
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'change' | 'create' | 'remove'>
  /** Whether a user can sign in with just a passkey. */
  readonly hasPasskey: (sub: string) => Promise<boolean>
  readonly hasConnectorTo: HasConnectorTo
  /**
   * Whether a name belongs to a user in the directory service, who may not have an account yet. An account that took
   * the name would lock that user out. Absent if there is no directory service.
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
    // The claim is only a hint; the account's list of identities is authoritative.
    return account !== undefined && hasIdentity(account, identity) ? account : undefined
  }
  const outcomeOf = (account: Account, connector: string, passkey: boolean): Unlinking => {
    const removed = gone(account, connector)
    if (removed.length === 0) return 'missing'
    const others = account.identities?.filter((one) => one.connector !== connector)
    const stays = account.passwordHash !== undefined || account.source === 'directory' || passkey || signsIn(others)
    // No user can sign in with a removed connector, so unlinking it is always safe.
    return stays || !signsIn(removed) ? 'unlinked' : 'last-way'
  }
  const signsIn = (some: readonly LinkedIdentity[] | undefined): boolean =>
    some?.some(({ issuer }) => hasConnectorTo(issuer)) === true
  return {
    find,
    /** Returns the identity's account, creating it if necessary. If the user name is taken, a suffix is added. */
    create: (identity: Identity, connector: string, said: MappedClaims): Promise<Account> =>
      createFor(parts, identity, connector, said),
    /** Updates the details of a user that the connector created; a linked account keeps its own details. */
    async update(account: Account, connector: string, person: Account['person']): Promise<Account> {
      if (account.origin !== connector || isDeepStrictEqual(account.person, person)) return account
      const updated = await directory.change(
        account.sub,
        // Once unlinked, an account's details and roles are managed only in Portico.
        (current) => (current.origin === connector ? { ...current, person } : current),
        'silent',
      )
      if (updated !== undefined) changed(account, updated)
      return updated ?? account
    },
    /** Links an identity to an account. `taken`: it is already linked to a different account. */
    async link(identity: Identity, connector: string, sub: string): Promise<'linked' | 'taken' | 'missing'> {
      const holder = await find(identity)
      if (holder !== undefined && holder.sub !== sub) return 'taken'
      // Update the account first, because a claim counts as abandoned if its account does not list the identity.
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
    /** Returns the outcome that `unlink` would have, without changing anything. */
    async mayUnlink(sub: string, connector: string): Promise<Unlinking> {
      const [account, passkey] = await Promise.all([directory.account(sub), hasPasskey(sub)])
      return account === undefined ? 'missing' : outcomeOf(account, connector, passkey)
    },
    /**
     * Removes all of a connector's identities from an account. `last-way`: no other sign-in method would remain. An
     * account unlinked from the connector that created it becomes a regular account: it can have a password, and
     * Portico manages its details.
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
        // Unlinking would allow sign-ins with an address that is another account's user name, so mark it unverified.
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
      // A different account was linked to this identity between the claim and the write.
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
    // The account no longer has the identity, so release the leftover claim.
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
