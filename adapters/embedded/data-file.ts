/** Opens the data file: makes it private to its owner, turns on the write-ahead log, and migrates the schema. */
import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { StoreUnavailable } from '../../lib/ports/store-unavailable.ts'
import { failure, isBusy } from './failure.ts'
import { makePrivateFolder } from './private-folder.ts'
import { SCHEMA } from './schema.ts'

/** How long a statement waits while another process is writing. Shorter than the two-second ping timeout. */
const BUSY_MS = 1_500
const CACHE_KIB = 16_384

/**
 * Codes of file errors that waiting does not fix, so the start ends with them. Others are retried: a full disk (ENOSPC,
 * EDQUOT), too many open files (EMFILE, ENFILE), a network disk that does not respond (EIO, ESTALE).
 */
export const PERMANENT_FILE_ERRORS: ReadonlySet<string> = new Set([
  'EACCES',
  'EPERM',
  'EROFS',
  'ENOENT',
  'ENOTDIR',
  'ELOOP',
  'ENAMETOOLONG',
])

/**
 * @param file absolute path, or undefined for an in-memory store
 * @param commits `synced` puts changes on disk at COMMIT, `buffered` only at the next checkpoint. A crash cannot
 *   corrupt the file in either mode.
 */
export function connectFile(file: string | undefined, commits: 'synced' | 'buffered'): DatabaseSync {
  if (file !== undefined) makePrivate(file)
  let connection: DatabaseSync | undefined
  try {
    // Loaded here because, on older Node versions, an import would fail before the version check could run.
    const sqlite = process.getBuiltinModule('node:sqlite')
    connection = new sqlite.DatabaseSync(file ?? ':memory:', { timeout: BUSY_MS })
    if (file !== undefined) useWriteAheadLog(connection)
    connection.exec(
      `PRAGMA synchronous = ${commits === 'synced' ? 'FULL' : 'NORMAL'}; PRAGMA cache_size = -${CACHE_KIB}`,
    )
    migrate(connection)
    return connection
  } catch (error) {
    connection?.close()
    throw failure(error, 'not-done', file)
  }
}

/** Makes the data file private to its owner. SQLite creates the -wal and -shm files with the same mode. */
function makePrivate(file: string): void {
  try {
    makePrivateFolder(dirname(file))
    // `wx` opens no existing file, because closing one that this process has open would release SQLite's locks.
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    const { code = 'FAILED' } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return
    throw new StoreUnavailable(`embedded store: ${file} cannot be made: ${code}`, false, {
      cause: error,
      reason: code,
      place: file,
      isPermanent: PERMANENT_FILE_ERRORS.has(code),
    })
  }
}

/** Retries, because changing the journal mode fails immediately while several processes are creating the file. */
function useWriteAheadLog(connection: DatabaseSync): void {
  for (const deadline = performance.now() + BUSY_MS; ; ) {
    try {
      connection.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function migrate(connection: DatabaseSync): void {
  const version = () => Number(connection.prepare('PRAGMA user_version').get()?.user_version)
  if (version() === SCHEMA.length) return
  connection.exec('BEGIN IMMEDIATE')
  // Read the version again, because another process might have migrated the file while this one was waiting.
  const found = version()
  if (found > SCHEMA.length)
    throw new StoreUnavailable('embedded store: the data file was written by a newer version of portico', false, {
      reason: 'NEWER',
      isPermanent: true,
    })
  for (const text of SCHEMA.slice(found)) connection.exec(text)
  connection.exec(`PRAGMA user_version = ${SCHEMA.length}; COMMIT`)
}
