/** The how-to for tests, as it is printed: five runners, each in a folder with the packed package. */
import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guide } from '../package/guide.ts'
import { adapterTests, MAP_ADAPTER } from '../package/map-adapter.ts'
import { packedProject } from '../package/packed-project.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { chromiumPath } from '../support/chromium-path.ts'
import { freePort } from '../support/free-port.ts'
import { PACKAGES } from './guide-folder.ts'

const QUIET = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking']

/** A folder with the app, and the blocks of the page. */
async function printed(type: 'module' | 'commonjs' = 'module') {
  const port = await freePort()
  const folder = mkdtempSync(join(PACKAGES, '../run-'))
  stoppedAtEnd({ stop: () => rmSync(folder, { recursive: true, force: true }) })
  const { inProject } = await packedProject(folder)
  const text = await readFile(inProject('node_modules/portico-sso/examples/testing/README.md'), 'utf8')
  const { here, run } = guide({ folder, text, words: { 4000: port }, environment: {}, install: async () => {} })
  const blocks = [...text.matchAll(/^ *```js\n([^]*?)^ *```$/gm)].map(([, block = '']) => block.replace(/^ {3}/gm, ''))
  const write = (name: string, content: string): Promise<void> => writeFile(inProject(name), content)
  const app = await readFile(new URL('./app-under-test.js', import.meta.url), 'utf8')
  await write('package.json', JSON.stringify({ type }))
  await write(type === 'module' ? 'app.js' : 'app.mjs', here(app))
  if (type === 'commonjs') await write('app.js', "module.exports = require('./app.mjs')")
  return { here, run, blocks, write }
}

it.each([
  ['Vitest', 0, 'npx vitest run', '1 passed'],
  ['node:test', 1, 'node --test', 'pass 1'],
  ['Jest', undefined, 'NODE_OPTIONS=--experimental-vm-modules npx jest --detectOpenHandles', '1 passed'],
] as const)('%s', async (_, first, command, passed) => {
  const { blocks, write, run } = await printed()
  await write('invoices.test.js', `${first === undefined ? '' : blocks[first]}${blocks[2]}`)
  await write('jest.config.json', '{}')
  const output = await run(`${command} 2>&1`)
  expect(output).toContain(passed)
  expect(output).not.toContain('open handle')
})

it('Jest in a CommonJS project', async () => {
  const { blocks, write, run } = await printed('commonjs')
  await write('invoices.test.js', (blocks[2] ?? '').replace(/^import .*\n/gm, '').replace(/^/, blocks[3] ?? ''))
  await write('jest.config.json', '{}')
  const output = await run('NODE_OPTIONS=--experimental-vm-modules npx jest --detectOpenHandles 2>&1')
  expect(output).toContain('1 passed')
  expect(output).not.toContain('open handle')
})

it('Playwright, which signs in once per worker', async () => {
  const { blocks, write, run, here } = await printed()
  await write('fixtures.js', here(blocks[4] ?? ''))
  const spec = blocks[5] ?? ''
  // A second test of the same worker.
  await write('invoices.spec.js', spec + spec.slice(spec.indexOf('test(')).replace('a user', 'the same user'))
  const launch = { executablePath: chromiumPath(), args: QUIET }
  await write('playwright.config.js', `export default ${JSON.stringify({ use: { launchOptions: launch } })}`)
  expect(await run('npx playwright test --workers 1 2>&1')).toContain('2 passed')
})

it("a third party's adapter under Vitest: the contract and the proof", async () => {
  const { write, run } = await printed()
  await write('map-storage.mjs', MAP_ADAPTER)
  await write('adapter.test.mjs', adapterTests("import { describe, it } from 'vitest'"))
  expect(await run('NO_COLOR=1 npx vitest run 2>&1')).toMatch(/Tests +\d+ passed \(\d+\)/)
})

it('strict TypeScript finds no error', async () => {
  const { blocks, write, run } = await printed()
  const typed = `import { afterAll, beforeAll, test } from 'vitest'\n${blocks[2]}`
    .replace('let idp, app', 'let idp: import("portico-sso/testing").Idp, app: Awaited<ReturnType<typeof startApp>>')
    .replace("'./app.js'", "'./app.ts'")
  await write('invoices.test.ts', typed)
  const app = 'export async function startApp(issuer: string) { return { url: issuer, close: async () => {} } }'
  await write('app.ts', app)
  const options = '--module nodenext --target es2024 --strict --exactOptionalPropertyTypes --noUncheckedIndexedAccess'
  const rest = '--noEmit --allowImportingTsExtensions --types node invoices.test.ts'
  expect(await run(`${join(PACKAGES, '.bin/tsc')} ${options} --skipLibCheck ${rest} 2>&1 || true`)).toBe('')
})
