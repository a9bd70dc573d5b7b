/** An installation's packages with their licenses, for SECURITY.md: from package.json and package-lock.json. */
import { readSource } from '../sources.ts'
import { code, type Parts, table } from './parts.ts'

type Versions = Readonly<Record<string, string>>
interface Package {
  readonly license?: string
  readonly dependencies?: Versions
  readonly peerDependencies?: Versions
}

const { packages } = JSON.parse(readSource('package-lock.json')) as { readonly packages: Record<string, Package> }
const { dependencies = {}, peerDependencies = {} } = packages[''] ?? {}

/** Node's resolution of a package: below the requiring package, or below its parents. */
function placeOf(name: string, from = ''): string {
  const place = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (place in packages) return place
  if (from === '') throw new Error(`package-lock.json lacks ${name}`)
  return placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))
}

function addWith(place: string, found: Set<string>): Set<string> {
  if (found.has(place)) return found
  for (const name of Object.keys(packages[place]?.dependencies ?? {})) addWith(placeOf(name, place), found.add(place))
  return found.add(place)
}

const licenseOf = (place: string): string => packages[place]?.license ?? 'none'

function rowOf(name: string, when: string): readonly string[] {
  const [own = '', ...others] = addWith(placeOf(name), new Set())
  const brought = Map.groupBy(others, licenseOf)
  const lists = [...brought].map(([license, places]) => {
    const names = [...new Set(places.map((place) => code(place.split('node_modules/').at(-1) ?? '')))].toSorted()
    return `${license}: ${names.join(', ')}`
  })
  return [code(name), when, licenseOf(own), lists.toSorted().join('; ')]
}

const names = { always: Object.keys(dependencies), 'if you install it': Object.keys(peerDependencies) }

/** The licenses of all runtime packages. */
export const RUNTIME_LICENSES: ReadonlySet<string> = new Set(
  Object.values(names).flatMap((all) => all.flatMap((name) => [...addWith(placeOf(name), new Set())].map(licenseOf))),
)

export const DEPENDENCIES: Parts = {
  dependencies: () =>
    table(
      ['package', 'runs', 'license', 'brings'],
      Object.entries(names).flatMap(([when, all]) => all.map((name) => rowOf(name, when))),
    ),
}
