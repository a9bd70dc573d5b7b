/** Password hashes of other systems, made without Portico's code. */
import { argon2Sync, pbkdf2Sync, randomBytes, scryptSync } from 'node:crypto'
import bcrypt from 'bcrypt'

const plain = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

type Argon2 = 'argon2d' | 'argon2i' | 'argon2id'

/** The form of hash-wasm, which Logto uses; by default cheaper than Logto's 4096 KiB and 256 passes. */
export function argon2Hash(password: string, algorithm: Argon2 = 'argon2i', memory = 256, passes = 3): string {
  const nonce = randomBytes(16)
  const tag = argon2Sync(algorithm, { message: password, nonce, memory, passes, parallelism: 1, tagLength: 32 })
  return `$${algorithm}$v=19$m=${memory},t=${passes},p=1$${plain(nonce)}$${plain(tag)}`
}

/** The form of Auth0, which uses cost 10. */
export const bcryptHash = (password: string, letter: 'a' | 'b' | 'y' = 'b', cost = 4): string =>
  bcrypt.hashSync(password, cost).replace('$2b', `$2${letter}`)

/** The form of passlib. */
export function passlibHash(password: string, rounds = 2_000): string {
  const salt = randomBytes(16)
  const ab64 = (bytes: Uint8Array): string => plain(bytes).replaceAll('+', '.')
  return `$pbkdf2-sha256$${rounds}$${ab64(salt)}$${ab64(pbkdf2Sync(password, salt, rounds, 32, 'sha256'))}`
}

/** The form of better-auth. */
export function betterAuthHash(password: string): string {
  const salt = randomBytes(16).toString('hex')
  const key = scryptSync(password.normalize('NFKC'), salt, 64, {
    N: 16_384,
    r: 16,
    p: 1,
    maxmem: 128 * 16_384 * 16 * 2,
  })
  return `${salt}:${key.toString('hex')}`
}

/** A credential in a realm export: the two parts are JSON as text. */
interface KeycloakCredential {
  readonly id: string
  readonly type: string
  readonly userLabel: string
  readonly createdDate: number
  readonly secretData: string
  readonly credentialData: string
}

function credential(secret: object, data: object): KeycloakCredential {
  return {
    id: 'b0a6e6e2-5a1b-4a57-8c64-2f8f6a3f3a11',
    type: 'password',
    userLabel: 'My password',
    createdDate: 1_700_000_000_000,
    secretData: JSON.stringify(secret),
    credentialData: JSON.stringify(data),
  }
}

/** Keycloak derives 64 bytes for every digest. */
export function keycloakPbkdf2(
  password: string,
  algorithm: 'pbkdf2' | 'pbkdf2-sha256' | 'pbkdf2-sha512' = 'pbkdf2-sha512',
  hashIterations = 1_000,
): KeycloakCredential {
  const salt = randomBytes(16)
  const value = pbkdf2Sync(password, salt, hashIterations, 64, algorithm === 'pbkdf2' ? 'sha1' : algorithm.slice(7))
  return credential(
    { value: value.toString('base64'), salt: salt.toString('base64'), additionalParameters: {} },
    { hashIterations, algorithm, additionalParameters: {} },
  )
}

/** Keycloak's default since version 25, with 7168 KiB and 5 passes there. */
export function keycloakArgon2(password: string, memory = 128, hashIterations = 5): KeycloakCredential {
  const nonce = randomBytes(16)
  const costs = { memory, passes: hashIterations, parallelism: 1, tagLength: 32 }
  const value = argon2Sync('argon2id', { message: password, nonce, ...costs })
  const additionalParameters = {
    hashLength: ['32'],
    memory: [String(memory)],
    type: ['id'],
    version: ['1.3'],
    parallelism: ['1'],
  }
  return credential(
    { value: value.toString('base64'), salt: nonce.toString('base64'), additionalParameters: {} },
    { hashIterations, algorithm: 'argon2', additionalParameters },
  )
}
