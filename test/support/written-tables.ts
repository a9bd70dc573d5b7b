/** Tables of a README that follow from the code: each is written between two marks that say by which file. */
export type Row = readonly string[]

/** The text of a README with the tables of today. */
export function replaceTables(readme: string, writer: string, tables: Readonly<Record<string, () => string>>): string {
  return Object.entries(tables).reduce((text, [name, write]) => {
    const [begin, end] = [`<!-- ${name}: written by ${writer} -->`, `<!-- end of ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`the readme lacks the marks of the table of ${name}`)
    return `${text.slice(0, from)}${begin}\n\n${write()}\n\n${text.slice(to)}`
  }, readme)
}

export function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
