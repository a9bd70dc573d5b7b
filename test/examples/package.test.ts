/** What is published, installed into an empty project: used from ESM, from `require()` and from TypeScript. */
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

const SETTINGS = `{
  baseUrl: 'http://localhost:3000/sso',
  accounts: { find: (sub) => ({ sub }), authenticate: () => undefined },
  storage: embeddedStorage(),
}`
/** Serves discovery once, and says whose it is. */
const USE = `
  const sso = await createPortico(${SETTINGS})
  const server = createServer(sso.callback()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address()
  const answer = await fetch('http://127.0.0.1:' + port + '/sso/.well-known/openid-configuration')
  const { issuer } = await answer.json()
  server.close()
  await sso.close()
  process.stdout.write(issuer)
`

const project = mkdtempSync(join(tmpdir(), 'portico-project-'))
const inProject = (file: string, text: string): string => {
  const path = join(project, file)
  writeFileSync(path, text)
  return path
}
const run = (command: string, ...args: readonly string[]): string => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: project, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${status}:\n${stdout}${stderr}`)
  return stdout
}

beforeAll(() => {
  const packed = spawnSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], {
    encoding: 'utf8',
  })
  const [{ filename }] = JSON.parse(packed.stdout) as [{ readonly filename: string }]
  const modules = join(project, 'node_modules')
  mkdirSync(join(modules, 'portico-sso'), { recursive: true })
  run('tar', '-xzf', filename, '-C', join(modules, 'portico-sso'), '--strip-components=1')
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly dependencies: object }
  for (const name of [...Object.keys(dependencies), '@types/node']) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(resolve('node_modules', name), join(modules, name))
  }
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const IMPORTS = ['createPortico } from "portico-sso"', 'embeddedStorage } from "portico-sso/adapters/embedded"']
const NODE = ['createServer } from "node:http"', 'once } from "node:events"']

it('serves from an ES module', () => {
  const file = inProject('main.mjs', `${[...IMPORTS, ...NODE].map((text) => `import { ${text}`).join('\n')}\n${USE}`)
  expect(run(process.execPath, file)).toBe('http://localhost:3000/sso')
})

it('serves from a CommonJS module, by require()', () => {
  const required = [...IMPORTS, ...NODE].map((text) => `const { ${text.replace(/ from (".*")/, ' = require($1)')}`)
  const file = inProject('main.cjs', `${required.join('\n')}\nvoid (async () => {${USE}})()`)
  expect(run(process.execPath, file)).toBe('http://localhost:3000/sso')
})

it('has the types that it says', () => {
  const text = `import { createPortico, type Portico, type UserDirectory } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { redisStorage } from 'portico-sso/adapters/redis'
export const accounts: UserDirectory = { find: (sub) => ({ sub }), authenticate: () => undefined }
export const storages = [embeddedStorage(), redisStorage('redis://localhost')]
export const sso: Promise<Portico> = createPortico({ baseUrl: 'http://localhost:3000', accounts })
// @ts-expect-error there is no such setting
void createPortico({ baseUrl: 'http://localhost:3000', pkce: false })
`
  const options = {
    module: 'nodenext',
    target: 'es2024',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    types: ['node'],
  }
  inProject('main.mts', text)
  inProject('tsconfig.json', JSON.stringify({ compilerOptions: options, files: ['main.mts'] }))
  expect(run(process.execPath, resolve('node_modules/typescript/bin/tsc'), '-p', project)).toBe('')
})
