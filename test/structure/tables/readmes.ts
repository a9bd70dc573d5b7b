/** The clients of the error pages, and what follows from their READMEs. */
import data from '../../../lib/protocol/endpoints/library-cures.json' with { type: 'json' }
import { TABLE, WORKING } from '../../apps/readmes/table.ts'
import { code, type Parts, type Row, table } from './parts.ts'

const LIBRARIES: readonly (readonly [string, { readonly version: string }])[] = Object.entries(data.cures)

/** Names of the topics with a line, without those of APIs. */
const topicsOf = (library: object): readonly string[] =>
  Object.keys(library).filter((name) => !['version', 'tried', 'audience'].includes(name))

const RUN: readonly Row[] = TABLE.map(({ library, version, seen, seenIn, linkIn, page, next }) => [
  library,
  version,
  `${seenIn}: ${code(seen)}`,
  linkIn,
  [page, ...next].map(code).join(', '),
])
const named = new Set<string>([...TABLE.map(({ library }) => library), ...WORKING])

/** Clients that nothing runs: their lines come from documentation or source. */
const READ = LIBRARIES.filter(([name, library]) => !named.has(name) && topicsOf(library).length > 0)

/** Every client by name. */
export const README_ROWS: readonly Row[] = [
  ...RUN,
  ...LIBRARIES.filter(([name]) => WORKING.some((working) => working === name)).map(
    ([name, { version }]): Row => [name, version, 'signs in', '', ''],
  ),
  ...READ.map(([name, library]): Row => [name, library.version, 'read', '', topicsOf(library).map(code).join(', ')]),
].toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en'))

export const READMES: Parts = {
  readmes: () => table(['library', 'version', 'first error', 'link', 'pages with its lines'], README_ROWS),
}
