/** A service on an untested engine starts, and logs it once, with both versions. */
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  engineFinding,
  installedEngineVersion,
  TESTED_ENGINE_VERSION,
} from '../../../lib/protocol/engine/engine-version.ts'
import { newFolder } from '../../support/new-folder.ts'

const ENGINE = 'node_modules/oidc-provider'
const PROGRAM = `
import { createPortico } from './dist/lib/index.js'
const warnings = []
const logger = { info() {}, warn: (fields, message) => warnings.push({ ...fields, message }), error() {} }
const sso = await createPortico({ baseUrl: 'http://localhost:3000', secret: 's'.repeat(40), logger })
await sso.close()
console.log(JSON.stringify(warnings))
`

let folder: string
beforeEach(() => {
  folder = newFolder()
})

it('is pinned by package.json, and the one that is installed', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  expect(dependencies['oidc-provider']).toBe(TESTED_ENGINE_VERSION)
  expect(installedEngineVersion()).toBe(TESTED_ENGINE_VERSION)
})

it('is not worth a word when it is the tested one', () => expect(engineFinding()).toBeUndefined())

it('is reported once, with the tested one, by a service that starts on another', () => {
  for (const part of ['lib', 'policies', 'adapters'])
    cpSync(`dist/${part}`, `${folder}/dist/${part}`, { recursive: true })
  cpSync('package.json', `${folder}/package.json`)
  mkdirSync(`${folder}/node_modules`)
  for (const name of readdirSync('node_modules'))
    if (join('node_modules', name) !== ENGINE && !name.startsWith('.'))
      symlinkSync(resolve('node_modules', name), `${folder}/node_modules/${name}`)
  cpSync(ENGINE, `${folder}/${ENGINE}`, { recursive: true, dereference: true })
  const manifest = readFileSync(`${ENGINE}/package.json`, 'utf8')
  writeFileSync(`${folder}/${ENGINE}/package.json`, manifest.replace(`"${TESTED_ENGINE_VERSION}"`, '"9.99.0"'))
  writeFileSync(`${folder}/main.mjs`, PROGRAM)

  const { status, stdout, stderr } = spawnSync(process.execPath, ['main.mjs'], { cwd: folder, encoding: 'utf8' })
  expect([status, status === 0 ? '' : stderr]).toEqual([0, ''])
  const warnings = JSON.parse(stdout) as readonly { readonly message: string }[]
  expect(warnings.filter(({ message }) => message.includes('oidc-provider'))).toEqual([
    expect.objectContaining({
      code: 'engine-untested',
      message: `oidc-provider 9.99.0 is installed, but Portico was tested with ${TESTED_ENGINE_VERSION}`,
    }),
  ])
})
