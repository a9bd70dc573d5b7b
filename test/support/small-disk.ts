/** A disk that can be full: a file system of a few megabytes in memory. Requires root. */
import { execFile } from 'node:child_process'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stoppedAtEnd } from './at-end.ts'
import { newFolder } from './new-folder.ts'

interface SmallDisk {
  readonly path: string
  fill(): Promise<void>
  free(): Promise<void>
  /** Makes it read-only, or writable again. */
  remount(mode: 'ro' | 'rw'): Promise<unknown>
}

const run = promisify(execFile)

/** @returns undefined if this process cannot mount a file system */
export async function smallDisk(megabytes = 4): Promise<SmallDisk | undefined> {
  const path = newFolder()
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).then(
    () => true,
    () => false,
  )
  if (!mounted) return undefined
  stoppedAtEnd({ stop: () => run('umount', ['-l', path]) })
  const filling = join(path, 'filling')
  return {
    path,
    async fill() {
      // The file keeps the part that fits.
      await writeFile(filling, Buffer.alloc(2 * megabytes * 1_048_576)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error
      })
    },
    remount: (mode) => run('mount', ['-o', `remount,${mode}`, path]),
    free: () => rm(filling, { force: true }),
  }
}
