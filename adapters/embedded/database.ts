/** Caches prepared statements and runs write transactions. All steps in one turn of the event loop share a commit. */
import { resolve } from 'node:path'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { StoreFact } from '../../lib/ports/storage.ts'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { connectFile } from './data-file.ts'
import { dataFileFacts, inspectDataFile } from './data-file-facts.ts'
import { expirySweep, type Prepare } from './expiry-sweep.ts'
import { readQueue } from './read-queue.ts'
import { reserve } from './reserve.ts'
import { EXPIRING } from './schema.ts'
import { type WriteQueue, writeQueue } from './write-queue.ts'

export type Database = ReturnType<typeof openDatabase>

/** Minimum interval between attempts to free space on a full disk. */
const ROOM_PAUSE_MS = 1_000

interface Connections {
  readonly synced: DatabaseSync
  readonly buffered: DatabaseSync
  readonly queue: WriteQueue
}

/** @param now the store's clock */
export function openDatabase(path: string | undefined, now: () => number) {
  const file = path === undefined ? undefined : resolve(path)
  const turns = file === undefined ? 'at-once' : 'by-turn'
  const space = reserve(file)
  let state: Connections | 'not-yet-open' | 'closed' = 'not-yet-open'
  let dropExpendable: (() => void) | undefined
  let roomMadeAt = -Infinity

  function makeRoom(): 'made' | 'none' {
    if (performance.now() < roomMadeAt + ROOM_PAUSE_MS) return 'none'
    roomMadeAt = performance.now()
    space.release()
    try {
      dropExpendable?.()
    } catch {
      // Ignore the error, because deleting the reserve file might have freed enough space.
    }
    return 'made'
  }

  function connections(): Connections {
    if (state === 'closed') throw new StoreUnavailable('embedded store: closed', false, { reason: 'CLOSED' })
    if (state !== 'not-yet-open') return state
    const synced = connectFile(file, 'synced')
    const buffered = file === undefined ? synced : connectFile(file, 'buffered')
    return (state = { synced, buffered, queue: writeQueue(synced, { turns, afterSteps: sweep, makeRoom }) })
  }

  function prepared(text: string, connection: 'synced' | 'buffered'): () => StatementSync {
    let statement: StatementSync | undefined
    return () => (statement ??= connections()[connection].prepare(text))
  }

  const sql: Prepare = (text) => prepared(text, 'synced')
  const sweep = expirySweep(sql, EXPIRING, now)

  const reads = readQueue(() => connections().synced, turns)

  return {
    now,
    sql,
    /** Prepares statements whose commits do not wait for the disk. Use only for data that can be lost in a crash. */
    bufferedSql: (text: string) => prepared(text, 'buffered'),
    /** Runs a step that only reads, or a step whose `bufferedSql` statements are independent of each other. */
    read: reads.add,
    /** Runs a step in an isolated transaction, and resolves when the transaction is committed. */
    write: async <T>(step: () => T): Promise<T> => connections().queue.add(step),
    /** Like `write`, but for a step that only adds data. Fails while the disk is too full to hold the reserve file. */
    async add<T>(step: () => T): Promise<T> {
      const { queue } = connections()
      if (!space.restore()) throw new StoreUnavailable('embedded store: disk full', false, { reason: 'FULL' })
      return queue.add(step)
    },
    /** The database's state. Once it is `closed`, retries cannot succeed. */
    state: (): 'not-yet-open' | 'open' | 'closed' => (typeof state === 'string' ? state : 'open'),
    /** Sets a function to call when the disk is full. It must delete expendable data, in separate statements. */
    whenFull(listener: () => void): void {
      dropExpendable = listener
    },
    /** Opens the file if necessary, and returns any problems with it. */
    connect(): readonly StoreFact[] {
      connections()
      space.restore()
      return dataFileFacts(file)
    },
    /** Returns problems with disk space, permissions, and the journal. Does not require an open file. */
    inspect: (): readonly StoreFact[] => inspectDataFile(file, typeof state === 'string' ? undefined : state.synced),
    async close(): Promise<void> {
      const open = state
      if (typeof open === 'object') open.queue.flush()
      state = 'closed'
      if (typeof open === 'string') return
      if (open.buffered !== open.synced) open.buffered.close()
      open.synced.close()
    },
  }
}
