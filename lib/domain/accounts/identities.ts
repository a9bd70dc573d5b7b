/** Users from elsewhere: whom an identity at an upstream provider signs in, and how it came to that (D-A5). */
import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nameAfter } from '../../../policies/name-suffix.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import type { Account, Identity, LinkedIdentity } from './account-record.ts'
import type { EmbeddedDirectory } from './embedded-directory.ts'
import { claimIdentity, identityHolder, releaseIdentity } from './identity-claims.ts'

/** What a connector says of its user: a wished user name, and details. */
export interface SaidOfUser {
  readonly username: string
  readonly person: Account['person']
}

export interface Identities {
  /** The account that an identity signs in. */
  find(identity: Identity): Promise<Account | undefined>
  /** The account of an identity, made now unless another request was faster. A name that is taken gets a suffix. */
  create(identity: Identity, connector: string, said: SaidOfUser): Promise<Account>
  /** Brings the details of a connector's own user up to date; a linked account keeps its own. */
  update(account: Account, connector: string, person: Account['person']): Promise<Account>
  /** Lets an identity sign an account in. `taken`: it signs another one in. */
  link(identity: Identity, connector: string, sub: string): Promise<'linked' | 'taken' | 'missing'>
  /** Takes that back. `last-way`: nothing else would sign the account in. */
  unlink(sub: string, connector: string): Promise<'unlinked' | 'last-way' | 'missing'>
}

interface IdentityParts {
  readonly documents: DocumentStore
  readonly directory: Pick<EmbeddedDirectory, 'account' | 'change' | 'create'>
  /** Whether a user can sign in with a passkey alone. */
  readonly hasPasskey: (sub: string) => Promise<boolean>
  /** Milliseconds since the epoch. */
  readonly now: () => number
}

export function identities({ documents, directory, hasPasskey, now }: IdentityParts): Identities {
  const linked = ({ issuer, subject }: Identity, connector: string): LinkedIdentity => ({
    issuer,
    subject,
    connector,
    linkedAt: now(),
  })
  const add = (identity: Identity, connector: string, sub: string): Promise<Account | undefined> =>
    directory.change(sub, (account) =>
      has(account, identity)
        ? account
        : { ...account, identities: [...(account.identities ?? []), linked(identity, connector)] },
    )
  return {
    async find(identity) {
      const sub = await identityHolder(documents, identity)
      const account = sub === undefined ? undefined : await directory.account(sub)
      // The claim is a hint: the account says itself who signs it in.
      return account !== undefined && has(account, identity) ? account : undefined
    },
    async create(identity, connector, { username, person }) {
      const fresh = { status: 'active', source: 'administrator', origin: connector, person } as const
      for (let tries = 0; ; ) {
        const sub = await claimIdentity(documents, identity, randomUUID())
        const made = { createdAt: now(), changedAt: now(), identities: [linked(identity, connector)] }
        const account: Account = { ...fresh, ...made, sub, username: nameAfter(username, tries) }
        const outcome = await directory.create(account)
        if (outcome === 'created') return account
        if (outcome === 'username-unusable') throw new Error('a user name was made that cannot be one')
        if (outcome !== 'sub-taken') {
          tries += 1
          continue
        }
        const present = await directory.account(sub)
        if (present !== undefined && has(present, identity)) return present
        // The account gave it up, and the claim outlived that.
        await releaseIdentity(documents, identity, sub)
      }
    },
    async update(account, connector, person) {
      if (account.origin !== connector || isDeepStrictEqual(account.person, person)) return account
      const changed = await directory.change(account.sub, (current) => ({ ...current, person }), 'tell-nobody')
      return changed ?? account
    },
    async link(identity, connector, sub) {
      if ((await directory.account(sub)) === undefined) return 'missing'
      const holder = await claimIdentity(documents, identity, sub)
      if (holder !== sub) {
        const other = await directory.account(holder)
        if (other !== undefined && has(other, identity)) return 'taken'
        // Its account is gone, or gave it up, and the claim outlived that.
        await releaseIdentity(documents, identity, holder)
        if ((await claimIdentity(documents, identity, sub)) !== sub) return 'taken'
      }
      if ((await add(identity, connector, sub)) !== undefined) return 'linked'
      await releaseIdentity(documents, identity, sub)
      return 'missing'
    },
    async unlink(sub, connector) {
      const passkey = await hasPasskey(sub)
      const removed: Identity[] = []
      let outcome = 'missing' as 'unlinked' | 'last-way' | 'missing'
      await directory.change(sub, (account) => {
        const [gone, kept] = [[] as LinkedIdentity[], [] as LinkedIdentity[]]
        for (const one of account.identities ?? []) (one.connector === connector ? gone : kept).push(one)
        const isLast = kept.length === 0 && account.passwordHash === undefined && !passkey
        outcome = gone.length === 0 ? 'missing' : isLast ? 'last-way' : 'unlinked'
        removed.splice(0, removed.length, ...gone)
        return outcome === 'unlinked' ? { ...account, identities: kept } : account
      })
      if (outcome === 'unlinked') for (const identity of removed) await releaseIdentity(documents, identity, sub)
      return outcome
    },
  }
}

const has = ({ identities: held = [] }: Account, { issuer, subject }: Identity): boolean =>
  held.some((one) => one.issuer === issuer && one.subject === subject)
