import type { DocumentStore } from '../../ports/documents.ts'
import { ACCOUNTS, type Account } from '../accounts/account-record.ts'
import type { FinishedRequest } from './finished-request.ts'
import { mergedCounts } from './merged-counts.ts'

/** An account's last sign-in is written at most once in this time, in milliseconds. */
const EVERY_MS = 3_600_000

type Seen = Partial<Pick<Account, 'sub' | 'lastSignIn'>>

/** Records in each account when its user last signed in, and to which app. */
export type LastSignIns = ReturnType<typeof lastSignIns>

export function lastSignIns(documents: DocumentStore, now: () => number) {
  const counts = mergedCounts<Seen>(documents, now, {
    collection: ACCOUNTS,
    empty: () => ({}),
    together(stored, { lastSignIn }) {
      const isDue = lastSignIn !== undefined && lastSignIn.at >= (stored.lastSignIn?.at ?? 0) + EVERY_MS
      // A removed user has no record, which must not be written again. Users in a host's directory never have one.
      return stored.sub === undefined || !isDue ? stored : { ...stored, lastSignIn }
    },
  })
  return {
    note({ event, subject, client }: FinishedRequest): void {
      if (event !== 'sign-in.succeeded' || subject === undefined) return
      const lastSignIn = { at: now(), ...(client === undefined ? {} : { client: client.clientId }) }
      counts.note(subject, () => ({ lastSignIn }))
    },
    flush: counts.flush,
    stop: counts.stop,
  }
}
