/** This version with one change, as a separate build. */
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

export interface Change {
  /** Below dist/. */
  readonly file: string
  readonly from: string
  readonly to: string
}

const folders: string[] = []
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** @returns the folder of its programs, which is removed at the end of the test file */
export async function changedVersion({ file, from, to }: Change): Promise<string> {
  const folder = resolve('.before', `changed-${process.pid}-${folders.length}`)
  folders.push(folder)
  await mkdir(folder, { recursive: true })
  for (const part of ['lib', 'adapters', 'policies', 'examples'])
    await cp(join('dist', part), join(folder, 'dist', part), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(await unbundled()))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const path = join(folder, 'dist', file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no such line any more: ${from}`)
  await writeFile(path, text.replace(from, to))
  return join(folder, 'dist')
}

/** The package as its files were compiled: the bundles do not know of the change. */
async function unbundled(): Promise<object> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  const entries = {
    '.': './dist/lib/index.js',
    './serve': './dist/lib/serve/index.js',
    './adapters/*': './dist/adapters/*/index.js',
  }
  return { ...manifest, exports: { ...manifest.exports, ...entries } }
}
