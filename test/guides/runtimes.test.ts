/** Portico on other runtimes than Node, in the versions that examples/README.md names. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { guide, isUp, section } from '../package/guide.ts'
import { packedProject } from '../package/packed-project.ts'
import { readSource } from '../structure/sources.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { GUIDES } from './packages.ts'

// Outside of the repository, whose tsconfig.json Bun would apply.
const { folder, inProject, install } = await packedProject()
const readme = await readFile(inProject('node_modules/portico-sso/README.md'), 'utf8')
const text = section(readme, 'Add it to your app')

const started = async (runtime: string) => {
  const port = await freePort()
  const environment = { PORT: String(port) }
  const { prepare, shell } = guide({ folder, text, words: {}, environment, install })
  await prepare()
  return { port, run: shell(`exec ${join(GUIDES.install(), 'node_modules/.bin', runtime)} app.mjs`) }
}

beforeAll(async () => {
  await install('koa')
  // Deno finds only packages that are in it, as after `npm install`.
  await writeFile(inProject('package.json'), JSON.stringify({ dependencies: { koa: '*', 'portico-sso': '*' } }))
})

it('Bun signs a user in, and stops', async () => {
  const { port, run } = await started('bun')
  await isUp(port, run)
  const page = await (await (await launchChromium()).newContext()).newPage()
  await page.goto(`http://localhost:${port}/me`)
  await page.fill('[name=username]', 'alice@example.com')
  await page.fill('[name=password]', 'portico')
  await page.click('form button[type=submit]')
  await page.getByText('Hello, Alice Doe.').waitFor()
  await page.close()
  run.signal('SIGTERM')
  expect(await run.ended).toBe(0)
})

it('Deno is refused with one sentence', async () => {
  const { run } = await started('deno run --allow-all')
  expect(await run.ended).toBe(1)
  expect(run.output()).toContain('needs crypto.argon2, which Deno 2.9.6 does not have')
})

it('the documents name these versions', () => {
  const pins = readSource('test/guides/packages/package.json')
  const named = (name: string): unknown =>
    expect.stringContaining(`${name} ${new RegExp(`"${name.toLowerCase()}": "(.*)"`).exec(pins)?.[1]}`)
  expect(Array(2).fill(readSource('examples/README.md'))).toEqual([named('Bun'), named('Deno')])
})
