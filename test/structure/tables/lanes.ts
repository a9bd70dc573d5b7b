/** The lane of each test folder, for test/README.md. */
import { EXCEPTIONS, FOLDERS } from '../../runner/lanes.ts'
import { code, list, type Parts } from './parts.ts'

const nameOf = (place: string): string => code(place.replace(/^test\//, ''))

function lanes(): string {
  return list(
    FOLDERS.map(({ place, lane, seconds, shows }) => {
      const others = EXCEPTIONS.filter((entry) => entry.place.startsWith(`${place}/`))
      const inOther = others.map((entry) => nameOf(entry.place.slice(place.length + 1))).join(', ')
      return [`${nameOf(`${place}/`)} (${lane}, ${seconds} s${inOther && `; other lane: ${inOther}`})`, shows]
    }),
  )
}

export const LANES_TABLE: Parts = { lanes }
