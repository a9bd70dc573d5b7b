/** A file that contains a client secret. Only its owner can read it; a crash leaves either the old or the new file. */
import { isUtf8 } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import type { BlockPart } from '../../domain/clients/blocks/block.ts'
import { Refused } from '../terminal/command.ts'
import { type Refusal, withPart } from './env-file-text.ts'

const PRIVATE = 0o600

/** Thrown if the file was not written. The message explains the reason to the user. */
export class EnvFileError extends Refused {
  override readonly name = 'EnvFileError'
}

export type EnvFile = ReturnType<typeof envFile>
type Part = Pick<BlockPart, 'kind' | 'text'>

/** @param names variables that the block can set */
export function envFile(path: string, kind: BlockPart['kind'], names: readonly string[]) {
  const next = async (target: string, part: Part): Promise<string> => {
    const result = withPart(await textOf(target), part, names)
    if (result.outcome !== 'appended') throw new EnvFileError(reasonOf(result, path))
    return result.text
  }
  return {
    path,
    /** Checks whether the file can be written, as far as that is possible without writing it. @throws EnvFileError */
    check: () =>
      explained(
        'the file specified with --to-env-file cannot be written',
        async () => {
          const target = resolve(path)
          await next(target, { kind, text: '' })
          // Creating a file is the only way to find out whether the folder is writable.
          await rm(await newFile(target, ''))
        },
        '; nothing was done',
      ),
    /** Creates the file with this part of the environment block, or appends the part to it. @throws EnvFileError */
    write: (part: Part) =>
      explained('the file specified with --to-env-file could not be written', async () => {
        const target = resolve(path)
        const fresh = await newFile(target, await next(target, part))
        await rename(fresh, target).catch(async (error: unknown) => {
          await rm(fresh, { force: true })
          throw error
        })
      }),
  }
}

/** The file's text; empty if there is no file. Rejects a symbolic link, as it may lead to another user's file. */
async function textOf(target: string): Promise<string> {
  const bytes = await readFile(target, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(whenMissing)
  if (!isUtf8(bytes)) throw new EnvFileError('the file specified with --to-env-file is not UTF-8 text')
  return bytes.toString()
}

function whenMissing(error: unknown): Buffer {
  const code = systemErrorCode(error)
  if (code === 'ENOENT') return Buffer.alloc(0)
  if (code === 'ELOOP')
    throw new EnvFileError('the file specified with --to-env-file is a symbolic link; specify the file it points to')
  throw error
}

/** Writes a new file next to the target, syncs it to disk, and returns its path. */
async function newFile(target: string, text: string): Promise<string> {
  const path = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'wx', PRIVATE)
  try {
    await file.writeFile(text)
    await file.sync()
  } catch (error) {
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
  return path
}

/** Adds the error code to file system errors; rethrows other errors. */
async function explained(what: string, work: () => Promise<void>, after = ''): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof EnvFileError) throw new EnvFileError(`${error.message}${after}`)
    const code = systemErrorCode(error)
    if (code === undefined) throw error
    throw new EnvFileError(`${what} (${code})${after}`, { cause: error })
  }
}

function reasonOf(refusal: Refusal, path: string): string {
  switch (refusal.outcome) {
    case 'not-empty':
      return `${path} is not empty, but this format needs its own file; specify a new file`
    case 'variable-exists':
      return `${path} already contains ${refusal.name}; remove it from the file, or specify a different file`
    case 'open-quote':
      return `${path} contains an unclosed quote; close it, or specify a different file`
  }
}
