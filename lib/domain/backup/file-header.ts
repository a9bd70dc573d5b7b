/**
 * The unencrypted first line of a backup, which contains the parameters for the file's key. Deriving the key requires
 * both the passphrase and the root secret, so neither is enough to open the file.
 */
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { isPlainObject, jsonIn } from '../../config/data/plain-data.ts'
import { argon2Of } from '../accounts/factors/imported-passwords.ts'
import { deriveKeys } from '../keys/derived-keys.ts'
import { secretId } from '../keys/seal.ts'
import { BackupError } from './backup-error.ts'

const FORMAT = 1
/** RFC 9106 s4, second recommendation: 64 MiB, three passes, four lanes. Each file stores the costs it uses. */
const COSTS: Costs = { memory_kib: 65_536, passes: 3, lanes: 4 }
/** Limits on the costs in a file's header, because the header can only be authenticated after deriving the key. */
const MOST: Costs = { memory_kib: 262_144, passes: 6, lanes: 8 }
const KEY_BYTES = 32
const SALT_BYTES = 16
export const HEADER_MAX_BYTES = 1_024

interface Costs {
  readonly memory_kib: number
  readonly passes: number
  readonly lanes: number
}

interface Header {
  readonly portico_backup: number
  /** Identifies the root secret without revealing anything about it. */
  readonly root_secret: string
  readonly argon2id: Costs
  readonly salt: string
  /** Distinguishes a wrong passphrase from a damaged file. */
  readonly check: string
}

export interface FileKey {
  /** The whole line, including the line feed. Every piece is authenticated together with this line. */
  readonly header: Buffer
  readonly key: Buffer
}

/** Header and key for a new file; every file has a different key. @param secrets root secrets, newest first */
export async function newFileKey(passphrase: string, [secret]: readonly [string, ...string[]]): Promise<FileKey> {
  const salt = randomBytes(SALT_BYTES)
  const open = {
    portico_backup: FORMAT,
    root_secret: secretId(secret),
    argon2id: COSTS,
    salt: salt.toString('base64url'),
  }
  const { key, check } = await derive(passphrase, secret, salt, open)
  return {
    header: Buffer.from(`${JSON.stringify({ ...open, check: check.toString('base64url') } satisfies Header)}\n`),
    key,
  }
}

/** @throws BackupError */
export async function fileKey(
  header: Buffer,
  passphrase: string,
  secrets: readonly [string, ...string[]],
): Promise<FileKey> {
  const { check: noted, ...open } = parse(header)
  const secret = secrets.find((candidate) => secretId(candidate) === open.root_secret)
  if (secret === undefined)
    throw new BackupError(
      'the backup was made with another root secret: set PORTICO_SECRET to the one that the service had then (without one it was made, and is the file "secret" in its data folder)',
    )
  const { key, check } = await derive(passphrase, secret, Buffer.from(open.salt, 'base64url'), open)
  const sent = Buffer.from(noted, 'base64url')
  if (sent.length !== check.length || !timingSafeEqual(sent, check))
    throw new BackupError('PORTICO_BACKUP_SECRET is not the passphrase of this backup, or its first line was changed')
  return { header, key }
}

async function derive(passphrase: string, secret: string, salt: Buffer, open: Omit<Header, 'check'>) {
  const { memory_kib: memory, passes, lanes: parallelism } = open.argon2id
  const costs = { memory, passes, parallelism, tagLength: KEY_BYTES }
  const fromPassphrase = await argon2Of(passphrase, salt, { algorithm: 'argon2id', ...costs })
  const both = Buffer.concat([fromPassphrase, deriveKeys([secret], 'backup')[0]])
  const keyFor = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', both, salt, `portico-sso/1/backup/${use}`, KEY_BYTES))
  const check = createHmac('sha256', keyFor('check')).update(JSON.stringify(open)).digest()
  return { key: keyFor('pieces'), check }
}

function parse(line: Buffer): Header {
  const read = jsonIn(line.toString())
  const header: Partial<Header> = isPlainObject(read) ? read : {}
  const { portico_backup: format, root_secret, argon2id, salt, check } = header
  if (typeof format === 'number' && format > FORMAT)
    throw new BackupError(`the backup has format ${format}, of a later release; this one reads ${FORMAT}`)
  const isWhole =
    format === FORMAT &&
    [root_secret, salt, check].every((text) => typeof text === 'string') &&
    Buffer.from(salt ?? '', 'base64url').length === SALT_BYTES &&
    Object.entries(MOST).every(([name, most]) => {
      const cost = argon2id?.[name as keyof Costs]
      return Number.isInteger(cost) && Number(cost) >= 1 && Number(cost) <= most
    }) &&
    Number(argon2id?.memory_kib) >= 8 * Number(argon2id?.lanes)
  if (!isWhole) throw new BackupError('this is no backup of portico, or its first line was changed')
  return header as Header
}
