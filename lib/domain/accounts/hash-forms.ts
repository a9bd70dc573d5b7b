import { decideForm, type HashForm, sameForm } from '../../../policies/foreign-password-hash.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { readList, writeList } from '../stored-record.ts'

const COLLECTION = 'password-forms'
const ID = 'forms'

/** Which forms of hashes of other systems the store has. Every sign-in computes all of them (D-A2), so there is room for a few. */
export interface HashForms {
  list(): Promise<readonly HashForm[]>
  /** Before the first hash of this form is stored. `too-many`: together they would take too long. */
  add(form: HashForm): Promise<'known' | 'added' | 'too-many'>
  /** Forgets the forms that no hash has any more. @param used finds those that are; `changed`: one was added meanwhile */
  keepOnly(used: () => Promise<readonly HashForm[]>): Promise<'kept' | 'changed'>
}

export function hashForms(documents: DocumentStore): HashForms {
  const read = async (): Promise<readonly [text: string | undefined, forms: readonly HashForm[]]> => {
    const text = await documents.read(COLLECTION, ID)
    return [text, text === undefined ? [] : readList<HashForm>(text)]
  }
  return {
    list: async () => (await read())[1],
    async add(form) {
      for (;;) {
        const [text, forms] = await read()
        const decision = decideForm(forms, form)
        if (decision !== 'fits') return decision
        if ((await documents.replace(COLLECTION, ID, text, writeList([...forms, form]))) === 'replaced') return 'added'
      }
    },
    async keepOnly(used) {
      const [text, forms] = await read()
      const found = await used()
      const left = forms.filter((form) => found.some((one) => sameForm(one, form)))
      const next = left.length === 0 ? undefined : writeList(left)
      return (await documents.replace(COLLECTION, ID, text, next)) === 'replaced' ? 'kept' : 'changed'
    },
  }
}
