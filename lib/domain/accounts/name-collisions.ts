/** Accounts that an older version stored: the user name of one is the verified address of another (policies/sign-in-address.ts). */
import { canonicalUsername } from '../../../policies/username.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { ACCOUNTS, readAccount } from './account-record.ts'
import { addressOf } from './sign-in-names.ts'

const PAGE = 200

export interface Collision {
  readonly username: string
  /** Of the account with the user name, and of the account with the address. */
  readonly named: string
  readonly addressed: string
}

export async function nameCollisions(documents: Pick<DocumentStore, 'list'>): Promise<readonly Collision[]> {
  const names = new Map<string | undefined, Pick<Collision, 'username' | 'named'>>()
  const addresses: [address: string, sub: string][] = []
  for (let after: string | undefined; ; ) {
    const page = (await documents.list(ACCOUNTS, after, PAGE)).documents
    for (const account of page.map(({ value }) => readAccount(value))) {
      const address = addressOf(account)
      names.set(canonicalUsername(account.username), { username: account.username, named: account.sub })
      if (address !== undefined) addresses.push([address, account.sub])
    }
    after = page.at(-1)?.id
    if (page.length < PAGE) break
  }
  return addresses.flatMap(([address, addressed]) => {
    const holder = names.get(address)
    return holder === undefined || holder.named === addressed ? [] : [{ ...holder, addressed }]
  })
}
