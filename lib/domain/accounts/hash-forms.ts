import {
  decideForm,
  FORM_DAYS,
  type HashForm,
  nameOfForm,
  type StoredForm,
} from '../../../policies/foreign-password-hash.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readList, writeList } from '../stored-record.ts'

const COLLECTION = 'password-forms'
const ID = 'forms'
const LIFETIME_MS = FORM_DAYS * 86_400_000

/** Which forms of hashes of other systems the store has. Every sign-in computes all of them (D-A2), so there is room for a few. */
export interface HashForms {
  list(): Promise<readonly StoredForm[]>
  /** Before the first hash of this form is stored: it expires later. `too-many`: together they would take too long. */
  add(form: HashForm): Promise<'known' | 'added' | 'too-many'>
  /** Forgets the forms that no hash has any more. @param used finds those that are; `changed`: one was added meanwhile */
  keepOnly(used: () => Promise<readonly HashForm[]>): Promise<'kept' | 'changed'>
}

/** @param now milliseconds since the epoch */
export function hashForms(documents: DocumentStore, now: () => number): HashForms {
  const read = async (): Promise<readonly [text: string | undefined, forms: readonly StoredForm[]]> => {
    const text = await documents.read(COLLECTION, ID)
    return [text, text === undefined ? [] : readList<StoredForm>(text)]
  }
  const replace = (was: string | undefined, forms: readonly StoredForm[]): Promise<'replaced' | 'changed'> =>
    documents.replace(COLLECTION, ID, was, forms.length === 0 ? undefined : writeList(forms))
  return {
    list: async () => (await read())[1],
    async add(form) {
      for (;;) {
        const [text, stored] = await read()
        const forms = stored.map((one) => one.form)
        const decision = decideForm(forms, form)
        if (decision === 'too-many') return decision
        const others = stored.filter((one) => nameOfForm(one.form) !== nameOfForm(form))
        if ((await replace(text, [...others, { form, until: now() + LIFETIME_MS }])) === 'replaced')
          return decision === 'known' ? 'known' : 'added'
      }
    },
    async keepOnly(used) {
      const [text, stored] = await read()
      const names = new Set((await used()).map(nameOfForm))
      const left = stored.filter(({ form }) => names.has(nameOfForm(form)))
      return (await replace(text, left)) === 'replaced' ? 'kept' : 'changed'
    },
  }
}
