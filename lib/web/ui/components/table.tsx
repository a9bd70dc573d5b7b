/**
 * Rows and columns. Sorting is by links; on a narrow screen each row becomes a card, for which every cell knows its label.
 * The roles are written out because some browsers forget them when a table is not shown as one.
 */
import type { ComponentChildren, VNode } from 'preact'
import type { Viewed } from '../view.ts'
import { Link } from './link.tsx'

export interface Column<Row> {
  readonly label: string
  readonly cell: (row: Row) => ComponentChildren
  /** Numbers stand at the end of their column. */
  readonly numeric?: boolean
  readonly sort?: { readonly href: string; readonly now?: 'ascending' | 'descending' | undefined }
}

export interface TableProps<Row> {
  readonly caption: string
  /** The first column names the row. */
  readonly columns: readonly Column<Row>[]
  readonly rows: readonly Row[]
  readonly hideCaption?: boolean
  /** A few narrow columns: stays a table on a narrow screen. */
  readonly compact?: boolean
}

export function Table<Row>({
  caption,
  columns,
  rows,
  hideCaption = true,
  compact = false,
  view,
}: TableProps<Row> & Viewed): VNode {
  return (
    <div class="sso-table-frame">
      <table class={compact ? 'sso-table' : 'sso-table sso-table-rows'} role="table">
        <caption class={hideCaption ? 'sso-hidden' : undefined}>{caption}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {columns.map((column) => (
              <Head column={column as Column<unknown>} view={view} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map((row) => (
            <tr role="row">
              {columns.map(({ label, cell, numeric }, index) =>
                index === 0 ? (
                  <th scope="row" role="rowheader" data-label={label}>
                    {cell(row)}
                  </th>
                ) : (
                  <td role="cell" class={numeric ? 'sso-number' : undefined} data-label={label}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Head({ column: { label, numeric, sort }, view: { t } }: { column: Column<unknown> } & Viewed): VNode {
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
          <span class="sso-hidden">{t.panel.sortBy({ column: label })}</span>
          <span aria-hidden="true">{label}</span>
        </Link>
      )}
    </th>
  )
}
