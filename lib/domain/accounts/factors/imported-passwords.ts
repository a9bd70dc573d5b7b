import crypto, { pbkdf2, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { BLOCK_BYTES, type HashForm, type ImportedHash } from '../../../../policies/imported-password-hash.ts'
import { canonicalPassword } from '../../../../policies/username.ts'

const [pbkdf2Of, scryptOf] = [
  promisify(pbkdf2),
  promisify<string, string, number, crypto.ScryptOptions, Buffer>(scrypt),
]

/** better-auth's scrypt parameters. They require 32 MiB, which is more than Node.js allows by default. */
const SCRYPT = { N: 16_384, r: 16, p: 1, maxmem: 2 ** 26 } as const
const SCRYPT_BYTES = 64

/** An optional package is needed but not installed. */
export class MissingPackage extends Error {
  override readonly name = 'MissingPackage'
}

/** Loads the bcrypt package, which only deployments with bcrypt hashes need. @throws MissingPackage */
export async function loadBcrypt(): Promise<Pick<typeof import('bcrypt'), 'compare'>> {
  try {
    return (await import('bcrypt')).default
  } catch (cause) {
    throw new MissingPackage('the store has bcrypt hashes, and the package "bcrypt" is not there: npm install bcrypt', {
      cause,
    })
  }
}

export function argon2Of(
  password: string,
  nonce: Uint8Array,
  { algorithm, ...costs }: Extract<HashForm, { readonly memory: number }>,
): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    // Not a named import, because old versions of Node.js would then fail before the version check.
    crypto.argon2(algorithm, { message: password, nonce, ...costs }, (error: Error | null, key: Buffer) =>
      error === null ? resolve(key) : reject(error),
    ),
  )
}

/** Whether a password matches an imported hash. The typed text is not normalized, except for better-auth hashes. */
export async function importedMatches(password: string, { form, text, salt, tag }: ImportedHash): Promise<boolean> {
  if (form.algorithm === 'bcrypt') {
    const { compare } = await loadBcrypt()
    return compare(password, text.replace(/^\$2[ay]/, '$2b'))
  }
  const derived = await derive(password, form, salt, tag.length)
  return derived.length === tag.length && timingSafeEqual(derived, tag)
}

function derive(
  password: string,
  form: Exclude<HashForm, { readonly algorithm: 'bcrypt' }>,
  salt: Uint8Array,
  length: number,
): Promise<Buffer> {
  if ('memory' in form) return argon2Of(password, salt, form)
  if ('iterations' in form)
    return pbkdf2Of(password, salt, form.iterations, length, form.algorithm.slice('pbkdf2-'.length))
  // Of the supported systems, only better-auth normalizes the typed text.
  return scryptOf(canonicalPassword(password), Buffer.from(salt).toString(), SCRYPT_BYTES, SCRYPT)
}

/** A hash that no password matches. Checking a password against it takes as long as against a real hash (D-A2). */
export function unmatchableHash(form: HashForm): ImportedHash {
  if (form.algorithm === 'bcrypt') {
    const letters = randomBytes(BCRYPT_LETTERS).toString('hex').slice(0, BCRYPT_LETTERS)
    return { form, text: `$2b$${String(form.cost).padStart(2, '0')}$${letters}`, salt: NONE, tag: NONE }
  }
  const length = 'memory' in form ? form.tagLength : 'iterations' in form ? BLOCK_BYTES[form.algorithm] : SCRYPT_BYTES
  return { form, text: '', salt: randomBytes(SALT_BYTES), tag: randomBytes(length) }
}

/** Combined length of the salt and the tag in a bcrypt hash, in characters. */
const BCRYPT_LETTERS = 53
const SALT_BYTES = 16
const NONE = new Uint8Array()
