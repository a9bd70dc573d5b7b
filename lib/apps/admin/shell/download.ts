import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { RequestContext } from '../../../web/request/request-context.ts'

const TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const
export type DownloadFormat = keyof typeof TYPES

/** `?format=csv`, or a line of JSON each. */
export const downloadFormat = (query: URLSearchParams): DownloadFormat =>
  query.get('format') === 'csv' ? 'csv' : 'ndjson'

/**
 * Sends a download as it is made, however long it is: a slow reader slows it down, instead of filling the memory. An error half-way cuts
 * the answer off, since half a list must not look like a whole one.
 * @param lines the first of them is waited for before the answer begins, so that a store that is away can say so
 */
export async function sendDownload(
  context: RequestContext,
  name: string,
  format: DownloadFormat,
  lines: AsyncGenerator<string>,
): Promise<void> {
  const first = await lines.next()
  const { res, deliver } = context
  res.statusCode = 200
  res.setHeader('Content-Type', `${TYPES[format]}; charset=utf-8`)
  res.setHeader('Content-Disposition', `attachment; filename="${name}.${format}"`)
  res.setHeader('Cache-Control', 'no-store')
  async function* all(): AsyncGenerator<string> {
    if (first.done !== true) yield first.value
    yield* lines
  }
  context.answered = true
  if (deliver !== undefined) {
    const whole = Readable.from(all())
    whole.once('error', () => res.destroy())
    return deliver(whole)
  }
  try {
    await pipeline(all, res)
  } catch (error) {
    // Whoever has left needs no answer.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error
  }
}

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
