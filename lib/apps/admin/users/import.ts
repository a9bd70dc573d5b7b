import { ADMIN_ROLE } from '../../../../policies/panel-access.ts'
import type { UserImport } from '../../../domain/transfer/user-import.ts'
import type { RowProblem } from '../../../domain/transfer/user-import-store.ts'
import { redirect } from '../../../web/http/responses.ts'
import { formAt, redirectWithFlash, viewOf } from '../../first-party/page.ts'
import { type Columns, sendTable } from '../shell/download.ts'
import { actorOf, assertMayChange, show } from '../shell/show.ts'
import { type ImportIssue, problemText, UserImportPage } from './import-view.tsx'
import type { UsersRequest } from './services.ts'
import { directoryOf, usersOf } from './subject.ts'

const PATH = '/users/import'
/** Problems on the page. The download has all. */
const SHOWN = 50

const importOf = (page: UsersRequest): UserImport =>
  page.services.operations.userImport(directoryOf(page), actorOf(page))

/** GET /users/import: asks for a file, or shows the administrator's last one and how far its import is. */
export async function importForm(page: UsersRequest): Promise<void> {
  assertMayChange(page)
  const state = await importOf(page).state()
  const known = state && new Set(await usersOf(page).knownRoles())
  await show(page, 200, UserImportPage, {
    ...formsOf(page),
    file: state && {
      ...state,
      problems: state.problems.slice(0, SHOWN),
      refused: state.problems.length,
      newRoles: state.roles.filter(([role]) => known?.has(role) === false),
      administrators: state.roles.find(([role]) => role === ADMIN_ROLE)?.[1] ?? 0,
      run: formAt(page, `${PATH}/run`, { id: state.id }),
    },
  })
}

const formsOf = (page: UsersRequest) => ({
  upload: formAt(page, PATH),
  templateHref: page.href(`${PATH}/template`),
  problemsHref: page.href(`${PATH}/problems`),
  mayInvite: page.services.outbox.emailLedger !== undefined,
})

/** POST /users/import: checks the file. Nothing is imported yet. */
export async function checkImport(page: UsersRequest): Promise<void> {
  const file = page.files.get('file')
  const issue: ImportIssue | undefined =
    file === undefined ? { issue: 'no-file' } : await importOf(page).check(file.name, file.bytes)
  if (issue === undefined) return redirect(page.context, page.href(PATH))
  await show(page, 422, UserImportPage, { ...formsOf(page), file: undefined, issue })
}

/** POST /users/import/run: imports for some seconds. The page then shows how many are left, and continues. */
export async function runImport(page: UsersRequest): Promise<void> {
  const state = await importOf(page).step(page.form.get('id') ?? '', page.form.get('how') === 'invite')
  if (state === 'gone') return redirectWithFlash(page, PATH, 'info', viewOf(page).t.users.import.gone)
  redirect(page.context, page.href(PATH))
}

/** GET /users/import/template: a file with the header only. */
export const importTemplate = (page: UsersRequest): Promise<void> =>
  sendTable(page.context, 'users', 'csv', { email: none, name: none, username: none, roles: none }, each([]))

const none = (): undefined => undefined
async function* each<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows
}

/** GET /users/import/problems: the rows that are not imported, as in the file, and why. */
export async function importProblems(page: UsersRequest): Promise<void> {
  const users = importOf(page)
  const { header = [] } = (await users.state()) ?? {}
  const view = viewOf(page)
  type Problem = RowProblem & { readonly cells: readonly string[] }
  const columns: Columns<Problem> = {
    line: ({ line }) => line,
    reason: (problem) => problemText(problem, view),
    ...Object.fromEntries(header.map((name, index) => [name, ({ cells }: Problem) => cells[index]])),
  }
  await sendTable(page.context, 'problems', 'csv', columns, each(await users.problems()))
}
