/** The software bill of materials (CycloneDX, by `npm sbom`): what an installation brings, optional packages marked. */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Locked {
  readonly dev?: true
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}
export type Lock = Readonly<Record<string, Locked>>

interface Bom {
  readonly metadata: { readonly component: object }
  readonly components: readonly { readonly name: string; readonly version: string; readonly scope: string }[]
}

/** @param committedAt the time of the document, so that one commit has one document */
export function billOfMaterials(commit: string, committedAt: string): object {
  const { name, version, license, dependencies, peerDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { readonly packages: Lock }
  const required = closure(lock.packages, Object.keys(dependencies))
  const all = closure(lock.packages, [...Object.keys(dependencies), ...Object.keys(peerDependencies)])
  const project = { name, version, license, dependencies: { ...dependencies, ...peerDependencies } }
  // `npm sbom --omit dev` leaves out packages that development needs too. This project has no such dependencies.
  const packages = Object.fromEntries([...all].map((path) => [path, { ...lock.packages[path], dev: undefined }]))
  const place = mkdtempSync(join(tmpdir(), 'portico-bom-'))
  writeFileSync(join(place, 'package.json'), JSON.stringify(project))
  writeFileSync(join(place, 'package-lock.json'), JSON.stringify({ ...lock, packages: { '': project, ...packages } }))
  const words = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--cache', join(place, '.npm')]
  const bom: Bom = JSON.parse(execFileSync('npm', words, { cwd: place, encoding: 'utf8' }))
  rmSync(place, { recursive: true })
  const kept = new Set([...required].map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)))
  return {
    ...bom,
    serialNumber: `urn:uuid:${uuidOf(commit)}`,
    metadata: { ...bom.metadata, timestamp: committedAt, component: { ...bom.metadata.component, name } },
    components: bom.components.map((one) => ({ ...one, scope: kept.has(one.name) ? 'required' : 'optional' })),
  }
}

/** Paths in the lock file of packages and all that they need. */
export function closure(lock: Lock, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const waiting = names.map((name) => pathOf(lock, '', name))
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const { dependencies = {}, optionalDependencies = {} } = lock[path] ?? {}
    const from = path
    waiting.push(...Object.keys({ ...dependencies, ...optionalDependencies }).map((name) => pathOf(lock, from, name)))
  }
  return new Set([...found].filter((path) => path in lock))
}

/** Where Node finds a package: next to the one that needs it, or above. */
function pathOf(lock: Lock, from: string, name: string): string {
  for (let folder = from; folder !== ''; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))))
    if (`${folder}/node_modules/${name}` in lock) return `${folder}/node_modules/${name}`
  return `node_modules/${name}`
}

/** A UUID of version 8, from a text (RFC 9562 s5.8). */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  )
}
