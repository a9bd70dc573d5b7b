/** Detects problems with a data file's permissions, disk space, folder, and journal mode. */
import { accessSync, constants, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import type { StoreFact } from '../../lib/ports/storage.ts'

const MIB = 1_048_576
/** Warning threshold for free disk space. The write-ahead log can grow by this much in a busy hour. */
const ROOM_BYTES = 64 * MIB

/** Returns the problems with the data file that are reported at every start. */
export function dataFileFacts(file: string | undefined): readonly StoreFact[] {
  if (file === undefined) return [{ code: 'store-in-memory', what: 'the store is in memory' }]
  const sharedWithOthers = process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0
  return sharedWithOthers
    ? [{ code: 'file-permissions', what: `${file} can be read by other users on this machine` }]
    : []
}

/** Inspects the data file and returns any problems. @param connection undefined while the file is not open */
export function inspectDataFile(file: string | undefined, connection: DatabaseSync | undefined): readonly StoreFact[] {
  if (file === undefined) return []
  const closed = [dirname(file), file].flatMap((path): readonly StoreFact[] => {
    const code = refusalOf(path)
    return code === undefined ? [] : [{ code: 'store-read-only', what: `${path} cannot be written (${code})` }]
  })
  return [...closed.slice(0, 1), ...roomOf(dirname(file)), ...journalOf(connection)]
}

function refusalOf(path: string): string | undefined {
  try {
    accessSync(path, constants.W_OK)
    return undefined
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException
    // A missing file is not a problem, because it is created at the first start.
    return code === 'ENOENT' ? undefined : code
  }
}

function roomOf(folder: string): readonly StoreFact[] {
  try {
    const { bavail, bsize } = statfsSync(folder)
    const free = Math.floor((bavail * bsize) / MIB)
    return bavail * bsize >= ROOM_BYTES
      ? []
      : [{ code: 'store-disk-low', what: `${free} MiB are free on the disk that contains ${folder}` }]
  } catch {
    return []
  }
}

function journalOf(connection: DatabaseSync | undefined): readonly StoreFact[] {
  const mode = connection?.prepare('PRAGMA journal_mode').get()?.journal_mode
  return mode === undefined || mode === 'wal'
    ? []
    : [{ code: 'store-journal', what: `the data file's journal mode is ${mode}, not wal` }]
}
