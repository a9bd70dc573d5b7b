/** How sign-ins by each connector went lately, on all nodes: for whoever can fix it. It is advice, and nobody waits for it. */
import type { UpstreamRef } from '../../../policies/upstream-refusal.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { mergedCounts } from './merged-counts.ts'

/** So long after the last ID token without groups administrators are told, in milliseconds. */
const LEFT_OUT_MS = 7 * 86_400_000

/** Sign-ins that a provider was the cause of, none of which was followed by a success. */
export interface FailuresInRow {
  readonly count: number
  /** Of the first and the last of them, in milliseconds since the epoch. */
  readonly since: number
  readonly at: number
  /** Why the last one failed. */
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

export interface ConnectorHealth {
  /** @param groups whether the ID token had those that roles are made of */
  succeeded(connector: string, groups: 'there' | 'left-out'): void
  failed(connector: string, ref: UpstreamRef): void
  read(connector: string): Promise<ConnectorState>
  /** Writes what was seen. */
  stop(): Promise<void>
}

export function connectorHealth(documents: DocumentStore, now: () => number): ConnectorHealth {
  const counts = mergedCounts<Seen>(documents, now, {
    collection: 'connector-health',
    empty: () => ({}),
    together,
    delayMs: 0,
    restMs: 60_000,
  })
  return {
    succeeded: (connector, groups) =>
      counts.note(connector, (seen) =>
        together(seen, { succeededAt: now(), ...(groups === 'left-out' ? { groupsLeftOutAt: now() } : {}) }),
      ),
    failed: (connector, ref) =>
      counts.note(connector, (seen) => together(seen, { failures: { count: 1, since: now(), at: now(), ref } })),
    async read(connector) {
      const { failures, groupsLeftOutAt } = await counts.read(connector)
      const groupsLeftOut = groupsLeftOutAt !== undefined && now() - groupsLeftOutAt < LEFT_OUT_MS
      return { failures, groupsLeftOut }
    },
    stop: counts.stop,
  }
}

/** What two nodes saw, or one at two times. */
function together(a: Seen, b: Seen): Seen {
  const succeededAt = latest(a.succeededAt, b.succeededAt)
  const groupsLeftOutAt = latest(a.groupsLeftOutAt, b.groupsLeftOutAt)
  const rows = [a.failures, b.failures]
    .filter((row) => row !== undefined)
    .filter(({ at }) => at > (succeededAt ?? 0))
    // Of a row that the success of another node interrupts, only its last failure is known to be later.
    .map((row) => (row.since > (succeededAt ?? 0) ? row : { ...row, since: row.at, count: 1 }))
    .toSorted((one, other) => one.at - other.at)
  const [first, last] = [rows[0], rows.at(-1)]
  return {
    ...(succeededAt === undefined ? {} : { succeededAt }),
    ...(groupsLeftOutAt === undefined ? {} : { groupsLeftOutAt }),
    ...(first === undefined || last === undefined
      ? {}
      : {
          failures: {
            count: rows.reduce((sum, { count }) => sum + count, 0),
            since: Math.min(...rows.map(({ since }) => since)),
            at: last.at,
            ref: last.ref,
          },
        }),
  }
}

const latest = (a: number | undefined, b: number | undefined): number | undefined =>
  a === undefined || b === undefined ? (a ?? b) : Math.max(a, b)
