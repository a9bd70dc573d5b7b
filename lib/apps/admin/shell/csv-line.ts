/** What a spreadsheet takes for the beginning of a formula, also in its compatibility forms and behind what it does not show. */
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212]/u

/** A line of a table for spreadsheets. A cell that they would take for a formula is made text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** What stands in each column of a table, by the name of the column. */
export type Columns<Row> = Readonly<
  Record<string, (row: Row) => string | number | boolean | readonly string[] | undefined>
>

export function csvRow<Row>(columns: Columns<Row>, row: Row): string {
  return csvLine(
    Object.values(columns).map((cell) => {
      const value = cell(row) ?? ''
      return typeof value === 'object' ? value.join(' ') : String(value)
    }),
  )
}
