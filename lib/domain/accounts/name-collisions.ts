/** Accounts that an older version stored: the user name of one is the verified address of another (policies/sign-in-address.ts). */
import { canonicalUsername } from '../../../policies/username.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { ACCOUNTS, type Account, readAccount } from './account-record.ts'
import { addressOf } from './sign-in-names.ts'

const PAGE = 200

export async function nameCollisions(
  documents: Pick<DocumentStore, 'list'>,
): Promise<readonly { readonly named: Account; readonly addressed: Account }[]> {
  const accounts: Account[] = []
  for (let after: string | undefined; ; ) {
    const page = (await documents.list(ACCOUNTS, after, PAGE)).documents
    accounts.push(...page.map(({ value }) => readAccount(value)))
    after = page.at(-1)?.id
    if (page.length < PAGE) break
  }
  const byName = new Map(accounts.map((account) => [canonicalUsername(account.username), account]))
  return accounts.flatMap((addressed) => {
    const address = addressOf(addressed)
    const named = address === undefined ? undefined : byName.get(address)
    return named === undefined || named.sub === addressed.sub ? [] : [{ named, addressed }]
  })
}
