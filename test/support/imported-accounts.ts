/** Accounts with imported password hashes, written to a store as by an import. */
import { hashForms } from '../../lib/domain/accounts/hash-forms.ts'
import type { EmbeddedDirectory, Storage } from '../../lib/index.ts'
import { decideHash } from '../../policies/imported-password-hash.ts'

/** @param isFormKnown whether the store learns the form, as after every import */
export async function putImported(
  { documents }: Pick<Storage, 'documents'>,
  directory: Pick<EmbeddedDirectory, 'create'>,
  username: string,
  hash: unknown,
  isFormKnown = true,
): Promise<string> {
  const decision = decideHash(hash)
  if (decision.outcome !== 'imported') throw new Error(JSON.stringify(decision))
  if (isFormKnown) await hashForms(documents, Date.now).add(decision.hash.form)
  const sub = `u-${username}`
  const person = { email: `${username}@example.com`, email_verified: true }
  const at = { createdAt: 1_700_000_000_000, changedAt: 1_700_000_000_000 }
  const { text: passwordHash } = decision.hash
  const made = await directory.create({
    sub,
    username,
    passwordHash,
    status: 'active',
    source: 'administrator',
    person,
    ...at,
  })
  if (made !== 'created') throw new Error(made)
  return sub
}
