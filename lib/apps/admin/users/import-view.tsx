/** The import of users from a CSV file: the upload, what the file contains, and how far the import is. */
import type { CsvRow } from '../../../domain/transfer/csv-text.ts'
import type { UserColumn } from '../../../domain/transfer/user-columns.ts'
import type { FileIssue } from '../../../domain/transfer/user-import.ts'
import type { RowProblem, UserImportState } from '../../../domain/transfer/user-import-store.ts'
import { RadioCards, Select } from '../../../web/ui/components/choice.tsx'
import {
  ActForm,
  Button,
  ButtonLink,
  Field,
  Form,
  type FormTarget,
  SubmitRow,
} from '../../../web/ui/components/form.tsx'
import { Banner, Section } from '../../../web/ui/components/section.tsx'
import { Table } from '../../../web/ui/components/table.tsx'
import { Link } from '../../../web/ui/components/text.tsx'
import { type HasView, isolate, type View, type VNode } from '../../../web/ui/view.ts'
import { AdminPage, type Framed } from '../shell/frame-view.tsx'

export type ImportIssue = FileIssue | { readonly issue: 'no-file' }

export interface UserImportProps extends Framed {
  readonly upload: FormTarget
  /** Whether the deployment sends email. */
  readonly mayInvite: boolean
  readonly issue?: ImportIssue
  readonly file: CheckedFile | undefined
}

export interface CheckedFile
  extends Pick<UserImportState, 'name' | 'header' | 'columns' | 'rows' | 'problems' | 'invites' | 'created' | 'done'> {
  /** Roles that no user has yet, with the number of users in the file. */
  readonly newRoles: readonly (readonly [role: string, users: number])[]
  readonly administrators: number
  /** Details that a column can have. */
  readonly details: readonly UserColumn[]
  /** Whether a column names the user of a row. */
  readonly isNamed: boolean
  /** A detail that two columns have. */
  readonly repeated?: UserColumn | undefined
  readonly choose: FormTarget
  readonly run: FormTarget
}

type FileProps = Omit<UserImportProps, 'file'> & { readonly file: CheckedFile }

const ROWS_SHOWN = 5
/** Further columns keep their guess. */
const COLUMNS_SHOWN = 24
const SAMPLE_LENGTH = 40
/** The download has all problems. */
const PROBLEMS_SHOWN = 50

export const problemText = ({ code, reason }: RowProblem, { t }: View): string => {
  const texts: Readonly<Partial<Record<string, string>>> = { ...t.users.acts.refused, ...t.users.import.problems }
  return texts[code ?? ''] ?? reason
}

export function UserImportPage(props: UserImportProps, { view }: HasView): VNode {
  const { frame, file, issue } = props
  const { users } = view.t
  return (
    <AdminPage
      section="users"
      title={users.import.title}
      crumbs={[{ label: users.title, href: `${frame.root}/users` }]}
      wrong={issue !== undefined || file?.repeated !== undefined}
    >
      {file === undefined ? (
        <Upload {...props} />
      ) : (
        <>
          {file.invites === undefined ? <Check {...props} file={file} /> : <Progress {...props} file={file} />}
          {file.problems.length === 0 ? null : <Problems {...props} file={file} />}
          {file.invites === undefined || file.done === file.rows.length ? <Upload {...props} /> : null}
        </>
      )}
    </AdminPage>
  )
}

function Upload({ frame, upload, file, issue }: UserImportProps, { view }: HasView): VNode {
  const t = view.t.users.import
  const text = issue && t.issues[issue.issue]
  const error = typeof text === 'function' ? text({ line: issue && 'line' in issue ? issue.line : 1 }) : text
  return (
    <Section id="upload" title={file === undefined ? t.upload : t.another} lead={t.lead}>
      <Form target={upload} encType="multipart/form-data">
        <Field
          id="file"
          label={t.file}
          error={error}
          input={{ type: 'file', accept: '.csv,.tsv,.txt,text/csv', required: true }}
        />
        <div class="sso-row">
          <Button look={file === undefined ? 'primary' : 'secondary'}>{t.check}</Button>
          <ButtonLink href={`${frame.root}/users/import/template`}>{t.template}</ButtonLink>
        </div>
      </Form>
    </Section>
  )
}

function Check({ frame, mayInvite, file }: FileProps, { view }: HasView): VNode {
  const { users } = view.t
  const t = users.import
  const labels = labelsOf(view)
  const { rows, problems, administrators, newRoles, isNamed, repeated } = file
  const refused = problems.length
  const count = isNamed && repeated === undefined ? rows.length - refused : 0
  return (
    <Section id="file-check" title={isolate(file.name)} lead={isNamed ? t.found({ count, refused }) : t.noColumn}>
      <Table<CsvRow>
        caption={t.first}
        rows={rows.slice(0, ROWS_SHOWN)}
        columns={file.columns.flatMap((column, index) =>
          column === null
            ? []
            : [{ label: labels[column], cell: ({ cells }) => cells[index] && <bdi>{cells[index]}</bdi> }],
        )}
      />
      <ChosenColumns file={file} />
      {newRoles.length === 0 ? null : (
        <Banner tone="warn">
          {t.newRoles({ roles: newRoles.map(([role, users]) => `${isolate(role)} (${users})`).join(', ') })}
        </Banner>
      )}
      {administrators === 0 ? null : <Banner tone="warn">{t.administrators({ count: administrators })}</Banner>}
      {count === 0 ? null : (
        <Form target={file.run}>
          {mayInvite ? (
            <RadioCards
              id="how"
              label={users.form.how}
              value="invite"
              options={[
                { value: 'invite', label: t.invite, hint: t.inviteHint },
                { value: 'later', label: t.later, hint: t.laterHint },
              ]}
            />
          ) : null}
          <SubmitRow cancelHref={`${frame.root}/users`}>{t.run({ count })}</SubmitRow>
        </Form>
      )}
    </Section>
  )
}

const labelsOf = ({ t: { users, portal } }: View) => ({
  ...users.user,
  ...portal.profile.fields,
  until: users.import.until,
})

/** A select for each column of the file. The guess is selected. */
function ChosenColumns({ file }: Pick<FileProps, 'file'>, { view }: HasView): VNode {
  const t = view.t.users.import
  const labels = labelsOf(view)
  const { header, columns, rows, details, isNamed, repeated, choose } = file
  const ignored = header.filter((cell, index) => cell !== '' && columns[index] === null)
  const options = [{ value: '', label: t.ignore }, ...details.map((value) => ({ value, label: labels[value] }))]
  return (
    <details class="sso-fold" open={!isNamed || repeated !== undefined}>
      <summary>{ignored.length === 0 ? t.columns : t.ignored({ columns: ignored.map(isolate).join(', ') })}</summary>
      <Form target={choose}>
        <div class="sso-columns">
          {header.slice(0, COLUMNS_SHOWN).map((cell, index) => (
            <Select
              id={`column_${index}`}
              label={isolate(cell || String(index + 1))}
              hint={rows[0]?.cells[index]?.slice(0, SAMPLE_LENGTH)}
              value={columns[index] ?? ''}
              options={options}
              error={repeated !== undefined && columns[index] === repeated ? t.repeated : undefined}
            />
          ))}
        </div>
        <div class="sso-row">
          <Button look="secondary">{t.check}</Button>
        </div>
      </Form>
    </details>
  )
}

function Progress({ frame, file }: FileProps, { view }: HasView): VNode {
  const t = view.t.users.import
  const { rows, done, created, invites, run } = file
  const size = rows.length
  if (done === size)
    return (
      <Banner tone="ok">
        {t.done({ count: created })} {invites ? t.invited : t.notInvited}{' '}
        <Link href={`${frame.root}/users`}>{view.t.users.title}</Link>
      </Banner>
    )
  return (
    <Section id="progress" title={isolate(file.name)} lead={t.progress({ done, count: size })}>
      <progress data-sso-continues max={size} value={done} aria-label={t.title} />
      <ActForm form={run} look="primary">
        {t.continue}
      </ActForm>
    </Section>
  )
}

function Problems({ frame, file }: FileProps, { view }: HasView): VNode {
  const t = view.t.users.import
  const { problems } = file
  const title = t.problemsTitle({ count: problems.length })
  const more = problems.length - PROBLEMS_SHOWN
  const href = `${frame.root}/users/import/problems`
  return (
    <Section id="problems" title={title} actions={<Link href={href}>{t.problemsFile}</Link>}>
      <Table
        caption={title}
        rows={problems.slice(0, PROBLEMS_SHOWN)}
        compact
        prose
        columns={[
          { label: t.line, fit: 'text', cell: ({ line }) => new Intl.NumberFormat(view.locale).format(line) },
          { label: t.problem, cell: (problem) => <bdi>{problemText(problem, view)}</bdi> },
        ]}
      />
      {more > 0 ? <p class="sso-fine">{t.more({ count: more })}</p> : null}
    </Section>
  )
}
