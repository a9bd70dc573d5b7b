/** Stores data in Node's built-in SQLite. With a file, a change is on disk before it is acknowledged (D-G10). */
import { dirname, resolve } from 'node:path'
import type { Storage } from '../../lib/ports/storage.ts'
import { embeddedAuditLog } from './audit-log.ts'
import { embeddedBoundedLog } from './bounded-log.ts'
import { embeddedClients } from './clients.ts'
import { embeddedCopies } from './copies.ts'
import { openDatabase } from './database.ts'
import { embeddedDeliveries } from './deliveries.ts'
import { embeddedDocuments } from './documents.ts'
import { embeddedEphemeral } from './ephemeral.ts'
import { embeddedFamilies } from './families.ts'
import { embeddedRateCounter } from './rate-counter.ts'
import { embeddedSessions } from './sessions.ts'
import { embeddedSubjects } from './subjects.ts'
import { embeddedTokenState } from './token-state.ts'

/** Options of `embeddedStorage`. */
export interface EmbeddedOptions {
  /**
   * Path to the data file. The file is created if it does not exist. With `:memory:`, all data stays in memory.
   * @default ':memory:'
   * @example '/var/lib/portico/portico.sqlite'
   */
  readonly file?: string
  /**
   * The store's clock, in milliseconds since the epoch. It determines when data expires.
   * @default Date.now
   * @example () => Date.now()
   */
  readonly now?: () => number
}

/** Stores data in SQLite (`node:sqlite`), in one file or in memory. */
export function embeddedStorage(options: EmbeddedOptions = {}): Storage {
  const file = options.file === ':memory:' ? undefined : options.file
  const database = openDatabase(file, options.now ?? Date.now)
  const stored = database.sql('SELECT seq FROM audit_anchor')
  return {
    name: file === undefined ? 'embedded (memory)' : 'embedded (file)',
    dataFolder: file === undefined ? ':memory:' : dirname(resolve(file)),
    families: embeddedFamilies(database),
    tokenState: embeddedTokenState(database),
    subjects: embeddedSubjects(database),
    clients: embeddedClients(database),
    sessions: embeddedSessions(database),
    records: embeddedEphemeral(database),
    documents: embeddedDocuments(database),
    rates: embeddedRateCounter(database),
    deliveries: embeddedDeliveries(database),
    audit: embeddedAuditLog(database),
    bounded: embeddedBoundedLog(database),
    copies: embeddedCopies(database, file),
    open: () => database.read(database.connect),
    inspect: async () => database.inspect(),
    ping: () => database.read(() => void stored().get()),
    close: () => database.close(),
  }
}
