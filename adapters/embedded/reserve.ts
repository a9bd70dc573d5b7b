/** A reserve file. Deleting it frees space on a full disk for revocation, sign-out, and disabling (D-G13). */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Enough space for hundreds of transactions in the write-ahead log, until the next checkpoint resets the log. */
const RESERVE_BYTES = 4 * 1024 * 1024
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** @param file the data file; undefined for an in-memory store, because it needs no reserve */
export function reserve(file: string | undefined) {
  if (file === undefined) return { release: () => {}, restore: () => true }
  const path = `${file}-reserve`
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES
  const remove = (): void => {
    try {
      rmSync(path, { force: true })
    } catch {
      // Ignore failures: the file might belong to another user, or the disk might be read-only.
    }
  }
  let isPossible = true
  return {
    release: remove,
    /** Creates the reserve file if it does not exist. @returns false if the disk has no room for it */
    restore() {
      try {
        if (!isPossible || isThere()) return true
        const { bavail, bsize } = statfsSync(dirname(file))
        // Require twice the reserve's size, so that the reserve does not immediately use up space that was just freed.
        if (bavail * bsize < 2 * RESERVE_BYTES) return false
        // Write actual bytes, because a sparse file reserves no space.
        writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
        return true
      } catch (error) {
        remove()
        // Errors other than a full disk are permanent, so do not try to create the reserve again.
        if (!FULL.has((error as NodeJS.ErrnoException).code ?? '')) isPossible = false
        return !isPossible
      }
    },
  }
}
