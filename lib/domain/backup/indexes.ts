/**
 * Makes anew what is looked up by something else than its id. A store without snapshots gives an account and the index of names as of
 * two moments; the account and the client are authoritative.
 */
import { canonicalUsername } from '../../../policies/username.ts'
import type { Storage } from '../../ports/storage.ts'
import { ACCOUNTS, readAccount } from '../accounts/account-record.ts'
import { settleIdentity } from '../accounts/identity-claims.ts'
import type { SignInNames } from '../accounts/sign-in-names.ts'
import type { UsernameClaims } from '../accounts/username-claims.ts'
import type { ClientIndex } from '../clients/client-index.ts'
import { readClient } from '../clients/client-record.ts'

const PAGE = 200

export interface IndexParts {
  readonly storage: Pick<Storage, 'documents' | 'clients'>
  readonly clientIndexes: ClientIndex
  readonly usernames: Pick<UsernameClaims, 'claim'>
  readonly names: Pick<SignInNames, 'updateIndex'>
}

export async function makeIndexes({ storage, clientIndexes, usernames, names }: IndexParts): Promise<void> {
  for (let after: string | undefined; ; ) {
    const { records } = await storage.clients.list(after, PAGE)
    for (const record of records) await clientIndexes.update(readClient(record))
    const last = records.at(-1)
    if (last === undefined) break
    after = readClient(last).clientId
  }
  for (let after: string | undefined; ; ) {
    const { documents } = await storage.documents.list(ACCOUNTS, after, PAGE)
    await Promise.all(
      documents.map(async ({ value }) => {
        const account = readAccount(value)
        const name = canonicalUsername(account.username)
        if (name !== undefined) await usernames.claim(name, account.sub, 'configuration')
        await names.updateIndex(account.sub, undefined, account)
        for (const identity of account.identities ?? []) await settleIdentity(storage.documents, identity, account.sub)
      }),
    )
    after = documents.at(-1)?.id
    if (after === undefined) return
  }
}
