/** Packages outside of the repository's dependencies, each in a pinned version. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** One folder for each set of packages. */
export const INSTALLED = resolve('.apps')

export interface Kind {
  readonly folder: string
  /** The files that pin the versions. */
  readonly pins: readonly string[]
  readonly install: (folder: string) => readonly (readonly string[])[]
}

export const NPM: Pick<Kind, 'pins' | 'install'> = {
  pins: ['package.json', 'package-lock.json'],
  install: () => [['npm', 'ci', '--no-audit', '--no-fund']],
}

/** Installs what is not there in these versions. @param from the folder with the pins @returns where it is */
export function install({ folder, pins, install: commands }: Kind, from: string): string {
  const target = join(INSTALLED, folder)
  const wanted = pins.map((name) => readFileSync(join(from, name), 'utf8')).join('\n')
  const stamp = join(target, '.installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return target
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of pins) cpSync(join(from, name), join(target, name))
  for (const [program = '', ...args] of commands(target)) {
    console.log(`${folder}: ${program} ${args.join(' ')}`)
    const { status } = spawnSync(program, args, { cwd: target, stdio: 'inherit' })
    if (status !== 0) throw new Error(`${folder}: ${program} ended with ${status}`)
  }
  writeFileSync(stamp, wanted)
  return target
}
