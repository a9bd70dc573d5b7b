/** Finds a request in cells without names: one cell is the method, a later one the path, and a later one the query. */
import type { FoundRequest } from './broken-request.ts'

const SEPARATORS = ['\t', '|', ';']
const METHOD = /^(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS)$/
const TARGET = /^(?:\/|https?:\/\/)/
const QUERY = /^\??[\w.~%+-]+=[^?]*$/
/** The codes of `:` and `/`, encoded twice. Only named columns show whether the log encoded them again. */
const ENCODED_TWICE = /[?&]redirect_uri=[a-z]+%253A/i

export function requestInCells(text: string): FoundRequest | undefined {
  const separated = SEPARATORS.map((separator) => text.split(separator).map((cell) => cell.trim()))
  // The text after the last quotation mark is the last cell.
  const quoted = text.split('"').filter((cell, at) => at % 2 === 1 || cell.trim() !== '')
  for (const cells of [...separated, quoted]) {
    const method = cells.findIndex((cell) => METHOD.test(cell))
    const path = cells.findIndex((cell, at) => at > method && TARGET.test(cell))
    if (method === -1 || path === -1) continue
    const isQuery = (cell: string, at: number): boolean => at > path && QUERY.test(cell)
    const parts = cells.map((cell, at) => (isQuery(cell, at) ? cell.replace('?', '') : undefined))
    // Cookies can look like a query too.
    const query = parts.findIndex((part) => part !== undefined && /(?:^|&)(?:client_id|response_type)=/.test(part))
    const [whole = '', others] = [cells[path], query === -1 ? parts.find((part) => part !== undefined) : parts[query]]
    const target = whole.includes('?') || others === undefined ? whole : `${whole}?${others}`
    const isOpen = target.endsWith(cells.at(-1) ?? '') && !/"\s*$/.test(text)
    if (isOpen) return { method: cells[method] ?? '', target, broken: 'cut', isOpen }
    return { method: cells[method] ?? '', target, ...(ENCODED_TWICE.test(target) && { broken: 'unreadable' }) }
  }
  return undefined
}
