import {
  decideForm,
  FORM_DAYS,
  type HashForm,
  nameOfForm,
  type StoredForm,
} from '../../../policies/foreign-password-hash.ts'
import type { DocumentStore } from '../../ports/documents.ts'
import { changeDocument, readDocument } from '../documents.ts'
import { readRecord, writeRecord } from '../stored-record.ts'

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

/** The dates are next to the list: a version without them ignores them. */
interface Stored {
  readonly list: readonly HashForm[]
  readonly until?: Readonly<Record<string, number>>
}

const formsIn = ({ list, until = {} }: Stored = { list: [] }): readonly StoredForm[] =>
  list.map((form) => ({ form, until: until[nameOfForm(form)] }))

const decisionOn = (stored: Stored | undefined, form: HashForm): ReturnType<typeof decideForm> =>
  decideForm(stored?.list ?? [], form)

/** @param now milliseconds since the epoch */
export function hashForms(documents: DocumentStore, now: () => number): HashForms {
  const recordOf = (forms: readonly StoredForm[]): Stored => {
    const dates = forms.map(({ form, until = now() + LIFETIME_MS }) => [nameOfForm(form), until] as const)
    return { list: forms.map(({ form }) => form), until: Object.fromEntries(dates) }
  }
  return {
    list: async () => formsIn(await readDocument<Stored>(documents, COLLECTION, ID)),
    async add(form) {
      const { before } = await changeDocument<Stored>(documents, COLLECTION, ID, (stored) => {
        if (decisionOn(stored, form) === 'too-many') return 'keep'
        const others = formsIn(stored).filter((one) => nameOfForm(one.form) !== nameOfForm(form))
        return recordOf([...others, { form }])
      })
      const decision = decisionOn(before, form)
      return decision === 'fits' ? 'added' : decision
    },
    async keepOnly(used) {
      const text = await documents.read(COLLECTION, ID)
      const names = new Set((await used()).map(nameOfForm))
      const stored = text === undefined ? undefined : readRecord<Stored>(text)
      const left = formsIn(stored).filter(({ form }) => names.has(nameOfForm(form)))
      const next = left.length === 0 ? undefined : writeRecord(recordOf(left))
      return (await documents.replace(COLLECTION, ID, text, next)) === 'replaced' ? 'kept' : 'changed'
    },
  }
}
