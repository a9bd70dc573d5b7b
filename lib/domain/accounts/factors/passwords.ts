import { randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { decideHash, type HashDecision, OWN_COSTS } from '../../../../policies/imported-password-hash.ts'
import { readOneTimePassword } from '../../../../policies/recovery-code.ts'
import { canonicalPassword } from '../../../../policies/username.ts'
import { argon2Of, importedMatches } from './imported-passwords.ts'

const { memory, passes, tagLength } = OWN_COSTS

const derive = (password: string, nonce: Buffer): Promise<Buffer> =>
  argon2Of(password, nonce, { algorithm: 'argon2id', ...OWN_COSTS })

const written = (nonce: Buffer, tag: Buffer): string =>
  `$argon2id$v=19$m=${memory},t=${passes},p=1$${nonce.toString('base64')}$${tag.toString('base64')}`

/** Hashes a password with argon2id, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  return written(nonce, await derive(canonicalPassword(password), nonce))
}

const UNMATCHABLE = written(randomBytes(16), randomBytes(tagLength))

/**
 * Whether the password matches a Portico or imported hash. Without a hash, returns false after as much time as checking
 * a Portico hash takes (D-A2). For anonymous clients, use `checkPassword`, which takes the same time for every account.
 */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const kept = readHash(hash ?? UNMATCHABLE)
  return kept.outcome === 'imported'
    ? importedMatches(password, kept.hash)
    : !([undefined, 'one-time'] as unknown[]).includes(await ownMatch(password, hash))
}

/** Parses a stored hash. @throws if its format is one that neither Portico nor an import writes */
export function readHash(text: string): Exclude<HashDecision, { readonly outcome: 'refused' }> {
  const decision = decideHash(text)
  if (decision.outcome === 'refused') throw new Error(`a password hash in the store is not usable: ${decision.reason}`)
  return decision
}

/**
 * Checks a hash with Portico's parameters. A second form of the password is checked too: as the one-time password that
 * it can be, or as typed (another system with these parameters did not normalize it). Which forms are hashed depends
 * only on the typed text, so that the time reveals nothing about the account.
 */
export async function ownMatch(
  password: string,
  hash: string | undefined,
): Promise<'normal' | 'one-time' | 'as-typed' | undefined> {
  const [nonce = '', kept = ''] = (hash ?? UNMATCHABLE).split('$').slice(-2)
  const expected = Buffer.from(kept, 'base64')
  const matches = async (text: string): Promise<boolean> => {
    const tag = await derive(text, Buffer.from(nonce, 'base64'))
    return tag.length === expected.length && timingSafeEqual(tag, expected) && hash !== undefined
  }
  const normal = canonicalPassword(password)
  const oneTime = readOneTimePassword(password)
  const other = oneTime ?? password
  const isNormal = await matches(normal)
  const isOther = other !== normal && (await matches(other))
  if (isNormal || !isOther) return isNormal ? 'normal' : undefined
  return oneTime === undefined ? 'as-typed' : 'one-time'
}

/** Letters and digits that are not easily confused. A one-time password of four groups has 79 bits of entropy. */
const READABLE = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

/** Random groups of four readable characters, separated by dashes. */
export function readableGroups(groups: number): string {
  const group = (): string => Array.from({ length: GROUP_LENGTH }, () => READABLE[randomInt(READABLE.length)]).join('')
  return Array.from({ length: groups }, group).join('-')
}

export const newOneTimePassword = (): string => readableGroups(GROUPS)
