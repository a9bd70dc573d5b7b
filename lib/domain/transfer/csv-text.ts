import { NotText, textIn } from '../../config/data/file-text.ts'

export interface CsvRow {
  /** Line on which the row begins; the header is on the first line with text. */
  readonly line: number
  readonly cells: readonly string[]
}

/** `not-text`: a spreadsheet or UTF-16 without its mark. `not-csv`: from this line on, quotation marks do not match. */
export type CsvIssue = { readonly issue: 'not-text' } | { readonly issue: 'not-csv'; readonly line: number }

const SEPARATORS = [',', ';', '\t', '|'] as const

/**
 * Rows of a CSV file (RFC 4180) as spreadsheets write it: with any of four separators, any line ends, and in UTF-8,
 * UTF-16 or Windows-1252. Rows without text are left out.
 */
export function readCsv(bytes: Uint8Array): readonly CsvRow[] | CsvIssue {
  const text = decoded(bytes)
  if (text.includes('\0')) return { issue: 'not-text' }
  const [begin, named] = /^sep=([,;\t|])\r?\n/.exec(text) ?? ['']
  const separator = named ?? mostFrequent(/^\s*(.*)/.exec(text)?.[1] ?? '')
  const end = separator === '|' ? '\\|' : separator
  const cell = new RegExp(`(?:"([^"]*(?:""[^"]*)*)"|([^"${end}\r\n][^${end}\r\n]*)?)(${end}|\r\n|\n|\r|$)`, 'y')
  const rows: CsvRow[] = []
  let line = begin === '' ? 1 : 2
  let row: { line: number; cells: string[] } = { line, cells: [] }
  for (cell.lastIndex = begin.length; cell.lastIndex < text.length; ) {
    const found = cell.exec(text)
    if (found === null) return { issue: 'not-csv', line }
    const [whole, quoted, plain = '', after] = found
    row.cells.push((quoted?.replaceAll('""', '"') ?? plain).trim())
    line += whole.match(/\r\n|\n|\r/g)?.length ?? 0
    if (after === separator && cell.lastIndex < text.length) continue
    if (row.cells.some((value) => value !== '')) rows.push(row)
    row = { line, cells: [] }
  }
  return rows
}

/** Windows-1252 gives every byte a character, so it is used only for a file in no other encoding. */
function decoded(bytes: Uint8Array): string {
  try {
    return textIn(bytes)
  } catch (error) {
    if (error instanceof NotText) return new TextDecoder('windows-1252').decode(bytes)
    throw error
  }
}

const mostFrequent = (header: string): string =>
  SEPARATORS.reduce<string>((a, b) => (header.split(b).length > header.split(a).length ? b : a), ',')
