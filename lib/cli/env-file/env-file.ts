/**
 * A file of variables with a secret in it: nobody else may read it, and it is the old one or the new one, whole. What
 * stands there besides the block stays (`env-file-text.ts`).
 */
import { randomBytes } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import type { BlockPart } from '../../domain/clients/blocks/block.ts'
import type { EnvironmentFormat } from '../../domain/clients/blocks/formats.ts'
import { type Refusal, wholeFile, withBlock } from './env-file-text.ts'

const PRIVATE = 0o600

/** The message is for the user; the file has not been written. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError'
}

export interface EnvFile {
  readonly path: string
  /** Whether it can be written, as far as that shows beforehand. @throws EnvFileError */
  check(): Promise<void>
  /** Puts this part of a block into the file, whatever happened to it meanwhile. @throws EnvFileError */
  write(part: Pick<BlockPart, 'kind' | 'text'>): Promise<void>
}

export function envFile(path: string, clientId: string, format: EnvironmentFormat, kind: BlockPart['kind']): EnvFile {
  const next = async (target: string, part: Pick<BlockPart, 'kind' | 'text'>): Promise<string> => {
    const before = await textOf(target)
    const found = part.kind === 'file' ? wholeFile(before, part.text) : withBlock(before, part.text, clientId, format)
    if (found.outcome !== 'merged') throw new EnvFileError(reasonOf(found))
    return found.text
  }
  return {
    path,
    check: () =>
      explained(
        'the file of --to-env-file cannot be written',
        async () => {
          const target = resolve(path)
          await next(target, { kind, text: '' })
          // Only making a file shows whether the folder takes one.
          await rm(await newFile(target, ''))
        },
        '; nothing was done',
      ),
    write: (part) =>
      explained('the file of --to-env-file could not be written', async () => {
        const target = resolve(path)
        const fresh = await newFile(target, await next(target, part))
        await rename(fresh, target).catch(async (error: unknown) => {
          await rm(fresh, { force: true })
          throw error
        })
      }),
  }
}

/** Empty when there is no such file. A link is not followed: another user may have put it there, and it leads where they want. */
async function textOf(target: string): Promise<string> {
  const bytes = await readFile(target, { flag: constants.O_RDONLY | constants.O_NOFOLLOW }).catch(whenMissing)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new EnvFileError('the file of --to-env-file is no text in UTF-8')
  return text
}

function whenMissing(error: unknown): Buffer {
  const code = systemErrorCode(error)
  if (code === 'ENOENT') return Buffer.alloc(0)
  if (code === 'ELOOP')
    throw new EnvFileError('the file of --to-env-file is a symbolic link; name the file that it leads to')
  throw error
}

/** A new file beside the target, on the disk; its name. */
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

/** Errors of the file system in words, with their codes; others as they are. */
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

function reasonOf(refusal: Refusal | { readonly outcome: 'something-else' }): string {
  if (refusal.outcome === 'something-else')
    return 'the file of --to-env-file has something in it; this format is a file of its own, so name a new one'
  if (refusal.outcome === 'unknown-client')
    return 'the file of --to-env-file has a secret and does not say of which client; name another file, or remove its line'
  if (refusal.outcome === 'another-client') {
    return `the file of --to-env-file has the secret of another client, ${refusal.clientId}; name another file, or remove its lines`
  }
  return `line ${refusal.line} of the file of --to-env-file ${REASONS[refusal.why]}`
}

const REASONS = {
  'open-quote': 'opens a quote that is never closed',
  'several-lines': 'sets a variable of the block over several lines',
  'no-assignment': 'names a variable of the block and is no assignment',
} as const
