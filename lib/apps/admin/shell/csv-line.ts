/** A line of a table for spreadsheets. A cell that they would take for a formula is made text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}
