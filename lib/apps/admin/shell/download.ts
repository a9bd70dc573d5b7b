import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '../../../web/request/request-context.ts'

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type DownloadFormat = keyof typeof TYPES

/** The default is NDJSON. */
export const downloadFormat = (query: URLSearchParams): DownloadFormat =>
  query.get('format') === 'csv' ? 'csv' : 'ndjson'

/**
 * Streams a table as a download, so that a slow reader slows the query instead of filling the memory. An error half-way
 * aborts the response: half a list must not look complete.
 * @param rows the response begins after the first row, so that an unavailable store still gets an error response
 * @param lineOf the NDJSON of a row
 */
export async function sendTable<Row>(
  context: RequestContext,
  name: string,
  format: DownloadFormat,
  columns: Columns<Row>,
  rows: AsyncIterable<Row>,
  lineOf: (row: Row) => object = (row) => row as object,
): Promise<void> {
  async function* lines(): AsyncGenerator<string> {
    let head = format === 'csv' ? csvLine(Object.keys(columns)) : ''
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
    // The client has disconnected: there is no response to send.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

/** A cell that spreadsheets evaluate as a formula, including compatibility forms and invisible prefixes. */
const FORMULA = /^[\t\r\n]|^[\s\p{C}\p{Default_Ignorable_Code_Point}]*[=+\-@\u2212]/u

/** A CSV line for spreadsheets. A cell that looks like a formula becomes text. */
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
