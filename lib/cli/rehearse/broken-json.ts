/** Reads what a JSON text contains that ends early or is not valid JSON. */
import { jsonIn } from '../../config/data/plain-data.ts'
import { readingOf, readingOfText } from './broken-request.ts'
import { requestInFields } from './named-fields.ts'
import type { Reading } from './recorded-request.ts'

/** A string, or its beginning at the end of the text. */
const STRING = /"((?:[^"\\]|\\[^])*)("|\\?$)/g

/** The reading of text that is not valid JSON. */
export function readingOfBrokenJson(text: string, isCut: boolean): Reading {
  const strings = [...text.matchAll(STRING)]
  const broken = isCut || endsEarly(text, strings.at(-1)?.[2] !== '"') ? 'cut' : 'unreadable'
  const members = strings.slice(1).flatMap(([, value = '', end], at) => {
    const [name, from] = [strings[at], strings[at + 1]?.index]
    const isMember = name !== undefined && text.slice(name.index + name[0].length, from).trim() === ':'
    return isMember ? [{ name: name[1] ?? '', value: String(jsonIn(`"${value}"`) ?? value), isOpen: end !== '"' }] : []
  })
  // The first of several members with the same name counts, because a request precedes its headers.
  const found = requestInFields(Object.fromEntries(members.toReversed().map(({ name, value }) => [name, value])))
  if (found === undefined) return readingOfText(text, broken)
  const last = members.at(-1)
  const endsInTarget = last?.isOpen === true && found.target.endsWith(last.value)
  return readingOf({ ...found, broken, isOpen: found.isOpen === true || endsInTarget })
}

function endsEarly(text: string, isInString: boolean): boolean {
  const marks = text.replaceAll(STRING, '')
  const count = (mark: string): number => marks.split(mark).length
  return isInString || count('{') > count('}') || count('[') > count(']')
}
