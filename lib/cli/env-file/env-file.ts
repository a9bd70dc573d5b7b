/**
 * A file of variables with a secret in it: nobody else may read it, and it is the old one or the new one, whole. What
 * stands there besides the block stays (`env-file-text.ts`).
 */
import { randomBytes } from 'node:crypto'
import { open, readFile, realpath, rename, rm } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import { type Refusal, withBlock } from './env-file-text.ts'

const PRIVATE = 0o600

/** Said to a person; what it is about has not been written. */
export class EnvFileFault extends Error {
  override readonly name = 'EnvFileFault'
}

export interface EnvFile {
  readonly path: string
  /** Whether it can be written, as far as that shows beforehand. @throws EnvFileFault */
  check(): Promise<void>
  /** Puts the block into the file, whatever happened to it meanwhile. @throws EnvFileFault */
  write(block: string): Promise<void>
}

export function envFile(path: string, clientId: string): EnvFile {
  const next = async (target: string, block: string): Promise<string> => {
    const found = withBlock(await textOf(target), block, clientId)
    if (found.outcome !== 'merged') throw new EnvFileFault(reasonOf(found))
    return found.text
  }
  return {
    path,
    check: () =>
      told(
        'the file of --to-env-file cannot be written',
        async () => {
          const target = await targetOf(path)
          await next(target, '')
          // Only a file that is made tells a folder that takes one from a folder that does not.
          await rm(await made(target, ''))
        },
        '; nothing was done',
      ),
    write: (block) =>
      told('the file of --to-env-file could not be written', async () => {
        const target = await targetOf(path)
        const fresh = await made(target, await next(target, block))
        await rename(fresh, target).catch(async (fault: unknown) => {
          await rm(fresh, { force: true })
          throw fault
        })
      }),
  }
}

/** Behind a link, the file that it leads to. */
async function targetOf(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (fault) {
    if (systemErrorCode(fault) === 'ENOENT') return resolve(path)
    throw fault
  }
}

/** Empty when there is no such file. */
async function textOf(target: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(target)
  } catch (fault) {
    if (systemErrorCode(fault) === 'ENOENT') return ''
    throw fault
  }
  const text = bytes.toString('utf8')
  if (!Buffer.from(text, 'utf8').equals(bytes)) throw new EnvFileFault('the file of --to-env-file is no text in UTF-8')
  return text
}

/** A new file beside the target, on the disk; its name. */
async function made(target: string, text: string): Promise<string> {
  const path = join(dirname(target), `.${basename(target)}.${randomBytes(6).toString('hex')}`)
  const file = await open(path, 'wx', PRIVATE)
  try {
    await file.writeFile(text)
    await file.sync()
  } catch (fault) {
    await rm(path, { force: true })
    throw fault
  } finally {
    await file.close()
  }
  return path
}

/** Faults of the file system in words, with their codes; others as they are. */
async function told(what: string, work: () => Promise<void>, after = ''): Promise<void> {
  try {
    await work()
  } catch (fault) {
    if (fault instanceof EnvFileFault) throw new EnvFileFault(`${fault.message}${after}`)
    const code = systemErrorCode(fault)
    if (code === undefined) throw fault
    throw new EnvFileFault(`${what} (${code})${after}`, { cause: fault })
  }
}

function reasonOf(refusal: Refusal): string {
  if (refusal.outcome === 'another-client') {
    return `the file of --to-env-file has the secret of another client, ${refusal.clientId}; name another file, or remove its lines`
  }
  return `line ${refusal.line} of the file of --to-env-file ${WHY[refusal.why]}`
}

const WHY = {
  'open-quote': 'opens a quote that is never closed',
  'several-lines': 'sets a variable of the block over several lines',
  'no-assignment': 'names a variable of the block and is no assignment',
} as const
