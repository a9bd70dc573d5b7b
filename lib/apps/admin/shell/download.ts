import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '../../../web/request/request-context.ts'

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type DownloadFormat = keyof typeof TYPES

/** Defaults to NDJSON. */
export const downloadFormat = (query: URLSearchParams): DownloadFormat =>
  query.get('format') === 'csv' ? 'csv' : 'ndjson'

/**
 * Streams a table as a download, so a slow reader slows down the query instead of filling the memory. An error during
 * the download aborts the response, because half a list must not look complete.
 * @param rows the first row is read before the response begins, so an unavailable store results in an error response
 * @param lineOf returns a row's NDJSON value
 */
export async function sendTable<Row>(
  context: RequestContext,
  name: string,
  format: DownloadFormat,
  columns: Columns<Row>,
  rows: AsyncIterable<Row> | Iterable<Row>,
  lineOf: (row: Row) => object = (row) => row as object,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    // Spreadsheets read UTF-8 only after a byte order mark.
    let head = format === 'csv' ? `\uFEFF${csvLine(Object.keys(columns))}` : ''
    for await (const row of rows) {
      yield head + (format === 'csv' ? csvRow(columns, row) : `${JSON.stringify(lineOf(row))}\n`)
      head = ''
    }
    if (head !== '') yield head
  }
  const all = lines()
  const first = await all.next()
  const { res, deliver } = context
  res.statusCode = 200
  res.setHeader('Content-Type', `${TYPES[format]}; charset=utf-8`)
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`)
  res.setHeader('Cache-Control', 'no-store')
  async function* whole(): AsyncGenerator<string> {
    if (first.done !== true) yield first.value
    yield* all
  }
  context.answered = true
  if (deliver !== undefined) {
    const body = Readable.from(whole())
    body.once('error', () => res.destroy())
    return deliver(body)
  }
  try {
    await pipeline(whole, res)
  } catch (error) {
    // The client has disconnected, so there is no response to send.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** Matches a cell (in NFKC) that spreadsheets evaluate as a formula, even if invisible characters precede it. */
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212]/u

/** A CSV line for spreadsheets. Cells that look like formulas are turned into text. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map((cell) => `"${(FORMULA.test(cell.normalize('NFKC')) ? `'${cell}` : cell).replaceAll('"', '""')}"`).join(',')}\r\n`
}

/** Cell values by column name. */
export type Columns<Row> = Readonly<
  Record<string, (row: Row) => string | number | boolean | readonly string[] | undefined>
>

function csvRow<Row>(columns: Columns<Row>, row: Row): string {
  return csvLine(
    Object.values(columns).map((cell) => {
      const value = cell(row) ?? ''
      return typeof value === 'object' ? value.join(' ') : String(value)
    }),
  )
}
