/** `npm ci` on a fresh clone, on any machine and with any registry: it refuses a lock file that lacks a package. */
import { readSource } from './sources.ts'

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
