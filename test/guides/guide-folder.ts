/** A folder for a how-to, with the packed Portico; all other packages are installed above it, in pinned versions. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { forgotten, guide } from '../package/guide.ts'
import { MODULES, packedProject } from '../package/packed-project.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { GUIDES } from './packages.ts'

export const PACKAGES = join(GUIDES.install(), 'node_modules')

/** @param document of the package @param words replacements for printed words */
export async function followed(
  document: string,
  words: Readonly<Record<string, string | number>>,
  environment: Readonly<Record<string, string>>,
) {
  const folder = mkdtempSync(join(PACKAGES, '../run-'))
  stoppedAtEnd({ stop: () => rmSync(folder, { recursive: true, force: true }) })
  const { inProject } = await packedProject(folder)
  const read = (name: string): Promise<string> => readFile(inProject('node_modules/portico-sso', name), 'utf8')
  const text = await readFile(document, 'utf8')
  expect(forgotten(text)).toEqual([])
  const installed = async (name: string): Promise<void> => {
    if (name !== 'portico-sso' && ![PACKAGES, MODULES].some((modules) => existsSync(join(modules, name))))
      throw new Error(`${name} is not in test/guides/packages/package.json`)
  }
  return { ...guide({ folder, text, words, environment, install: installed }), read }
}
