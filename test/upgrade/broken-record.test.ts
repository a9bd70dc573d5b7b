/** The same load finds a release whose records the one before cannot read, or that does not read those of the one before. */
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { until } from '../support/until.ts'
import { startLoad } from './mixed-load.ts'
import { rollingService } from './rolling.ts'
import { versionBefore } from './version-before.ts'

interface Break {
  /** Below dist/. */
  readonly file: string
  readonly from: string
  readonly to: string
}

const FAMILIES = 'lib/domain/tokens/family-record.js'
const BREAKS: readonly (readonly [string, Break])[] = [
  [
    'writes families in a version that the one before refuses',
    { file: FAMILIES, from: 'const core = [\n        VERSION,', to: 'const core = [\n        VERSION + 1,' },
  ],
  [
    'does not read families as the one before wrote them',
    { file: FAMILIES, from: 'if (version !== VERSION)', to: 'if (version === VERSION)' },
  ],
]

const folders: string[] = []
/** A copy of this version with one thing changed. */
async function changed({ file, from, to }: Break): Promise<string> {
  const folder = resolve('.before', `broken-${process.pid}-${folders.length}`)
  folders.push(folder)
  await mkdir(folder, { recursive: true })
  for (const part of ['lib', 'adapters', 'policies', 'examples'])
    await cp(join('dist', part), join(folder, 'dist', part), { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify(await unjoined()))
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const path = join(folder, 'dist', file)
  const text = await readFile(path, 'utf8')
  if (!text.includes(from)) throw new Error(`${file} has no such line any more: ${from}`)
  await writeFile(path, text.replace(from, to))
  return join(folder, 'dist')
}
/** The package as its files were compiled: the joined ones do not know of the change. */
async function unjoined(): Promise<object> {
  const manifest = JSON.parse(await readFile('package.json', 'utf8'))
  for (const entry of Object.values<{ types?: string; default: string }>(manifest.exports))
    if (entry.types !== undefined) entry.default = entry.types.replace(/\.d\.ts$/, '.js')
  return manifest
}
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

const before = await versionBefore()

it.each(BREAKS)('one that %s', async (_what, broken) => {
  const service = await rollingService('Redis')
  try {
    await service.start(0, before)
    const load = await startLoad(service.issuer, service.open, service.sink)
    await load.sendsMore(10)
    const beforehand = [...load.failures]
    await service.start(1, await changed(broken))
    await until(() => load.failures.some((failure) => failure.includes('500')))
    await load.finish()
    expect(beforehand).toEqual([])
    expect(load.failures).toEqual(expect.arrayContaining([expect.stringContaining('500')]))
  } finally {
    await service.stop()
  }
})
