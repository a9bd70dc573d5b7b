/** Reads what a JSON text contains that ends early or is not valid JSON. */
import { jsonIn } from '../../config/data/plain-data.ts'
import { type FoundRequest, readingOf, readingOfText } from './broken-request.ts'
import { requestInFields } from './named-fields.ts'
import type { Reading } from './recorded-request.ts'

const STRING = /"(?:[^"\\]|\\.)*"/g
const MEMBER = /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)("|\\?$)/g

/** The reading of text that is not valid JSON. */
export function readingOfBrokenJson(text: string, isCut: boolean): Reading {
  const broken = isCut || endsEarly(text) ? 'cut' : 'unreadable'
  const members = [...text.matchAll(MEMBER)].map(([, name = '', value = '', end]) => ({
    name,
    value: String(jsonIn(`"${value}"`) ?? value),
    isOpen: end !== '"',
  }))
  const fields = Object.fromEntries(members.toReversed().map(({ name, value }) => [name, value]))
  const found: FoundRequest | undefined = requestInFields(fields)
  const last = members.at(-1)
  const isOpen = found?.isOpen === true || (last?.isOpen === true && found?.target.endsWith(last.value) === true)
  return found === undefined ? readingOfText(text, broken) : readingOf({ ...found, broken, isOpen })
}

function endsEarly(text: string): boolean {
  const marks = text.replaceAll(STRING, '')
  const count = (mark: string): number => marks.split(mark).length
  return marks.includes('"') || count('{') > count('}') || count('[') > count(']')
}
