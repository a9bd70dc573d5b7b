import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Makes a folder and its parents, each private to its owner. The option `recursive` of Node.js reports ENOENT for a
 * read-only disk, and never ends in folders such as /proc.
 * @throws the system error; ENOTDIR if a file or a broken link is where the folder should be
 */
export function makePrivateFolder(path: string): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makePrivateFolder(dirname(path))
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process has made it.
    if (isFolder(path)) return
    throw (error as NodeJS.ErrnoException).code === 'EEXIST'
      ? Object.assign(error as Error, { code: 'ENOTDIR' })
      : error
  }
}
