import type { ComponentChildren, HasView, VNode } from '../view.ts'
import { ButtonLink } from './form.tsx'
import { Link } from './text.tsx'

/** A table's column. Tables set roles explicitly, because some browsers drop them if CSS displays a table as blocks. */
export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ComponentChildren
  /** Aligns numbers at the end of their column. */
  readonly numeric?: boolean
  /** A `main` column names the row and gets the remaining width; a `text` column gets a fifth. Both are truncated. */
  readonly fit?: 'main' | 'text'
  /** Place in a narrow window. If a column has one, each row has two lines there: a name and `end`, then `line`s. */
  readonly narrow?: 'end' | 'line' | 'line-end'
  readonly sort?: {
    readonly href: string
    readonly now?: 'ascending' | 'descending' | undefined
    readonly spoken: string
  }
}

export interface TableProps<Row> {
  readonly caption: string
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  /** Whether the table has so few columns that it remains a table even on a narrow screen. */
  readonly compact?: boolean
  /** The row's group. Consecutive rows in one group share a heading. */
  readonly groupOf?: (row: Row) => string
  /** Whether cells can contain sentences on several lines. By default, each row has only one line. */
  readonly prose?: boolean
}

export function Table<Row>(props: TableProps<Row>): VNode {
  const { caption, columns, rows, groupOf } = props
  return (
    <div class="sso-table-frame">
      <table class={tableClass(props)} role="table">
        <caption class="sso-hidden">{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head column={column as Column<unknown>} />
            ))}
          </tr>
        </thead>
        {groupsOf(rows, groupOf).map((group) => (
          <tbody role="rowgroup">
            {group.heading === undefined ? null : (
              <tr role="row" class="sso-table-group">
                <th scope="rowgroup" role="rowheader" colSpan={columns.length}>
                  {group.heading}
                </th>
              </tr>
            )}
            {group.rows.map((row) => (
              <tr role="row">
                {columns.map((column, index) => {
                  const { label, cell } = column
                  return index === 0 ? (
                    <th scope="row" role="rowheader" class={cellClass(column)} data-label={label}>
                      {shown(cell(row))}
                    </th>
                  ) : (
                    <td role="cell" class={cellClass(column)} data-label={label}>
                      {shown(cell(row))}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

interface Group<Row> {
  readonly heading: string | undefined
  readonly rows: Row[]
}

function groupsOf<Row>(rows: readonly Row[], groupOf: ((row: Row) => string) | undefined): readonly Group<Row>[] {
  const groups: Group<Row>[] = []
  for (const row of rows) {
    const heading = groupOf?.(row)
    const last = groups.at(-1)
    if (last !== undefined && last.heading === heading) last.rows.push(row)
    else groups.push({ heading, rows: [row] })
  }
  return groups.length === 0 ? [{ heading: undefined, rows: [] }] : groups
}

function tableClass<Row>({ columns, compact = false, prose = false }: TableProps<Row>): string {
  const onNarrow = columns.some(({ narrow }) => narrow !== undefined) ? 'sso-table-lines' : 'sso-table-rows'
  return ['sso-table', ...(compact ? [] : [onNarrow]), ...(prose ? ['sso-table-prose'] : [])].join(' ')
}

function cellClass({ numeric = false, fit, narrow }: Omit<Column<never>, 'cell'>): string | undefined {
  const classes = [numeric && 'sso-number', fit && `sso-fit-${fit}`, narrow && `sso-narrow-${narrow}`].filter(Boolean)
  return classes.length === 0 ? undefined : classes.join(' ')
}

function Head({ column: { label, numeric, sort } }: { column: Column<unknown> }): VNode {
  return (
    <th
      scope="col"
      role="columnheader"
      class={numeric ? 'sso-number' : undefined}
      {...(sort?.now ? { 'aria-sort': sort.now } : {})}
    >
      {sort === undefined ? (
        label
      ) : (
        <Link href={sort.href}>
          <span class="sso-hidden">{sort.spoken}</span>
          <span aria-hidden="true">{label}</span>
        </Link>
      )}
    </th>
  )
}

/** A cell without a value has a dash. `null` leaves it empty. */
const shown = (cell: ComponentChildren): ComponentChildren =>
  cell === undefined || cell === false || cell === '' ? <span class="sso-muted sso-blank">–</span> : cell

/** Links to the next and previous pages of a list, and the list's size. */
export interface PagerProps {
  readonly previousHref?: string | undefined
  readonly nextHref?: string | undefined
  readonly range?: { readonly from: number; readonly to: number; readonly total: number } | undefined
}

export function Pager({ previousHref, nextHref, range }: PagerProps, { view: { t } }: HasView): VNode | null {
  if (previousHref === undefined && nextHref === undefined && range === undefined) return null
  return (
    <nav class="sso-pager" aria-label={t.panel.pages}>
      <span>{range === undefined ? null : t.panel.range(range)}</span>
      <span class="sso-pager-links">
        <ButtonLink href={previousHref}>{t.panel.previous}</ButtonLink>
        <ButtonLink href={nextHref}>{t.panel.next}</ButtonLink>
      </span>
    </nav>
  )
}
