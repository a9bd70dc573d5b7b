/** A disk that can be full: a file system of a few megabytes in memory. Only root may have one. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

interface SmallDisk {
  readonly path: string
  fill(): Promise<void>
  free(): Promise<void>
  remove(): Promise<void>
}

const run = promisify(execFile)

/** @returns undefined where this process may not mount anything */
export async function smallDisk(megabytes = 4): Promise<SmallDisk | undefined> {
  const path = await mkdtemp(join(tmpdir(), 'portico-disk-'))
  const mounted = await run('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).then(
    () => true,
    () => false,
  )
  if (!mounted) {
    await rm(path, { recursive: true })
    return undefined
  }
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
    async remove() {
      await run('umount', ['-l', path])
      await rm(path, { recursive: true, force: true })
    },
  }
}
