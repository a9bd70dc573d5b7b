import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'

/** One import of one file, as written. */
export interface Import {
  readonly from: string
  /** A path of this project, or the name of a package or Node module. */
  readonly to: string
  /** `type`: erased by the compiler, so nothing is loaded. */
  readonly kind: 'type' | 'value'
}

/** The hand-written files of the folders, relative to the project. */
export function sourceFiles(folders: readonly string[], endings = '{ts,tsx}'): readonly string[] {
  return folders
    .flatMap((folder) => globSync(`${folder}/**/*.${endings}`))
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
}

export const readSource = (path: string): string => readFileSync(path, 'utf8')

/** Without comments. */
export const readCode = (path: string): string =>
  readSource(path)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^[ \t]*\/\/.*$/gm, '')

const STATEMENT = /^[ \t]*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?'([^']+)'/gm
const CALL = /\b(?:import|getBuiltinModule)\(\s*'([^']+)'/g

export function importsOf(path: string): readonly Import[] {
  const text = readCode(path)
  const to = (name: string): string => (name.startsWith('.') ? join(dirname(path), name) : name)
  return [
    ...[...text.matchAll(STATEMENT)].map(
      ([, type, name = '']): Import => ({ from: path, to: to(name), kind: type === undefined ? 'value' : 'type' }),
    ),
    ...[...text.matchAll(CALL)].map(([, name = '']): Import => ({ from: path, to: to(name), kind: 'value' })),
  ]
}

/** Whether the path is the place or is inside it. */
export const liesIn = (path: string, place: string): boolean => path === place || path.startsWith(`${place}/`)
