/** Rebuilds the indexes from accounts and clients, because indexes copied without a snapshot may be out of date. */

import { canonicalUsername } from '../../../policies/username.ts'
import type { Storage } from '../../ports/storage.ts'
import { ACCOUNTS, readAccount } from '../accounts/account-record.ts'
import { resolveIdentity } from '../accounts/identity-claims.ts'
import type { SignInNames } from '../accounts/sign-in-names.ts'
import type { UsernameClaims } from '../accounts/username-claims.ts'
import type { ClientIndex } from '../clients/client-index.ts'
import { storedClientPages } from '../clients/client-pages.ts'
import { documentPages } from '../pages-of.ts'

export interface IndexParts {
  readonly storage: Pick<Storage, 'documents' | 'clients'>
  readonly clientIndexes: ClientIndex
  readonly usernames: Pick<UsernameClaims, 'claim'>
  readonly names: Pick<SignInNames, 'updateIndex'>
}

export async function makeIndexes({ storage, clientIndexes, usernames, names }: IndexParts): Promise<void> {
  for await (const page of storedClientPages(storage.clients))
    for (const client of page) await clientIndexes.update(client)
  for await (const documents of documentPages(storage.documents, ACCOUNTS))
    await Promise.all(
      documents.map(async ({ value }) => {
        const account = readAccount(value)
        const name = canonicalUsername(account.username)
        if (name !== undefined) await usernames.claim(name, account.sub, 'configuration')
        await names.updateIndex(account.sub, undefined, account)
        for (const identity of account.identities ?? []) await resolveIdentity(storage.documents, identity, account.sub)
      }),
    )
}
