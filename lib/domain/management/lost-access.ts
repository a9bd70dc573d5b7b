/** Users who lose access to an app are signed out of it, but stay signed in to all other apps. */

import { mayEnter } from '../../../policies/app-access.ts'
import type { Storage } from '../../ports/storage.ts'
import type { User } from '../accounts/user-directory.ts'
import { type Client, findClient } from '../clients/client-record.ts'
import { pagesOf } from '../pages-of.ts'
import type { SessionEnding } from '../sessions/ending.ts'
import { type BrowserSession, sessionsOf } from '../sessions/session-registry.ts'

export interface LostAccessParts {
  readonly storage: Pick<Storage, 'sessions' | 'subjects' | 'clients'>
  readonly ending: Pick<SessionEnding, 'endAtClient'>
  readonly now: () => number
}

/** Undefined if the user is not found. */
export type FindUser = (sub: string) => User | undefined | Promise<User | undefined>

const STEP = 100

/** Ends a user's access to the apps that required the removed roles. */
export async function endLostApps(
  { storage, ending, now }: LostAccessParts,
  subject: string,
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const sessions = await sessionsOf(storage, subject)
  for (const clientId of new Set(sessions.flatMap(({ clients }) => clients.map((client) => client.clientId)))) {
    const client = await findClient(storage.clients, clientId)
    if (client !== undefined && mayEnter(client.access, before, now()) && !mayEnter(client.access, after, now()))
      await ending.endAtClient(subject, client)
  }
}

/**
 * Ends app access for signed-in users who no longer match the client's narrowed rule.
 * @param since excludes users who did not match the rule at this time either, in milliseconds since the epoch
 */
export async function endLostUsers(
  parts: LostAccessParts,
  client: Client,
  find: FindUser,
  since?: number,
): Promise<void> {
  for await (const { subject } of signedInTo(parts.storage, client.clientId)) {
    const user = await find(subject)
    if (user === undefined || mayEnter(client.access, user.roles, parts.now())) continue
    if (since === undefined || mayEnter(client.access, user.roles, since))
      await parts.ending.endAtClient(subject, client)
  }
}

export async function* signedInTo(
  storage: Pick<Storage, 'sessions' | 'subjects'>,
  clientId: string,
): AsyncGenerator<{ readonly subject: string; readonly sessions: readonly BrowserSession[] }> {
  const read = (after: string | undefined, limit: number) => storage.sessions.subjects(after, limit)
  for await (const subjects of pagesOf(read, (subject) => subject, undefined, STEP)) {
    const lists = await Promise.all(subjects.map((subject) => sessionsOf(storage, subject, clientId)))
    for (const [index, sessions] of lists.entries())
      if (sessions.length > 0) yield { subject: subjects[index] as string, sessions }
  }
}
