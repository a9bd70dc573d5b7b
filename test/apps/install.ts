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

const stampOf = (folder: string): string => join(INSTALLED, folder, '.installed')
const contentOf = ({ pins }: Kind, from: string): string =>
  pins.map((name) => readFileSync(join(from, name), 'utf8')).join('\n')

/** Whether it is there in these versions. @param from the folder with the pins */
export const isInstalled = (kind: Kind, from: string): boolean =>
  existsSync(stampOf(kind.folder)) && readFileSync(stampOf(kind.folder), 'utf8') === contentOf(kind, from)

/**
 * Installs what is not there in these versions.
 * @param from the folder with the pins
 * @param variables in addition to the environment
 * @returns where it is
 */
export function install(kind: Kind, from: string, variables: NodeJS.Dict<string> = {}): string {
  const { folder, pins, install: commands } = kind
  const target = join(INSTALLED, folder)
  if (isInstalled(kind, from)) return target
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const name of pins) cpSync(join(from, name), join(target, name))
  for (const [program = '', ...args] of commands(target)) {
    console.log(`${folder}: ${program} ${args.join(' ')}`)
    const env = { ...process.env, ...variables }
    const { status } = spawnSync(program, args, { cwd: target, stdio: 'inherit', env })
    if (status !== 0) throw new Error(`${folder}: ${program} ended with ${status}`)
  }
  writeFileSync(stampOf(folder), contentOf(kind, from))
  return target
}
