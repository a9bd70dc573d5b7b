import { checkedForms, type StoredForm, sameForm } from '../../../../policies/imported-password-hash.ts'
import { importedMatches, unmatchableHash } from './imported-passwords.ts'
import { hashPassword, ownMatch, readHash } from './passwords.ts'

export interface PasswordMatch {
  /** `one-time`: only if it is a one-time password, whose case, spaces and dashes do not matter. */
  readonly matches: boolean | 'one-time'
  /** A Portico hash to replace a matching hash of another system. `to-make`: that hash has Portico's parameters. */
  readonly replacement?: string | 'to-make'
}

/**
 * Checks a password with the same amount of work for every account, with or without a hash (D-A2): one Portico hash,
 * plus one hash for each imported format in the store. A fixed delay would hide differences only while the queue is
 * short. If an optional package is missing, a correct password that does not need it still matches; all other passwords
 * cause an error.
 * @param stored formats of the imported hashes in the store @param now milliseconds since the epoch
 * @throws MissingPackage
 */
export async function checkPassword(
  password: string,
  hash: string | undefined,
  stored: readonly StoredForm[],
  now: number,
): Promise<PasswordMatch> {
  const kept = hash === undefined ? undefined : readHash(hash)
  const imported = kept?.outcome === 'imported' ? kept.hash : undefined
  const { forms, isExpired } = checkedForms(stored, imported?.form, now)
  // Do the same work for an expired hash as for no hash, so the response time is the same.
  if (isExpired) return checkPassword(password, undefined, stored, now)
  // Hash the password even if it may be wrong, so the check takes as long as for an account with a Portico hash.
  const replacement = imported === undefined ? undefined : await hashPassword(password)
  const own = imported === undefined ? await ownMatch(password, hash) : undefined
  let matches = own !== undefined
  let failure: { readonly error: unknown } | undefined
  // If the format is missing from the list, it was removed too early. Hashes in that format are still checked.
  const missing = imported !== undefined && !forms.some((form) => sameForm(form, imported.form)) ? [imported.form] : []
  for (const form of [...forms, ...missing]) {
    const isOwn = imported !== undefined && sameForm(form, imported.form)
    try {
      const isRight = await importedMatches(password, isOwn ? imported : unmatchableHash(form))
      matches ||= isOwn && isRight
    } catch (error) {
      failure = { error }
    }
  }
  if (!matches && failure !== undefined) throw failure.error
  if (own === 'one-time') return { matches: own }
  // Not made here, so that this sign-in takes as long as any other.
  if (own === 'as-typed') return { matches, replacement: 'to-make' }
  return matches && replacement !== undefined ? { matches, replacement } : { matches }
}
