/** How sign-ins by each connector went lately, on all nodes: for whoever can mend it. It is advice, and nobody waits for it. */
import { randomBytes } from 'node:crypto'
import type { UpstreamRef } from '../../../policies/upstream-refusal.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

const COLLECTION = 'connector-health'
/** A node writes no oftener. */
const STEP_MS = 60_000
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
  const pending = new Map<string, Seen>()
  let resting: NodeJS.Timeout | undefined

  let writing = Promise.resolve()

  const flush = async (): Promise<void> => {
    for (const [connector, seen] of [...pending]) {
      pending.delete(connector)
      try {
        await merge(documents, connector, seen)
      } catch {
        // Kept until the next time.
        pending.set(connector, together(seen, pending.get(connector) ?? {}))
      }
    }
  }
  /** One after the other. */
  const write = (): Promise<void> => {
    writing = writing.then(flush)
    return writing
  }
  const soon = (): void => {
    if (resting !== undefined) return
    resting = setTimeout(() => {
      resting = undefined
      if (pending.size > 0) soon()
    }, STEP_MS).unref()
    void write()
  }
  const add = (connector: string, seen: Seen): void => {
    pending.set(connector, together(pending.get(connector) ?? {}, seen))
    soon()
  }
  return {
    succeeded: (connector, groups) =>
      add(connector, { succeededAt: now(), ...(groups === 'left-out' ? { groupsLeftOutAt: now() } : {}) }),
    failed: (connector, ref) => add(connector, { failures: { count: 1, since: now(), at: now(), ref } }),
    async read(connector) {
      const stored = readSeen(await documents.read(COLLECTION, connector))
      const { failures, groupsLeftOutAt } = together(stored, pending.get(connector) ?? {})
      const groupsLeftOut = groupsLeftOutAt !== undefined && now() - groupsLeftOutAt < LEFT_OUT_MS
      return { failures, groupsLeftOut }
    },
    async stop() {
      clearTimeout(resting)
      await write()
    },
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

const readSeen = (text: string | undefined): Seen => (text === undefined ? {} : readRecord<Seen>(text))

async function merge(documents: DocumentStore, connector: string, seen: Seen): Promise<void> {
  for (;;) {
    const text = await documents.read(COLLECTION, connector)
    // Two nodes that saw the same must not write the same text: the store would take it for one call.
    const stamp = randomBytes(6).toString('base64url')
    const next = writeRecord({ ...together(readSeen(text), seen), stamp })
    if ((await documents.replace(COLLECTION, connector, text, next)) === 'replaced') return
  }
}
