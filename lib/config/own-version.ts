import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** This package's version, or `unknown` if the code has been bundled. */
export const OWN_VERSION: string = packageVersion('portico-sso', () => import.meta.dirname)

/** Version and commit, such as `1.2.0 (commit 1a2b3c4d5e6f)`; the version alone if it was not built from a commit. */
export const OWN_BUILD: string = [OWN_VERSION, commitOfBuild()].flat().join(' ')

function commitOfBuild(): string | readonly string[] {
  try {
    const { commit } = JSON.parse(readFileSync(new URL('./generated/build.json', import.meta.url), 'utf8'))
    return commit === undefined ? [] : `(commit ${commit})`
  } catch {
    return []
  }
}

/** A package's version. Looks for package.json in the starting folder and its parents. */
export function packageVersion(wanted: string, startOf: () => string): string {
  try {
    let folder = startOf()
    while (!existsSync(join(folder, 'package.json')) && folder !== dirname(folder)) folder = dirname(folder)
    const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
    return name === wanted ? version : 'unknown'
  } catch {
    return 'unknown'
  }
}
