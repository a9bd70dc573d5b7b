import {
  costOf,
  decideForm,
  decideHash,
  FORMS_COST_MAX,
  type HashForm,
  type HashRefusal,
  nameOfForm,
} from '../../../policies/imported-password-hash.ts'
import { loadBcrypt } from '../accounts/factors/imported-passwords.ts'
import type { HashForms } from '../accounts/hash-forms.ts'

export type AdmittedHash =
  | { readonly outcome: 'admitted'; readonly text: string }
  | { readonly outcome: 'refused'; readonly reason: string }

/** Decides which of a file's hashes can be stored. Each hash format is stored before the first hash that uses it. */
export type ImportHashes = ReturnType<typeof importHashes>

const REASONS: Readonly<Record<HashRefusal | 'too-many', string>> = {
  'unknown-form':
    'password_hash is in no form that is known: argon2 or PBKDF2 as PHC string, bcrypt, salt:hash of better-auth, a credential of Keycloak',
  'not-base64': 'password_hash has a part that is no base64',
  'salt-too-short': 'password_hash has a salt of less than 8 bytes',
  'tag-too-short': 'password_hash has less than 16 bytes of a hash',
  'too-much-memory': 'password_hash takes more than 64 MiB, and several are checked at a time',
  'takes-too-long': `password_hash costs more than ${FORMS_COST_MAX} of the service's own hashes at each sign-in: import these users without it, and invite them`,
  'too-many': `password_hash is of one form more than can be checked at each sign-in (all forms together: ${FORMS_COST_MAX} of the service's own hashes): import these users without it, and invite them`,
}

/** @param writes whether formats are stored or only counted */
export function importHashes(forms: HashForms, writes: boolean) {
  const decided = new Map<string, Promise<'fits' | 'too-many'>>()
  const added: HashForm[] = []
  const decideAlone = async (form: HashForm): Promise<'fits' | 'too-many'> => {
    if (form.algorithm === 'bcrypt') await loadBcrypt()
    if (writes) {
      if ((await forms.add(form)) === 'too-many') return 'too-many'
    } else {
      const present = (await forms.list()).map((one) => one.form)
      if (decideForm([...present, ...added], form) === 'too-many') return 'too-many'
    }
    added.push(form)
    return 'fits'
  }
  // Formats are accepted one at a time, because each must fit within the budget alongside the earlier ones.
  let last: Promise<unknown> = Promise.resolve()
  const decide = (form: HashForm): Promise<'fits' | 'too-many'> => {
    const name = nameOfForm(form)
    const known = decided.get(name) ?? last.then(() => decideAlone(form))
    decided.set(name, known)
    last = known
    return known
  }
  return {
    /** @throws MissingPackage if this deployment cannot verify the hash */
    async admit(given: unknown): Promise<AdmittedHash> {
      const decision = decideHash(given)
      if (decision.outcome === 'refused') return { outcome: 'refused', reason: REASONS[decision.reason] }
      if (decision.outcome === 'own') return { outcome: 'admitted', text: decision.text }
      const fits = (await decide(decision.hash.form)) === 'fits'
      return fits
        ? { outcome: 'admitted', text: decision.hash.text }
        : { outcome: 'refused', reason: REASONS['too-many'] }
    },
    /** The formats of accepted hashes, and the cost that each adds to every sign-in, relative to Portico's hash. */
    costs: (): Readonly<Record<string, number>> =>
      Object.fromEntries(added.map((form) => [nameOfForm(form), Math.ceil(costOf(form) * 10) / 10])),
    /** Adds the formats again, because a concurrent cleanup may have removed one before its first hash was stored. */
    async restoreForms(): Promise<void> {
      if (writes) for (const form of added) await forms.add(form)
    },
  }
}
