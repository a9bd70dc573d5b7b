import crypto, { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { canonicalPassword } from '../../../../policies/username.ts'

/** OWASP's second recommendation for argon2id: 19 MiB, two passes, one lane. Stored with each hash, so it can be raised. */
const MEMORY_KIB = 19_456
const PASSES = 2
const TAG_BYTES = 32

function derive(password: string, nonce: Buffer, memory: number, passes: number): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // Not imported by its name: a Node that is too old fails at that, before it is said which one is needed.
    crypto.argon2(
      'argon2id',
      { message: canonicalPassword(password), nonce, parallelism: 1, tagLength: TAG_BYTES, memory, passes },
      (error: Error | null, key: Buffer) => (error === null ? resolve(key) : reject(error)),
    ),
  )
}

/** argon2id in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive(password, nonce, MEMORY_KIB, PASSES)
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`
}

const NOBODY = `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${randomBytes(16).toString('base64')}$${randomBytes(TAG_BYTES).toString('base64')}`

/** Whether the password matches the hash. Without a hash it takes the same time and returns false (D-A2). */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const parts = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([A-Za-z0-9+/=]+)\$([A-Za-z0-9+/=]+)$/.exec(hash ?? NOBODY)
  if (parts === null) throw new Error('a password hash in the store is not argon2id')
  const [, memory, passes, nonce, kept] = parts as unknown as [string, string, string, string, string]
  const tag = await derive(password, Buffer.from(nonce, 'base64'), Number(memory), Number(passes))
  const expected = Buffer.from(kept, 'base64')
  return tag.length === expected.length && timingSafeEqual(tag, expected) && hash !== undefined
}

/** Letters and digits that do not look alike, in groups that can be read out: 79 bits. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Groups of four such letters, with dashes between. */
export function readableGroups(groups: number): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

/** A one-time password. */
export function newOneTimePassword(): string {
  return readableGroups(GROUPS)
}
