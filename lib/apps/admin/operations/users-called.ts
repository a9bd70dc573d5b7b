import { userOf } from '../../../domain/accounts/account-record.ts'
import { searchAccounts } from '../../../domain/accounts/account-search.ts'
import type { User } from '../../../domain/accounts/user-directory.ts'
import type { OperationsRequest } from './services.ts'

/**
 * The first users whom a text means: by a part of what they are called, or as a host's directory searches, in one call. A directory that
 * does neither is asked for the subject; one that is away finds nobody, and the rest of the page is there.
 */
export async function usersCalled(
  { services: { embedded, hostUsers, users } }: OperationsRequest,
  text: string,
  limit: number,
): Promise<readonly User[]> {
  if (embedded !== undefined)
    return (await searchAccounts(embedded, { text }, undefined, limit)).accounts.map((account) => userOf(account))
  const one = async (): Promise<readonly User[]> => [await users.find(text)].filter((user) => user !== undefined)
  return (hostUsers?.search?.(text, undefined, limit).then((found) => found.users) ?? one()).catch(() => [])
}
