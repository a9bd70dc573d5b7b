/** W3C logs: a `#Fields:` line names the columns of the lines that follow. */
import type { FoundRequest } from './broken-request.ts'
import { requestInFields } from './named-fields.ts'

const REQUEST_COLUMN = /(?:^|-)(?:method|ur[il])/i

export function w3cColumns() {
  let columns: readonly string[] | undefined
  let isEncodedTwice = false
  return {
    header(line: string): void {
      const names = /^#fields:?\s(.*)$/is.exec(line)?.[1]?.trim().split(/\s+/)
      if (names === undefined) return
      columns = names
      isEncodedTwice =
        ['cs-uri-stem', 'cs-uri-query'].every((name) => names.includes(name)) &&
        names.some((name) => name.startsWith('x-edge-'))
    },
    requestIn(line: string): FoundRequest | undefined {
      if (columns === undefined) return undefined
      const cells = line.includes('\t') ? line.split('\t') : line.trim().split(/ +/)
      const found = requestInFields(Object.fromEntries(columns.map((name, at) => [name, cells[at]])))
      if (found === undefined) return undefined
      const request = isEncodedTwice ? { ...found, target: decodedOnce(found.target) } : found
      const isAfter = cells.length - 1 > columns.findLastIndex((name) => REQUEST_COLUMN.test(name))
      return cells.length >= columns.length || isAfter ? request : { ...request, broken: 'cut', isOpen: true }
    },
  }
}

/** CloudFront never encodes these characters, so their codes show a query that was encoded once. */
const ENCODED_ONCE = /%(?:3A|2F|26|3D|2B|40)/i
const decodedOnce = (target: string): string => (ENCODED_ONCE.test(target) ? target : target.replaceAll('%25', '%'))
