/**
 * A file beside the data file that holds nothing but space. When the disk is full it is given up, so that what shrinks the store
 * (revocation, sign-out, disabling) can still be written (D-G13); once there is space again, it is laid aside anew.
 */
import { rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Some hundreds of transactions in the write-ahead log, until the next checkpoint starts it over. */
const RESERVE_BYTES = 4 * 1024 * 1024
const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

export interface Reserve {
  /** Gives the space up. */
  release(): void
  /** Lays it aside unless that is done, by whatever process. False: the disk has no room for it. */
  restore(): boolean
}

/** @param file the data file; a store in memory needs none */
export function reserve(file: string | undefined): Reserve {
  if (file === undefined) return { release: () => {}, restore: () => true }
  const path = `${file}-reserve`
  const isThere = (): boolean => statSync(path, { throwIfNoEntry: false })?.size === RESERVE_BYTES
  const remove = (): void => {
    try {
      rmSync(path, { force: true })
    } catch {
      // It belongs to somebody else, or the disk cannot be written at all.
    }
  }
  let isPossible = true
  return {
    release: remove,
    restore() {
      try {
        if (!isPossible || isThere()) return true
        const { bavail, bsize } = statfsSync(dirname(file))
        // Twice as much: what was given up a moment ago is not taken back at once.
        if (bavail * bsize < 2 * RESERVE_BYTES) return false
        // Written, not only made that long: a file with holes holds no space.
        writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 })
        return true
      } catch (error) {
        remove()
        // A folder that takes no further file, or none of that size, is no full disk: there will be no reserve.
        if (!FULL.has((error as NodeJS.ErrnoException).code ?? '')) isPossible = false
        return !isPossible
      }
    },
  }
}
