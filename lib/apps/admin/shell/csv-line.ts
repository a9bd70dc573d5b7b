/** What a spreadsheet takes for the beginning of a formula, also in its compatibility forms and behind what it does not show. */
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212]/u

/** A line of a table for spreadsheets. A cell that they would take for a formula is made text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
