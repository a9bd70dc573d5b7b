import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/**
 * Makes a folder and its parents. The option `recursive` of Node.js reports ENOENT for a read-only disk, and never ends
 * in folders such as /proc.
 * @param mode permissions of each new folder @throws the system error
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path), mode)
  await mkdir(path, { mode }).catch(async (error: unknown) => {
    // Another process may have made it.
    if (!(await isFolder(path))) throw error
  })
}
