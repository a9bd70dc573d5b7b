/** Recent sign-in outcomes by connector, across all nodes, for warnings to administrators. Never delays a request. */
import type { UpstreamRef } from '../../../policies/upstream-refusal.ts'
import { defined } from '../../config/data/defined.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { mergedCounts } from './merged-counts.ts'

/** How long the panel keeps reporting that an ID token contained no groups, in milliseconds. */
const LEFT_OUT_MS = 7 * 86_400_000

/** Consecutive failed sign-ins caused by the external provider. */
export interface FailuresInRow {
  readonly count: number
  /** Times of the first and last failure, in milliseconds since the epoch. */
  readonly since: number
  readonly at: number
  /** The cause of the last failure. */
  readonly ref: UpstreamRef
}

interface Seen {
  readonly succeededAt?: number
  readonly groupsLeftOutAt?: number
  readonly failures?: FailuresInRow
}

export interface ConnectorState {
  readonly failures: FailuresInRow | undefined
  readonly groupsLeftOut: boolean
}

export type ConnectorHealth = ReturnType<typeof connectorHealth>

export function connectorHealth(documents: DocumentStore, now: () => number) {
  const counts = mergedCounts<Seen>(documents, now, {
    collection: 'connector-health',
    empty: () => ({}),
    together,
    delayMs: 0,
    restMs: 60_000,
  })
  return {
    /** @param groups whether the ID token contained the user's groups, which determine the user's roles */
    succeeded: (connector: string, groups: 'there' | 'left-out'): void =>
      counts.note(connector, (seen) =>
        together(seen, { succeededAt: now(), ...(groups === 'left-out' ? { groupsLeftOutAt: now() } : {}) }),
      ),
    failed: (connector: string, ref: UpstreamRef): void =>
      counts.note(connector, (seen) => together(seen, { failures: { count: 1, since: now(), at: now(), ref } })),
    async read(connector: string): Promise<ConnectorState> {
      const { failures, groupsLeftOutAt } = await counts.read(connector)
      const groupsLeftOut = groupsLeftOutAt !== undefined && now() - groupsLeftOutAt < LEFT_OUT_MS
      return { failures, groupsLeftOut }
    },
    /** Writes all pending data. */
    stop: counts.stop,
  }
}

/** Merges data from two nodes, or from one node at two different times. */
function together(a: Seen, b: Seen): Seen {
  const succeededAt = latest(a.succeededAt, b.succeededAt)
  const groupsLeftOutAt = latest(a.groupsLeftOutAt, b.groupsLeftOutAt)
  const rows = [a.failures, b.failures]
    .filter((row) => row !== undefined)
    .filter(({ at }) => at > (succeededAt ?? 0))
    // If another node's success falls within a series of failures, only the last failure is known to be more recent.
    .map((row) => (row.since > (succeededAt ?? 0) ? row : { ...row, since: row.at, count: 1 }))
    .toSorted((one, other) => one.at - other.at)
  const last = rows.at(-1)
  const failures = last && {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    since: Math.min(...rows.map(({ since }) => since)),
    at: last.at,
    ref: last.ref,
  }
  return defined({ succeededAt, groupsLeftOutAt, failures })
}

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
