/** Generated parts of a document: each is between two markers that name its generator. */
export type Row = readonly string[]

/** By the names in their markers. */
export type Parts = Readonly<Record<string, () => string>>

/** @throws if the markers of a part are missing */
export function withParts(text: string, parts: Parts): string {
  return Object.entries(parts).reduce((before, [name, write]) => {
    const [begin, end] = [`<!-- ${name}: written by npm run docs -->`, `<!-- end of ${name} -->`]
    const [from, to] = [before.indexOf(begin), before.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`the marks of the part "${name}" are missing`)
    return `${before.slice(0, from)}${begin}\n\n${write()}\n\n${before.slice(to)}`
  }, text)
}

/** Without spaces around the pipes, which would count as words of the documents. */
export function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `|${cells.map((cell) => cell.replaceAll('|', '\\|')).join('|')}|`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** A measured number, short. */
export const number = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })

/** One line for each: a name in code, and its meaning. */
export const list = (entries: readonly (readonly [name: string, meaning: string])[]): string =>
  entries.map(([name, meaning]) => `- ${name}: ${meaning}`).join('\n')

export const code = (text: string): string => `\`${text}\``
