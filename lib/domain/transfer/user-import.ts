import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { isRoleName } from '../../../policies/roles.ts'
import { canonicalAddress } from '../../../policies/sign-in-address.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { everyAccount } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { EmailOutbox } from '../emails/email-outbox.ts'
import { type Actor, writeAudit } from '../management/account-result.ts'
import { type CsvIssue, type CsvRow, readCsv } from './csv-text.ts'
import { type ImportParts, importLines } from './import-run.ts'
import { columnsIn, userInRow } from './user-columns.ts'
import {
  type ImportFile,
  type ImportRow,
  type RowProblem,
  SLICE,
  type SliceResult,
  type UserImportState,
  userImportStore,
} from './user-import-store.ts'

/** Maximum number of users in a file. */
export const IMPORT_MAX = 10_000
/** How long one step of an import lasts, in milliseconds. The next one continues. */
const STEP_MS = 8_000
const FIRST = 5
const NAME_MAX_LENGTH = 100

export type FileIssue = CsvIssue | { readonly issue: 'no-rows' | 'no-column' | 'too-many' }

export interface UserImportParts extends Omit<ImportParts, 'clients'> {
  readonly directory: EmbeddedDirectory
  readonly records: EphemeralStore
  readonly audit: Pick<AuditTrail, 'record'>
  /** Undefined if Portico sends no emails. */
  readonly emails: { readonly outbox: EmailOutbox } | undefined
}

export type UserImport = ReturnType<typeof userImport>

/** An administrator's import of users from a CSV file: checked first, then imported in steps that can be repeated. */
export function userImport(parts: UserImportParts, actor: Actor) {
  const { audit, now } = parts
  const store = userImportStore(parts.records, actor.name)
  const note = (event: 'account.import-started' | 'account.import-ended', { size, sha256 }: ImportFile) =>
    audit.record({ event, result: 'ok', actor: actor.name, detail: `${size} lines, sha256 ${sha256}` })
  return {
    /** Checks a file, and replaces the administrator's previous one. Creates no users. */
    async check(name: string, bytes: Uint8Array): Promise<FileIssue | undefined> {
      const table = readCsv(bytes)
      if ('issue' in table) return table
      const [{ cells: header } = { cells: [] }, ...rest] = table
      const columns = columnsIn(header)
      if (!columns.includes('email') && !columns.includes('username')) return { issue: 'no-column' }
      if (rest.length === 0) return { issue: 'no-rows' }
      if (rest.length > IMPORT_MAX) return { issue: 'too-many' }
      const rows = rest.map((row): ImportRow => ({ ...row, sub: randomUUID() }))
      const problems = await problemsIn(parts, columns, rows)
      const roles = new Map<string, number>()
      for (const { line, cells } of rows)
        for (const role of problems.has(line) ? [] : (userInRow(columns, cells).roles ?? []))
          roles.set(role, (roles.get(role) ?? 0) + 1)
      const file = {
        id: randomBytes(16).toString('base64url'),
        name: name.slice(0, NAME_MAX_LENGTH),
        sha256: createHash('sha256').update(bytes).digest('hex'),
        ...{ header, columns, size: rows.length, roles: [...roles], first: rest.slice(0, FIRST) },
        problems: [...problems.values()],
      }
      await store.put(file, rows)
      return undefined
    },
    state: store.state,
    /** Rows that are not imported, with the cells of the file. */
    async problems(): Promise<readonly (RowProblem & Pick<CsvRow, 'cells'>)[]> {
      const { id = '', problems = [] } = (await store.state()) ?? {}
      const cellsOf = new Map((await store.rows(id))?.map(({ line, cells }) => [line, cells]))
      return problems.map((problem) => ({ ...problem, cells: cellsOf.get(problem.line) ?? [] }))
    },
    /**
     * Imports until the step's time is over. However often and concurrently it is called, each user is created and
     * invited once.
     * @returns `gone` if the store no longer has the file, or has another one
     */
    async step(id: string, wantsInvites: boolean): Promise<'stored' | 'gone'> {
      const [found, rows] = await Promise.all([store.state(), store.rows(id)])
      if (found?.id !== id || rows === undefined) return 'gone'
      if ((await store.begin(id, wantsInvites)) === 'claimed') await note('account.import-started', found)
      const end = now() + STEP_MS
      const state = await store.state()
      if (state?.id !== id) return 'gone'
      for (const slice of state.left) {
        if (now() >= end) break
        const some = rows.slice(slice * SLICE, (slice + 1) * SLICE)
        const kept = await store.putResult(id, slice, await imported(parts, actor, state, some))
        if (kept === 'claimed' && (await store.state())?.left.length === 0) await note('account.import-ended', found)
      }
      return 'stored'
    },
  }
}

async function* linesOf(columns: ImportFile['columns'], rows: readonly ImportRow[]): AsyncGenerator<string> {
  for (const { sub, cells } of rows) yield JSON.stringify({ type: 'user', sub, ...userInRow(columns, cells) })
}

/** Imports some rows. */
async function imported(
  parts: UserImportParts,
  actor: Actor,
  { columns, invites, problems }: UserImportState,
  rows: readonly ImportRow[],
): Promise<SliceResult> {
  const { audit, emails } = parts
  const wrong = new Set(problems.map(({ line }) => line))
  const wanted = rows.filter(({ line }) => !wrong.has(line))
  const refused: RowProblem[] = []
  await importLines(linesOf(columns, wanted), parts, {
    dryRun: false,
    refused(number, { reason, code }) {
      // An earlier step created the account, which has changed since.
      if (code !== 'conflict') refused.push({ line: wanted[number - 1]?.line ?? 0, reason, code })
    },
    async stored({ sub, email }, outcome) {
      if (outcome === 'created') await writeAudit(audit, actor, { event: 'account.created', user: sub })
      if (invites !== true || email === undefined || emails === undefined) return
      // The ID makes it one email, however often the step is repeated.
      await emails.outbox.queue({ id: `import-${sub}`, kind: 'invitation', subject: sub })
      if (outcome === 'created') await writeAudit(audit, actor, { event: 'account.invited', user: sub })
    },
  })
  return { rows: rows.length, created: wanted.length - refused.length, problems: refused }
}

/** What is wrong with the rows, by line. */
async function problemsIn(
  parts: UserImportParts,
  columns: ImportFile['columns'],
  rows: readonly ImportRow[],
): Promise<ReadonlyMap<number, RowProblem>> {
  const problems = new Map<number, RowProblem>()
  await importLines(linesOf(columns, rows), parts, {
    dryRun: true,
    refused(number, { reason, code }) {
      const line = rows[number - 1]?.line ?? 0
      problems.set(line, { line, reason, code: code === 'username-taken' ? 'exists' : code })
    },
  })
  // An address that is not verified cannot sign a user in, but a second user with it would be a duplicate.
  const held = new Map<string, 'exists' | 'duplicate'>()
  for (const { person } of await everyAccount(parts.directory))
    held.set(canonicalAddress(person.email ?? '') ?? '', 'exists')
  for (const { line, cells } of rows) {
    const { email = '', roles = [] } = userInRow(columns, cells)
    const address = canonicalAddress(email)
    const code = roles.every(isRoleName) ? address && held.get(address) : 'role-unusable'
    if (problems.has(line)) continue
    if (code) problems.set(line, { line, reason: code, code })
    else if (address !== undefined) held.set(address, 'duplicate')
  }
  return problems
}
