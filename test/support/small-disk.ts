/** A disk that can be full: a file system of a few megabytes in memory. Only root may have one. */
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
}

const run = promisify(execFile)

/** @returns undefined where this process may not mount anything */
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
      // The file keeps what found room.
      await writeFile(filling, Buffer.alloc(2 * megabytes * 1_048_576)).catch((fault: NodeJS.ErrnoException) => {
        if (fault.code !== 'ENOSPC') throw fault
      })
    },
    free: () => rm(filling, { force: true }),
  }
}
