/** `npm ci` on a fresh clone, on any machine and registry: it refuses a lock file without a package. */
import { readSource } from './sources.ts'
import { RUNTIME_LICENSES } from './tables/dependencies.ts'

interface Locked {
  readonly resolved?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const { packages } = JSON.parse(readSource('package-lock.json')) as {
  readonly packages: Readonly<Record<string, Locked>>
}
const entries = Object.entries(packages)

it('package-lock.json names no registry', () =>
  expect(entries.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]))

it('package-lock.json has every package that another one needs, also those for other platforms', () => {
  const missing = entries.flatMap(([path, { dependencies, optionalDependencies }]) =>
    Object.keys({ ...dependencies, ...optionalDependencies })
      .filter((name) => !(`node_modules/${name}` in packages || `${path}/node_modules/${name}` in packages))
      .map((name) => `${path} needs ${name}`),
  )
  expect(missing).toEqual([])
})

it('what runs with the service has a permissive license', () => {
  const known = ['0BSD', 'Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT', 'MIT-0']
  expect([...RUNTIME_LICENSES].filter((license) => !known.includes(license))).toEqual([])
  expect(RUNTIME_LICENSES).toContain('MIT')
})
