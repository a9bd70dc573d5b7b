/** One direction: rooms import upwards only, siblings never, and there are no cycles. */
import { existsSync, readdirSync } from 'node:fs'
import {
  factoriesIn,
  factoryCalls,
  fileCycles,
  folderCycles,
  ROOMS,
  roomOf,
  type SourceText,
  siblingImports,
  upwardImports,
  viewImports,
} from './rooms.ts'
import { type Import, importsOf, readCode, sourceFiles } from './sources.ts'

const files = sourceFiles(['policies', 'lib', 'adapters'])
const imports = files.flatMap(importsOf)
const sources = files.map((path): SourceText => ({ path, text: readCode(path) }))
const planted = (from: string, to: string, kind: Import['kind'] = 'type'): readonly Import[] => [
  ...imports,
  { from, to, kind },
]

describe('the rooms', () => {
  it('have a place for every file', () => {
    expect(files.filter((path) => !path.startsWith('adapters/') && roomOf(path) === undefined)).toEqual([])
    expect(ROOMS.filter(({ place }) => !existsSync(place))).toEqual([])
  })

  it('are eleven folders, two files and a README', () =>
    expect(readdirSync('lib').toSorted()).toEqual([
      'README.md',
      'apps',
      'cli',
      'client',
      'compose',
      'config',
      'domain',
      'index.ts',
      'portico.ts',
      'ports',
      'protocol',
      'serve',
      'testing',
      'web',
    ]))

  it('import only from above, types included', () => {
    expect(upwardImports(imports)).toEqual([])
    const wrong = planted('lib/domain/tokens/refresh.ts', 'lib/web/http/errors.ts')
    expect(upwardImports(wrong)).toHaveLength(1)
  })

  it('do not know their siblings', () => {
    expect(siblingImports(imports)).toEqual([])
    const wrong = planted('lib/apps/admin/users/list.ts', 'lib/apps/admin/clients/list.ts')
    expect(siblingImports(wrong)).toHaveLength(1)
  })

  it('have no circle of files, and none of folders', () => {
    expect(fileCycles(imports)).toEqual([])
    expect(folderCycles(imports)).toEqual([])
    const files = planted('lib/domain/clients/client-record.ts', 'lib/domain/clients/registry.ts')
    expect(fileCycles(files).length).toBeGreaterThan(0)
    const folders = planted('lib/domain/keys/digest.ts', 'lib/domain/accounts/account-record.ts')
    expect(folderCycles(folders).length).toBeGreaterThan(0)
  })
})

describe('views', () => {
  it('take values from preact, the kit, policies and other views', () => {
    expect(viewImports(imports)).toEqual([])
    const wrong = planted('lib/apps/portal/home-view.tsx', 'lib/domain/clients/registry.ts', 'value')
    expect(viewImports(wrong)).toHaveLength(1)
  })
})

describe('the parts of the service', () => {
  it('are built in lib/compose and by the command line, and passed to the code that needs them', () => {
    expect(factoriesIn(sources).size).toBeGreaterThan(40)
    expect(factoryCalls(sources, imports)).toEqual([])
    const path = 'lib/apps/portal/home.ts'
    const home = factoriesIn(sources).get('clientRegistry') ?? ''
    const wrong = [...sources, { path, text: 'const clients = clientRegistry(store)' }]
    expect(factoryCalls(wrong, planted(path, home, 'value'))).toHaveLength(1)
  })
})
