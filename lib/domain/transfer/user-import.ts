import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { canonicalAddress } from '../../../policies/sign-in-address.ts'
import type { EphemeralStore } from '../../ports/ephemeral.ts'
import { everyAccount } from '../accounts/account-search.ts'
import type { EmbeddedDirectory } from '../accounts/embedded-directory.ts'
import type { AuditTrail } from '../audit/audit-trail.ts'
import type { EmailOutbox } from '../emails/email-outbox.ts'
import { accountChanges } from '../management/account-changes.ts'
import type { Actor } from '../management/account-result.ts'
import { type CsvIssue, readCsv } from './csv-text.ts'
import { type ImportOptions, type ImportParts, importLines } from './import-run.ts'
import { columnsIn, nameUsers, repeatedIn, userInRow } from './user-columns.ts'
import { userImportEntries } from './user-import-entries.ts'
import { type ImportFile, type RowProblem, SLICE, type UserImportState, userImportStore } from './user-import-store.ts'
import { accountOf } from './user-line.ts'

/** Maximum number of users in a file. */
export const IMPORT_MAX = 10_000
/** How long one step of an import lasts, in milliseconds. The next one continues. */
const STEP_MS = 8_000
const NAME_MAX_LENGTH = 100

export type FileIssue = CsvIssue | { readonly issue: 'no-rows' | 'too-many' }

export interface UserImportParts extends Omit<ImportParts, 'clients'> {
  readonly directory: EmbeddedDirectory
  readonly records: EphemeralStore
  readonly audit: Pick<AuditTrail, 'record' | 'all'>
  /** Undefined if Portico sends no emails. */
  readonly emails: { readonly outbox: EmailOutbox } | undefined
}

export type UserImport = ReturnType<typeof userImport>

/** An administrator's import of users from a CSV file: checked first, then imported in steps that can be repeated. */
export function userImport(parts: UserImportParts, actor: Actor) {
  const { audit, now } = parts
  const store = userImportStore(parts.records, actor.name)
  const put = async (file: Omit<ImportFile, 'id' | 'problems'>) =>
    store.put({
      ...file,
      id: randomBytes(16).toString('base64url'),
      problems: nameUsers(file.columns) ? await problemsIn(parts, file) : [],
    })
  const note = (event: 'account.import-started' | 'account.import-ended', { rows, sha256 }: ImportFile) =>
    audit.record({ event, result: 'ok', actor: actor.name, detail: `${rows.length} lines, sha256 ${sha256}` })
  return {
    /** Checks a file, and replaces the administrator's previous one. Creates no users. */
    async check(name: string, bytes: Uint8Array): Promise<FileIssue | undefined> {
      const table = readCsv(bytes)
      if ('issue' in table) return table
      const [{ cells: header } = { cells: [] }, ...rest] = table
      if (rest.length === 0) return { issue: 'no-rows' }
      if (rest.length > IMPORT_MAX) return { issue: 'too-many' }
      const rows = rest.map((row) => ({ ...row, sub: randomUUID() }))
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      await put({ name: name.slice(0, NAME_MAX_LENGTH), sha256, header, columns: columnsIn(header), rows })
      return undefined
    },
    /**
     * Checks the file again with other columns, under a new ID.
     * @returns `gone` if the store no longer has the file, or its import has begun; `repeated` if two columns
     * have the same detail
     */
    async choose(id: string, columns: ImportFile['columns']): Promise<'stored' | 'gone' | 'repeated'> {
      const found = await store.state()
      if (found?.id !== id || found.invites !== undefined) return 'gone'
      if (repeatedIn(columns) !== undefined) return 'repeated'
      const { name, sha256, header, rows } = found
      await put({ name, sha256, header, columns, rows })
      return 'stored'
    },
    state: store.state,
    /**
     * Imports until the step's time is over. However often and concurrently it is called, each user is created and
     * invited once.
     * @returns `gone` if the store no longer has the file, or has another one
     */
    async step(id: string, wantsInvites: boolean): Promise<'stored' | 'gone'> {
      const found = await store.state()
      if (found?.id !== id) return 'gone'
      if ((await store.begin(id, wantsInvites, now())) === 'claimed') await note('account.import-started', found)
      const end = now() + STEP_MS
      const state = await store.state()
      if (state?.id !== id) return 'gone'
      for (const slice of state.left) {
        if (now() >= end) break
        const refused = await imported(parts, actor, state, slice)
        const kept = refused && (await store.putResult(id, slice, refused))
        if (kept === 'claimed' && (await store.state())?.left.length === 0) await note('account.import-ended', found)
      }
      return 'stored'
    },
  }
}

type Rows = Pick<ImportFile, 'columns' | 'rows'>

/** Imports or checks rows. Returns those that are refused. */
async function refusedOf(
  parts: UserImportParts,
  { columns, rows }: Rows,
  options: Pick<ImportOptions, 'dryRun' | 'stored'>,
): Promise<readonly RowProblem[]> {
  async function* lines(): AsyncGenerator<string> {
    for (const { sub, cells } of rows) yield JSON.stringify({ type: 'user', sub, ...userInRow(columns, cells) })
  }
  const problems: RowProblem[] = []
  await importLines(lines(), parts, {
    ...options,
    refused: (number, { reason, code }) => problems.push({ line: rows[number - 1]?.line ?? 0, reason, code }),
  })
  return problems
}

/** Imports the rows of a slice. Undefined if an entry of the audit trail is missing, so that a later step writes it. */
async function imported(
  parts: UserImportParts,
  actor: Actor,
  { columns, invites, problems, rows, begunAt = 0 }: UserImportState,
  slice: number,
): Promise<readonly RowProblem[] | undefined> {
  const { emails } = parts
  const { note, isMissing } = userImportEntries(parts, actor, begunAt)
  const wrong = new Set(problems.map(({ line }) => line))
  const wanted = rows.slice(slice * SLICE, (slice + 1) * SLICE).filter(({ line }) => !wrong.has(line))
  const refused = await refusedOf(
    parts,
    { columns, rows: wanted },
    {
      dryRun: false,
      async stored(user, outcome) {
        const { sub, email } = user
        const changes = accountChanges(undefined, accountOf(user, undefined, parts.now()))
        await note({ event: 'account.created', user: sub, changes }, outcome)
        if (invites !== true || email === undefined || emails === undefined) return
        // The ID makes it one email, however often the step is repeated.
        await emails.outbox.queue({ id: `import-${sub}`, kind: 'invitation', subject: sub })
        await note({ event: 'account.invited', user: sub }, outcome)
      },
    },
  )
  // An earlier step created the accounts in conflict, which have changed since.
  return (await isMissing()) ? undefined : refused.filter(({ code }) => code !== 'conflict')
}

/** What is wrong with the rows, in their order. */
async function problemsIn(parts: UserImportParts, { columns, rows }: Rows): Promise<readonly RowProblem[]> {
  const refused = await refusedOf(parts, { columns, rows }, { dryRun: true })
  const problems = new Map(refused.map((problem) => [problem.line, problem]))
  // An address that is not verified cannot sign a user in, but a second user with it would be a duplicate.
  const held = new Map<string, 'exists' | 'duplicate'>()
  for (const { person } of await everyAccount(parts.directory))
    held.set(canonicalAddress(person.email ?? '') ?? '', 'exists')
  return rows.flatMap(({ line, cells }) => {
    const problem = problems.get(line)
    if (problem !== undefined) return problem.code === 'username-taken' ? { ...problem, code: 'exists' } : problem
    const address = canonicalAddress(userInRow(columns, cells).email ?? '')
    if (address === undefined) return []
    const code = held.get(address)
    if (code !== undefined) return { line, reason: code, code }
    held.set(address, 'duplicate')
    return []
  })
}
