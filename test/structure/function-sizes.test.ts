import { readSource, sourceFiles } from './sources.ts'

const LINES_MAX = 80
const EXCEPTIONS_MAX = 7
/** Functions that may be longer, each with its reason. An unnecessary exception must be removed. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'adapters/ldap/connections.ts connections': 'the states of one pool of connections',
  'adapters/redis/connection.ts connect': 'the events of one connection',
  'adapters/redis/copies.ts storeCopies': 'one part for each kind of record, in the order of a restore',
  'adapters/redis/delivery-store.ts deliveryStore': 'one script for each transition of a delivery',
  'adapters/distributed/resolution.ts resolution': 'one protocol between a leader and its followers',
  'adapters/security-log/line-writer.ts lineWriter': 'the states of one open file',
  'lib/domain/seed/seeding.ts seeding': 'the states of one start: starting, seeded, lost',
}

const KEYWORDS = /^(?:if|for|while|switch|catch|return|await|expect|test|it|super)$/
/** The first line of a function, a method or a callback, in the formatter's layout. */
const FIRST_LINES = [
  /\bfunction\*? ([\w$]+)/,
  /^ *(?:export )?(?:const|let) ([\w$]+)\b.*(?:=>.*|\(|\(\{)$/,
  /^ *([\w$]+): (?:async )?\(.*(?:=>.*|\($)/,
  /^ *(?:async )?\*?([\w$]+)\((?:.*\{)?$/,
  /^ *(.*=>) [({]$/,
]

interface Measured {
  readonly name: string
  readonly lines: number
}

function functionsIn(source: string): readonly Measured[] {
  const lines = source.split('\n')
  return lines.flatMap((line, first): readonly Measured[] => {
    const name = FIRST_LINES.map((pattern) => pattern.exec(line)?.[1]).find((found) => found !== undefined)
    return name === undefined || KEYWORDS.test(name) ? [] : [{ name, lines: lastOf(lines, first) - first + 1 }]
  })
}

const indentOf = (line: string): number => line.length - line.trimStart().length

/** The line that closes the first one's bracket. A line that closes and opens continues the signature. */
function lastOf(lines: readonly string[], first: number): number {
  const own = indentOf(lines[first] ?? '')
  for (let at = first + 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line === '' || indentOf(line) > own) continue
    if (indentOf(line) < own || !/^[)}\]]/.test(line.trimStart())) return at - 1
    if (!/(?:[{([]|=>)$/.test(line)) return at
  }
  return lines.length - 1
}

describe('functions', () => {
  const long = sourceFiles(['policies', 'lib', 'adapters']).flatMap((file) =>
    functionsIn(readSource(file))
      .filter(({ lines }) => lines > LINES_MAX)
      .map(({ name }) => `${file} ${name}`),
  )

  it(`have ${LINES_MAX} lines at most: a longer one has a part with a separate purpose`, () =>
    expect(long.filter((name) => !Object.hasOwn(EXCEPTIONS, name))).toEqual([]))

  it(`but for ${EXCEPTIONS_MAX} at most, which are needed`, () => {
    expect(Object.keys(EXCEPTIONS).filter((name) => !long.includes(name))).toEqual([])
    expect(Object.keys(EXCEPTIONS).length).toBeLessThanOrEqual(EXCEPTIONS_MAX)
  })

  it('are measured with their signatures', () => {
    const source = [
      'export function f(',
      '  a: A,',
      '): B {',
      '  return a',
      '}',
      '',
      'const g = (b: B) =>',
      '  b.c',
    ].join('\n')
    expect(functionsIn(source)).toEqual([
      { name: 'f', lines: 5 },
      { name: 'g', lines: 2 },
    ])
  })
})
