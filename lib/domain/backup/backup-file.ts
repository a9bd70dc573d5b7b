/** A backup file is either complete or absent, never overwrites an existing file, and is readable only by its owner. */
import { randomBytes } from 'node:crypto'
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Duplex, pipeline, Readable } from 'node:stream'
import { createGunzip, createGzip } from 'node:zlib'
import { systemErrorCode } from '../../config/issues/system-error.ts'
import type { StoredItem } from '../../ports/copies.ts'
import { StoreUnavailable } from '../../ports/store-unavailable.ts'
import { type BackupAbout, type Counts, contentChunks, contentItems } from './backup-content.ts'
import { BackupError } from './backup-error.ts'
import { openPieces, PIECE_BYTES, sealPieces } from './encryption.ts'
import { fileKey, HEADER_MAX_BYTES, newFileKey } from './file-header.ts'

/** Secrets from which the file's key is derived. */
export interface BackupSecrets {
  readonly passphrase: string
  /** Root secrets, newest first. */
  readonly secrets: readonly [string, ...string[]]
}

/** An open backup whose first piece has been authenticated. */
export interface BackupFile {
  readonly about: BackupAbout
  /** All entries, each authenticated before it is yielded. @throws BackupError */
  items(): AsyncIterable<StoredItem>
  close(): Promise<void>
}

/** Writes the file, which gets its name once it is complete. @throws BackupError if the file exists or writing fails */
export async function writeBackupFile(
  path: string,
  about: BackupAbout,
  items: AsyncIterable<StoredItem>,
  { passphrase, secrets }: BackupSecrets,
  counted: (counts: Counts) => void,
): Promise<void> {
  await assertFree(path)
  const file = await newFileKey(passphrase, secrets)
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const handle = await open(draft, 'wx', 0o600).catch(cannot('written', path))
  try {
    await handle.appendFile(file.header)
    const content = through(contentChunks(about, items, counted), createGzip())
    for await (const piece of sealPieces(content, file)) await handle.appendFile(piece)
    await handle.sync()
    await publish(draft, path)
  } catch (error) {
    if (error instanceof StoreUnavailable)
      throw new BackupError(`the store could not be read to its end: ${error.message}; there is no backup`)
    throw systemErrorCode(error) === undefined ? error : cannotError('written', path, error)
  } finally {
    await handle.close()
    await rm(draft, { force: true })
  }
}

/** Opens a backup and authenticates its first piece. @throws BackupError */
export async function openBackupFile(path: string, { passphrase, secrets }: BackupSecrets): Promise<BackupFile> {
  const handle = await open(path, 'r').catch(cannot('read', path))
  try {
    const file = await fileKey(await headerOf(handle), passphrase, secrets)
    const content = async function* (): AsyncGenerator<BackupAbout | StoredItem> {
      const pieces = openPieces(bytesFrom(handle, file.header.length), file)
      yield* contentItems(through(pieces, createGunzip()))
    }
    for await (const about of content()) {
      if ('kind' in about) break
      return {
        about,
        async *items() {
          for await (const item of content()) if ('kind' in item) yield item
        },
        close: () => handle.close(),
      }
    }
    throw new BackupError('the backup is empty')
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Pipes the chunks into the last stage. Code that reads that stage also receives errors from earlier stages. */
function through(chunks: AsyncIterable<Buffer>, last: Duplex): AsyncIterable<Buffer> {
  pipeline(Readable.from(chunks), last, () => {})
  return last
}

/** Reads without a stream, because a stream would close the handle, which is used to read the file twice. */
async function* bytesFrom(handle: FileHandle, start: number): AsyncGenerator<Buffer> {
  for (let position = start; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(PIECE_BYTES), 0, PIECE_BYTES, position)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
    position += bytesRead
  }
}

async function headerOf(handle: FileHandle): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_MAX_BYTES), 0, HEADER_MAX_BYTES, 0)
  const end = buffer.subarray(0, bytesRead).indexOf('\n')
  if (end < 0) throw new BackupError('this is no backup of portico, or its first line was changed')
  return buffer.subarray(0, end + 1)
}

async function assertFree(path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => {
    if (systemErrorCode(error) === 'ENOENT') return undefined
    throw cannotError('written', path, error)
  })
  if (found !== undefined) throw taken(path)
}

/** Uses a hard link, which never replaces an existing file. Renames the file if hard links are not supported. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path)
  } catch (error) {
    if (systemErrorCode(error) === 'EEXIST') throw taken(path)
    await assertFree(path)
    await rename(draft, path)
  }
  const folder = await open(dirname(path), 'r')
  // Some systems do not support syncing folders.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

const taken = (path: string): BackupError => new BackupError(`${path} is there already; a backup replaces no file`)

const cannotError = (what: 'read' | 'written', path: string, error: unknown): BackupError =>
  new BackupError(`${path} cannot be ${what}: ${systemErrorCode(error) ?? 'unknown'}`)

const cannot =
  (what: 'read' | 'written', path: string) =>
  (error: unknown): never => {
    throw cannotError(what, path, error)
  }
