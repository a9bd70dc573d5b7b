import { checkedForms, type StoredForm, sameForm } from '../../../../policies/foreign-password-hash.ts'
import { foreignMatches, hashOfNobody } from './foreign-passwords.ts'
import { hashPassword, ownMatches, readHash } from './passwords.ts'

export interface JudgedPassword {
  readonly matches: boolean
  /** A hash of the service's own form in the place of one that another system made; there only when that one matches. */
  readonly replacement?: string
}

/**
 * Judges a password with the same work whatever the hash is, and whether there is one (D-A2): one hash of the service's own, and one
 * of each form that the store has of other systems. A fixed delay would hide the difference only while nobody makes the line long.
 *
 * When the work cannot be done (a package is missing), only a right password is told so; all others fail alike.
 * @param stored forms of the hashes in the store that other systems made @param now milliseconds since the epoch
 * @throws MissingPackage
 */
export async function judgedPassword(
  password: string,
  hash: string | undefined,
  stored: readonly StoredForm[],
  now: number,
): Promise<JudgedPassword> {
  const kept = hash === undefined ? undefined : readHash(hash)
  const foreign = kept?.outcome === 'foreign' ? kept.hash : undefined
  const { forms, isExpired } = checkedForms(stored, foreign?.form, now)
  // An expired hash costs what no hash costs: the time of a refusal does not disclose it.
  if (isExpired) return judgedPassword(password, undefined, stored, now)
  // The hash that takes the place of a foreign one is made before anybody knows whether it is needed: its work is that of a comparison.
  const replacement = foreign === undefined ? undefined : await hashPassword(password)
  let matches = foreign === undefined && (await ownMatches(password, hash))
  let failure: { readonly error: unknown } | undefined
  // A form that the store does not tell of was removed from its list too early: its hashes are judged all the same.
  const missing = foreign !== undefined && !forms.some((form) => sameForm(form, foreign.form)) ? [foreign.form] : []
  for (const form of [...forms, ...missing]) {
    const isOwn = foreign !== undefined && sameForm(form, foreign.form)
    try {
      const isRight = await foreignMatches(password, isOwn ? foreign : hashOfNobody(form))
      matches ||= isOwn && isRight
    } catch (error) {
      failure = { error }
    }
  }
  if (!matches && failure !== undefined) throw failure.error
  return matches && replacement !== undefined ? { matches, replacement } : { matches }
}
