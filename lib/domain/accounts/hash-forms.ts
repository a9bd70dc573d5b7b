import {
  decideForm,
  FORM_DAYS,
  type HashForm,
  nameOfForm,
  type StoredForm,
} from '../../../policies/imported-password-hash.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeList, readDocumentList } from '../documents.ts'
import { readList, writeList } from '../stored-record.ts'

const COLLECTION = 'password-forms'
const ID = 'forms'
const LIFETIME_MS = FORM_DAYS * 86_400_000

/** Formats of imported hashes in the store, limited in number because every sign-in computes a hash in each (D-A2). */
export type HashForms = ReturnType<typeof hashForms>

/** @param now milliseconds since the epoch */
export function hashForms(documents: DocumentStore, now: () => number) {
  return {
    list: (): Promise<readonly StoredForm[]> => readDocumentList<StoredForm>(documents, COLLECTION, ID),
    /**
     * Call before storing a hash in this format; extends the format's expiry. `too-many`: computing a hash in every
     * format would take too long.
     */
    async add(form: HashForm): Promise<'known' | 'added' | 'too-many'> {
      const { before } = await changeList<StoredForm>(documents, COLLECTION, ID, (stored) => {
        const known = stored.map((one) => one.form)
        if (decideForm(known, form) === 'too-many') return stored
        const others = stored.filter((one) => nameOfForm(one.form) !== nameOfForm(form))
        return [...others, { form, until: now() + LIFETIME_MS }]
      })
      const decision = decideForm(
        before.map((one) => one.form),
        form,
      )
      return decision === 'fits' ? 'added' : decision
    },
    /** Removes unused formats. @param used finds formats in use @returns `changed` if a format was added meanwhile */
    async keepOnly(used: () => Promise<readonly HashForm[]>): Promise<'kept' | 'changed'> {
      const text = await documents.read(COLLECTION, ID)
      const names = new Set((await used()).map(nameOfForm))
      const stored = text === undefined ? [] : readList<StoredForm>(text)
      const left = stored.filter(({ form }) => names.has(nameOfForm(form)))
      const next = left.length === 0 ? undefined : writeList(left)
      return (await documents.replace(COLLECTION, ID, text, next)) === 'replaced' ? 'kept' : 'changed'
    },
  }
}
