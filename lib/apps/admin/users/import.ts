import { ADMIN_ROLE } from '../../../../policies/panel-access.ts'
import { nameUsers, repeatedIn, USER_COLUMNS, userInRow } from '../../../domain/transfer/user-columns.ts'
import type { UserImport } from '../../../domain/transfer/user-import.ts'
import type { RowProblem, UserImportState } from '../../../domain/transfer/user-import-store.ts'
import { redirect } from '../../../web/http/responses.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { type Columns, sendTable } from '../shell/download.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { type ImportIssue, problemText, UserImportPage } from './import-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, usersOf } from './subject.ts'

const PATH = '/users/import'

const importOf = (page: UsersRequest): UserImport =>
  page.services.operations.userImport(directoryOf(page), actorOf(page))

/** GET /users/import: asks for a file, or shows the administrator's last one and how far its import is. */
export async function importForm(page: UsersRequest): Promise<void> {
  assertMayChange(page)
  await showFile(page, 200, await importOf(page).state())
}

async function showFile(page: UsersRequest, status: number, state: UserImportState | undefined): Promise<void> {
  await show(page, status, UserImportPage, {
    ...formsOf(page),
    file: state && {
      ...state,
      ...rolesIn(state, await usersOf(page).knownRoles()),
      details: USER_COLUMNS,
      isNamed: nameUsers(state.columns),
      repeated: repeatedIn(state.columns),
      choose: formAt(page, `${PATH}/columns`, { id: state.id }),
      run: formAt(page, `${PATH}/run`, { id: state.id }),
    },
  })
}

const formsOf = (page: UsersRequest) => ({
  upload: formAt(page, PATH),
  mayInvite: page.services.outbox.emailLedger !== undefined,
})

function rolesIn({ rows, columns, problems }: UserImportState, known: readonly string[]) {
  const wrong = new Set(problems.map(({ line }) => line))
  const given = rows.flatMap(({ line, cells }) => (wrong.has(line) ? [] : (userInRow(columns, cells).roles ?? [])))
  const users = Map.groupBy(given, (role) => role)
  return {
    newRoles: [...users].flatMap(([role, { length }]) => (known.includes(role) ? [] : [[role, length] as const])),
    administrators: users.get(ADMIN_ROLE)?.length ?? 0,
  }
}

/** POST /users/import: checks the file. Nothing is imported yet. */
export async function checkImport(page: UsersRequest): Promise<void> {
  const file = page.files.get('file')
  const issue: ImportIssue | undefined =
    file === undefined ? { issue: 'no-file' } : await importOf(page).check(file.name, file.bytes)
  if (issue === undefined) return redirect(page.context, page.href(PATH))
  await show(page, 422, UserImportPage, { ...formsOf(page), file: undefined, issue })
}

/** POST /users/import/columns: checks the file again with the columns that the administrator has chosen. */
export async function chooseColumns(page: UsersRequest): Promise<void> {
  const state = await importOf(page).state()
  const columns = (state?.columns ?? []).map((column, index) => {
    const chosen = page.form.get(`column_${index}`)
    return chosen === undefined ? column : (USER_COLUMNS.find((name) => name === chosen) ?? null)
  })
  const outcome = await importOf(page).choose(page.form.get('id') ?? '', columns)
  if (outcome === 'gone') return fileGone(page)
  if (outcome === 'repeated' && state) return showFile(page, 422, { ...state, columns })
  redirect(page.context, page.href(PATH))
}

const fileGone = (page: UsersRequest): Promise<void> =>
  redirectWithFlash(page, PATH, 'info', viewOf(page).t.users.import.gone)

/** POST /users/import/run: imports for some seconds. The page then shows how many are left, and continues. */
export async function runImport(page: UsersRequest): Promise<void> {
  const state = await importOf(page).step(page.form.get('id') ?? '', page.form.get('how') === 'invite')
  if (state === 'gone') return fileGone(page)
  redirect(page.context, page.href(PATH))
}

/** GET /users/import/template: a file with the header only. */
export const importTemplate = (page: UsersRequest): Promise<void> =>
  sendTable(page.context, 'users', 'csv', { email: none, name: none, username: none, roles: none }, [])

const none = (): undefined => undefined

/** GET /users/import/problems: the rows that are not imported, as in the file, and why. */
export async function importProblems(page: UsersRequest): Promise<void> {
  const { header = [], rows = [], problems = [] } = (await importOf(page).state()) ?? {}
  const view = viewOf(page)
  const cells = new Map(rows.map((row) => [row.line, row.cells]))
  const own: Columns<RowProblem> = { line: ({ line }) => line, reason: (problem) => problemText(problem, view) }
  const sent: Columns<RowProblem> = Object.fromEntries(
    header.map((name, index) => [name, ({ line }) => cells.get(line)?.[index]]),
  )
  // A download that was corrected and uploaded again has columns of these names, too.
  await sendTable(page.context, 'problems', 'csv', { ...own, ...sent, ...own }, problems)
}
