import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { readList, recordIn, writeList, writeRecord } from '../stored-record.ts'
import type { CsvRow } from './csv-text.ts'
import type { RefusalCode } from './import-outcome.ts'
import type { UserColumn } from './user-columns.ts'

/** How long a file waits for its import, and its results for a download, in milliseconds. */
const KEEP_MS = 86_400_000
/** Rows of one result. */
export const SLICE = 500
const [FILE, BEGUN, RESULT, ENTRY] = ['user-import', 'user-import-begun', 'user-import-result', 'user-import-entry']
/** How long a step has to write an entry of the audit trail, in milliseconds. Another one then writes it. */
const ENTRY_MS = 60_000

/** Why a row isn't imported. `reason` is in English; a `code` has a text in the panel. */
export interface RowProblem {
  readonly line: number
  readonly reason: string
  readonly code?: RefusalCode | 'exists' | undefined
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
  readonly rows: readonly ImportRow[]
  readonly problems: readonly RowProblem[]
}

export interface UserImportState extends ImportFile {
  /** Whether users are invited; undefined until the import begins. */
  readonly invites: boolean | undefined
  /** When the import began, in milliseconds since the epoch. */
  readonly begunAt: number | undefined
  /** Number of rows whose import has ended. */
  readonly done: number
  readonly created: number
  /** Slices without a result. */
  readonly left: readonly number[]
}

/** An administrator's last file. @param owner the administrator's subject */
export function userImportStore(records: EphemeralStore, owner: string) {
  return {
    put: (file: ImportFile) => records.put(FILE, owner, writeRecord(file), KEEP_MS),
    async state(): Promise<UserImportState | undefined> {
      const file = recordIn<ImportFile>(await records.read(FILE, owner))
      if (file === undefined) return undefined
      const slices = Array.from({ length: Math.ceil(file.rows.length / SLICE) }, (_, slice) => slice)
      const [beginning, ...results] = await Promise.all([
        records.read(BEGUN, file.id),
        ...slices.map((slice) => records.read(RESULT, `${file.id} ${slice}`)),
      ])
      const begun = recordIn<{ readonly invites: boolean; readonly at: number }>(beginning)
      const found = results.flatMap((text) => (text === undefined ? [] : readList<RowProblem>(text)))
      const problems = [...file.problems, ...found]
      const wrong = new Set(problems.map(({ line }) => line))
      const ended = file.rows.filter((_, at) => results[Math.floor(at / SLICE)] !== undefined)
      return {
        ...file,
        problems,
        invites: begun?.invites,
        begunAt: begun?.at,
        done: ended.length,
        created: ended.filter(({ line }) => !wrong.has(line)).length,
        left: slices.filter((slice) => results[slice] === undefined),
      }
    },
    /** The problems found when the rows of a slice were imported. Of concurrent steps, the first result is kept. */
    putResult: (id: string, slice: number, problems: readonly RowProblem[]) =>
      records.claim(RESULT, `${id} ${slice}`, writeList(problems), KEEP_MS),
    /** Of several requests that begin the import, the first one decides whether users are invited. */
    begin: (id: string, invites: boolean, at: number) =>
      records.claim(BEGUN, id, writeRecord({ invites, at }), KEEP_MS),
    /** Of several steps, one writes an entry. After an error, it lets another one try. */
    async writeEntry(key: string, write: () => Promise<void>): Promise<'written' | 'taken'> {
      if ((await records.claim(ENTRY, key, '', ENTRY_MS)) === 'taken') return 'taken'
      try {
        await write()
      } catch (error) {
        await records.take(ENTRY, key).catch(() => undefined)
        throw error
      }
      return 'written'
    },
  }
}
