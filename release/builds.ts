/** Two builds of one commit, in folders and environments that differ. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { digestOf } from './digest.ts'

/** What must not change the package. */
const PLACES = [
  { folder: 'first', umask: 0o022, env: { TZ: 'UTC', LANG: 'C', LC_ALL: 'C' } },
  { folder: 'another/folder', umask: 0o077, env: { TZ: 'Asia/Tokyo', LANG: 'de_DE.UTF-8', LC_ALL: '' } },
] as const

interface Packed {
  readonly path: string
  /** Removes the temporary folders. */
  readonly remove: () => void
}

export function buildTwice(commit: string): Packed | { readonly differs: string } {
  const place = mkdtempSync(join(tmpdir(), 'portico-release-'))
  const remove = (): void => rmSync(place, { recursive: true, force: true })
  const [first, second] = PLACES.map(({ folder, umask, env }) => {
    const before = process.umask(umask)
    try {
      return pack(commit, join(place, folder), { ...process.env, ...env })
    } finally {
      process.umask(before)
    }
  }) as [string, string]
  const digests = [digestOf(first), digestOf(second)]
  if (digests[0] === digests[1]) return { path: first, remove }
  remove()
  return { differs: digests.join(', ') }
}

/** @returns the path of the tarball */
function pack(commit: string, folder: string, env: NodeJS.ProcessEnv): string {
  mkdirSync(folder, { recursive: true })
  execFileSync('git', ['clone', '--quiet', '--no-checkout', resolve('.'), folder])
  execFileSync('git', ['checkout', '--quiet', '--detach', commit], { cwd: folder })
  // The lock file decides what it contains, so one installation serves both.
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const words = ['pack', '--json', '--pack-destination', folder, '--cache', join(folder, '.npm')]
  const printed = execFileSync('npm', words, {
    cwd: folder,
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  // The build prints lines before it.
  const [{ filename }] = JSON.parse(printed.slice(printed.lastIndexOf('\n[') + 1)) as [{ filename: string }]
  return join(folder, filename)
}
