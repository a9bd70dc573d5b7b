/**
 * The package as it is published: packed, unpacked in an empty project with only the dependencies that it names, and
 * used from an ES module, from `require()`, from TypeScript and from the command line.
 */
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { MODULES, packedProject, run } from './packed-project.ts'

const SERVICE = `
const sso = await createPortico({
  baseUrl: 'http://localhost:3999',
  storage: embeddedStorage(),
  clients: [{ client_id: 'spa', client_type: 'public', redirect_uris: ['http://localhost:4000/callback'] }],
})
const found = await sso.clients.find('spa')
console.log(typeof redisStorage, found.clientId)
await sso.close()
`
const ESM = `
import { createPortico } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { redisStorage } from 'portico-sso/adapters/redis'
${SERVICE}`
const COMMON_JS = `
const { createPortico } = require('portico-sso')
const { embeddedStorage } = require('portico-sso/adapters/embedded')
const { redisStorage } = require('portico-sso/adapters/redis')
const started = (async () => {${SERVICE}})()
`
const TYPED = `
import { createServer } from 'node:http'
import { createPortico, StoreUnavailable, type Messages, type Portico, type PorticoOptions, type Storage } from 'portico-sso'
import { embeddedStorage } from 'portico-sso/adapters/embedded'
import { redisStorage, type RedisStorageOptions } from 'portico-sso/adapters/redis'
import { type Idp, startIdp, type TokenResponse } from 'portico-sso/testing'

const how: RedisStorageOptions = { keyPrefix: 'sso:' }
const stores: readonly Storage[] = [embeddedStorage({ file: 'x.sqlite' }), redisStorage('redis://localhost', how)]
const options: PorticoOptions = {
  baseUrl: 'http://localhost:3999',
  storage: stores[0],
  accounts: { find: (sub) => ({ sub }), authenticate: ({ username }) => ({ sub: username }) },
}
export const start = (): Promise<Portico> =>
  createPortico(options).then((sso) => {
    createServer(sso.callback()).listen(3999)
    return sso
  })
export const away = new StoreUnavailable('reading')
export const signedIn = async (idp: Idp): Promise<TokenResponse | string> =>
  idp.signIn('alice', 'billing', { scopes: ['openid'], acr: 'urn:portico:acr:2' }).catch(() => idp.inbox[0]?.to ?? '')
export const tested = startIdp({ users: [{ username: 'alice', roles: ['a'] }], clients: [{ client_id: 'billing' }] })
// @ts-expect-error there is no such endpoint
export const failing = (idp: Idp): void => idp.fail('tokens')
// @ts-expect-error there is no such field
export const misspelt = startIdp({ users: [{ username: 'alice', roels: [] }] })
export const minutes = (t: Messages): string => t.emails.minutes({ count: 1 }) + t.signIn.submit
// @ts-expect-error there is no such message
export const silent = (t: Messages): string => t.signIn.nonsense
// @ts-expect-error a count is a number
export const counted = (t: Messages): string => t.emails.minutes({ count: '1' })
// @ts-expect-error there is no such setting
export const wrong: PorticoOptions = { baseUrl: 'http://localhost:3999', nonsense: true }
`

const { folder, packed, inProject, install, node, started } = await packedProject()
// The examples are Koa apps.
await install('koa')

it('holds bundles with their types and data, documents, and examples that run from it: 825 kB and 300 files at most', () => {
  const parts = [
    /^dist\/package\/[\w-]+(?:\.js|\.d\.ts)$/,
    /^dist\/package\/generated\/[\w.-]+\.(?:br|json|d\.ts|woff2|txt)$/,
    /^examples\/(?:deploy|gate|hosts|minimal)\/|\.md$|^llms\.txt$/,
  ]
  const rest = packed.files.map(({ path }) => path).filter((path) => !parts.some((part) => part.test(path)))
  expect(rest.toSorted()).toEqual(['LICENSE', 'package.json'])
  const isList = ({ path }: { readonly path: string }): boolean => path.endsWith('common-passwords.br')
  const list = packed.files.find(isList)?.size ?? Number.POSITIVE_INFINITY
  const fonts = packed.files.filter(({ path }) => path.endsWith('.woff2'))
  const ofFonts = fonts.reduce((sum, { size }) => sum + size, 0)
  expect([fonts.length, ofFonts <= 100_000]).toEqual([3, true])
  expect(list).toBeLessThanOrEqual(100_000)
  // List and fonts are compressed, so the rest has the whole difference.
  expect(packed.size - list - ofFonts).toBeLessThanOrEqual(825_000)
  expect(packed.files.length).toBeLessThanOrEqual(300)
})

it('describes every setting once, in the schema that llms.txt names', async () => {
  const inPackage = (path: string): string => inProject('node_modules/portico-sso', path)
  expect(packed.files.map(({ path }) => path)).not.toContain('lib/config/README.md')
  expect(await readFile(inPackage('llms.txt'), 'utf8')).toContain('`portico-sso/portico.schema.json`')
  const schema = await readFile(inPackage('dist/package/generated/portico.schema.json'), 'utf8')
  expect(JSON.parse(schema)).toMatchObject({
    properties: { baseUrl: { env: 'BASE_URL', description: expect.any(String) } },
  })
})

it('prints an error that an app does not catch, and not the line of the bundle', async () => {
  await writeFile(inProject('wrong.mjs'), "import { createPortico } from 'portico-sso'\nawait createPortico({})\n")
  const { stderr } = await node('wrong.mjs').catch((error: { stderr: string }) => error)
  expect([stderr.includes('✖ baseUrl'), stderr.length < 3_000]).toEqual([true, true])
})

it('is imported by an ES module', async () => {
  await writeFile(inProject('main.mjs'), ESM)
  expect((await node('main.mjs')).stdout).toBe('function spa\n')
})

it('is required by a CommonJS module', async () => {
  await writeFile(inProject('main.cjs'), COMMON_JS)
  expect((await node('main.cjs')).stdout).toBe('function spa\n')
})

it('is required by a test of Jest in a CommonJS project', async () => {
  await mkdir(inProject('jest'))
  await writeFile(inProject('jest', 'package.json'), '{}')
  await writeFile(inProject('jest', 'start.test.js'), `it('starts', async () => {${COMMON_JS}await started})`)
  const config = JSON.stringify({ rootDir: inProject('jest'), testTimeout: 60_000 })
  const jest = join(MODULES, 'jest/bin/jest.js')
  const { stderr } = await node('--experimental-vm-modules', jest, '--config', config)
  expect(stderr).toContain('1 passed, 1 total')
})

it('is used from TypeScript, with all its types checked', async () => {
  await writeFile(inProject('package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(inProject('main.ts'), TYPED)
  const compilerOptions = {
    target: 'es2024',
    module: 'nodenext',
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: ['node'],
    typeRoots: [join(MODULES, '@types')],
  }
  await writeFile(inProject('tsconfig.json'), JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  const { stdout } = await node(join(MODULES, 'typescript/bin/tsc')).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
})

it('names the packages that settings need, and where to install them', async () => {
  const ldap = `{ kind: 'openldap', url: 'ldaps://l.example', bindDn: 'cn=a', bindPassword: 'p', base: 'o=b' }`
  const start = `createPortico({ baseUrl: 'http://localhost:3999', metrics: { port: 3998 }, ldap: ${ldap} })`
  await writeFile(
    inProject('needs.mjs'),
    `import { createPortico } from 'portico-sso'\nawait ${start}.catch((error) => console.log(error.message))`,
  )
  expect((await node('needs.mjs')).stdout).toContain(`in ${folder}, run: npm install ldapts@9 prom-client@15\n`)
})

it('is a command', async () => {
  const { bin } = JSON.parse(await readFile(inProject('node_modules/portico-sso/package.json'), 'utf8')) as {
    readonly bin: Readonly<Record<string, string>>
  }
  for (const path of Object.values(bin))
    expect((await node(inProject('node_modules/portico-sso', path), '--help')).stdout).toContain('client create')
})

it('has the data and the templates that the command line and the panel read', async () => {
  const inPackage = (path: string): string => inProject('node_modules/portico-sso', path)
  const { stdout } = await node(inPackage('dist/package/portico.js'), 'app', 'show', 'gitlab')
  expect(stdout).toContain('GitLab: OpenID Connect')
  const panel = packed.files.find(({ path }) => /^dist\/package\/panel-[\w-]+\.js$/.test(path))?.path ?? ''
  await node('--input-type=module', '--eval', `await import(${JSON.stringify(inPackage(panel))})`)
})

it('is a server: init and serve, without a clone', async () => {
  const main = inProject('node_modules/portico-sso/dist/package/portico.js')
  const place = inProject('service')
  await mkdir(place)
  const port = await freePort()
  await run(process.execPath, [main, 'init'], { cwd: place, env: { ...BARE_ENVIRONMENT, PORT: String(port) } })
  const service = started(place, [main, 'serve'], port)
  await until(async () => (await fetch(`http://localhost:${port}/health/ready`)).ok)
  const line = [
    'client',
    'create',
    'wiki',
    '--type',
    'gate',
    '--url',
    'https://wiki.example.com',
    '--owner',
    'a@b.example',
  ]
  const env = { ...BARE_ENVIRONMENT, BASE_URL: `http://localhost:${port}` }
  const { stdout } = await run(process.execPath, [main, ...line, '--format', 'haproxy'], { cwd: place, env })
  expect(stdout).toContain(`http://127.0.0.1:${port}/gate?app=wiki`)
  service.signal('SIGTERM')
  expect(await service.ended).toBe(0)
})

it('has examples that run from it', async () => {
  await cp(inProject('node_modules/portico-sso/examples/hosts'), inProject('hosts'), { recursive: true })
  const port = await freePort()
  const app = started(folder, ['hosts/koa.ts'], port)
  await app.says(/listening on/)
  expect((await fetch(`http://localhost:${port}/sso/.well-known/openid-configuration`)).status).toBe(200)
  app.signal('SIGTERM')
  expect(await app.ended).toBe(0)
})
