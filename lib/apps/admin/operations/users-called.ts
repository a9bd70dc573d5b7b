import type { User } from '../../../domain/accounts/user-directory.ts'
import type { OperationsRequest } from './services.ts'

/**
 * The first users whom a text means: by a part of what they are called, or as a host's directory searches, in one call. A directory that
 * cannot search is asked for the subject; one that is away finds nobody, and the rest of the page is there.
 */
export async function usersCalled(
  { services: { embedded, managedUsers, users } }: OperationsRequest,
  text: string,
  limit: number,
): Promise<readonly User[]> {
  const find = async (): Promise<readonly User[]> => {
    if (managedUsers?.capabilities.search !== true) return [await users.find(text)].filter((user) => user !== undefined)
    return (await managedUsers.list({ text }, undefined, limit))?.users.map(({ user }) => user) ?? []
  }
  return embedded === undefined ? find().catch(() => []) : find()
}
