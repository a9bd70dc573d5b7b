import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { readList, recordIn, writeList, writeRecord } from '../stored-record.ts'
import type { CsvRow } from './csv-text.ts'
import type { RefusalCode } from './import-outcome.ts'
import type { UserColumn } from './user-columns.ts'

/** How long a file waits for its import, and its results for a download, in milliseconds. */
const KEEP_MS = 86_400_000
/** Rows of one result. */
export const SLICE = 500
const [FILE, ROWS, BEGUN, RESULT] = ['user-import', 'user-import-rows', 'user-import-begun', 'user-import-result']

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
  readonly problems: readonly RowProblem[]
}

/** What became of `SLICE` rows. Of concurrent steps, the first result is kept. */
export interface SliceResult {
  readonly rows: number
  readonly created: number
  readonly problems: readonly RowProblem[]
}

export interface UserImportState extends ImportFile {
  /** Whether users are invited; undefined until the import begins. */
  readonly invites: boolean | undefined
  /** Number of rows whose import has ended. */
  readonly done: number
  readonly created: number
  /** Slices without a result. */
  readonly left: readonly number[]
}

/** An administrator's last file. @param owner the administrator's subject */
export function userImportStore(records: EphemeralStore, owner: string) {
  return {
    async put(file: ImportFile, rows: readonly ImportRow[]): Promise<void> {
      await records.put(ROWS, file.id, writeList(rows), KEEP_MS)
      await records.put(FILE, owner, writeRecord(file), KEEP_MS)
    },
    async state(): Promise<UserImportState | undefined> {
      const file = recordIn<ImportFile>(await records.read(FILE, owner))
      if (file === undefined) return undefined
      const slices = Array.from({ length: Math.ceil(file.size / SLICE) }, (_, slice) => `${file.id} ${slice}`)
      const [begun, ...texts] = await Promise.all([
        records.read(BEGUN, file.id),
        ...slices.map((key) => records.read(RESULT, key)),
      ])
      const results = texts.flatMap((text) => recordIn<SliceResult>(text) ?? [])
      return {
        ...file,
        invites: begun === undefined ? undefined : begun === 'true',
        done: results.reduce((sum, { rows }) => sum + rows, 0),
        created: results.reduce((sum, { created }) => sum + created, 0),
        problems: [...file.problems, ...results.flatMap(({ problems }) => problems)],
        left: texts.flatMap((text, slice) => (text === undefined ? [slice] : [])),
      }
    },
    putResult: (id: string, slice: number, result: SliceResult) =>
      records.claim(RESULT, `${id} ${slice}`, writeRecord(result), KEEP_MS),
    /** Undefined if the store no longer has them. */
    async rows(id: string): Promise<readonly ImportRow[] | undefined> {
      const text = await records.read(ROWS, id)
      return text === undefined ? undefined : readList<ImportRow>(text)
    },
    /** Of several requests that begin the import, the first one decides whether users are invited. */
    begin: (id: string, invites: boolean) => records.claim(BEGUN, id, String(invites), KEEP_MS),
  }
}
