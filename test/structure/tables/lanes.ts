/** The lane of each test folder, for test/README.md. */
import { EXCEPTIONS, FOLDERS } from '../../runner/lanes.ts'
import { code, type Parts, table } from './parts.ts'

const nameOf = (place: string): string => code(place.replace(/^test\//, ''))

function lanes(): string {
  const rows = FOLDERS.map(({ place, lane, seconds, shows }) => {
    const others = EXCEPTIONS.filter((entry) => entry.place.startsWith(`${place}/`))
    const inOther = others.map((entry) => nameOf(entry.place.slice(place.length + 1))).join(', ')
    return [nameOf(`${place}/`), lane, String(seconds), inOther, shows]
  })
  return table(['folder', 'lane', 'seconds', 'files in the other lane', 'what it shows'], rows)
}

export const LANES_TABLE: Parts = { lanes }
