import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { readList, recordIn, writeList, writeRecord } from '../stored-record.ts'
import type { CsvRow } from './csv-text.ts'
import type { RefusalCode } from './import-outcome.ts'
import type { UserColumn } from './user-columns.ts'

/** Rows in one record of the store. */
const PART = 500
/** How long a file waits for its import, and its results for a download, in milliseconds. */
const KEEP_MS = 86_400_000
const [FILE, BEGUN, ROWS, RESULT] = ['user-import', 'user-import-begun', 'user-import-rows', 'user-import-result']

/** Why a row isn't imported. `reason` is in English; a `code` has a text in the panel. */
export interface RowProblem {
  readonly line: number
  readonly reason: string
  readonly code?: RefusalCode | 'exists' | 'role-unusable' | undefined
}

/** The subject is chosen before the import, so that a repeated step finds the accounts that it has created. */
export type ImportRow = CsvRow & { readonly sub: string }

/** A file that has been checked. */
export interface ImportFile {
  readonly id: string
  readonly name: string
  readonly sha256: string
  readonly header: readonly string[]
  readonly columns: readonly (UserColumn | null)[]
  /** Number of users. */
  readonly size: number
  /** Roles in the file, with the number of users who get them. */
  readonly roles: readonly (readonly [role: string, users: number])[]
  readonly first: readonly CsvRow[]
}

export interface PartResult {
  readonly done: boolean
  readonly created: number
  readonly problems: readonly RowProblem[]
}

export interface UserImportState extends ImportFile {
  /** Whether users are invited; undefined until the import begins. */
  readonly invites: boolean | undefined
  readonly created: number
  readonly problems: readonly RowProblem[]
  /** Rows whose import has not ended. */
  readonly left: number
}

/** An administrator's last file, in parts. @param owner the administrator's subject */
export function userImportStore(records: EphemeralStore, owner: string) {
  const partsOf = ({ size }: ImportFile): readonly number[] => [...Array(Math.ceil(size / PART)).keys()]
  const putResult = (id: string, part: number, result: PartResult): Promise<void> =>
    records.put(RESULT, `${id} ${part}`, writeRecord(result), KEEP_MS)
  const results = (file: ImportFile): Promise<readonly PartResult[]> =>
    Promise.all(
      partsOf(file).map(async (part) => {
        const text = await records.read(RESULT, `${file.id} ${part}`)
        return recordIn<PartResult>(text) ?? { done: false, created: 0, problems: [] }
      }),
    )
  return {
    file: async () => recordIn<ImportFile>(await records.read(FILE, owner)),
    results,
    putResult,
    async put(file: ImportFile, rows: readonly ImportRow[], problems: ReadonlyMap<number, RowProblem>): Promise<void> {
      for (const part of partsOf(file)) {
        const some = rows.slice(part * PART, (part + 1) * PART)
        const wrong = some.flatMap(({ line }) => problems.get(line) ?? [])
        await records.put(ROWS, `${file.id} ${part}`, writeList(some), KEEP_MS)
        await putResult(file.id, part, { done: false, created: 0, problems: wrong })
      }
      await records.put(FILE, owner, writeRecord(file), KEEP_MS)
    },
    /** Undefined if the store no longer has them. */
    async rows({ id }: ImportFile, part: number): Promise<readonly ImportRow[] | undefined> {
      const text = await records.read(ROWS, `${id} ${part}`)
      return text === undefined ? undefined : readList<ImportRow>(text)
    },
    /** Of several requests that begin the import, the first one decides whether users are invited. */
    async begin(
      { id }: ImportFile,
      invites: boolean,
    ): Promise<{ readonly isFirst: boolean; readonly invites: boolean }> {
      const isFirst = (await records.claim(BEGUN, id, String(invites), KEEP_MS)) === 'claimed'
      return { isFirst, invites: isFirst ? invites : (await records.read(BEGUN, id)) === 'true' }
    },
    async state(file: ImportFile): Promise<UserImportState> {
      const [begun, found] = await Promise.all([records.read(BEGUN, file.id), results(file)])
      const sizeOf = (part: number): number => Math.min(PART, file.size - part * PART)
      return {
        ...file,
        invites: begun === undefined ? undefined : begun === 'true',
        created: found.reduce((sum, { created }) => sum + created, 0),
        problems: found.flatMap(({ problems }) => problems),
        left: found.reduce((sum, { done }, part) => (done ? sum : sum + sizeOf(part)), 0),
      }
    },
  }
}
