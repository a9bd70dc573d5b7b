/** The quick starts of the README, as they are printed: the package alone, and a user in Chromium. */
import { spawn } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Page } from 'playwright-core'
import { type Run, runOf } from '../examples/process.ts'
import { BARE_ENVIRONMENT } from '../support/bare-environment.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { until } from '../support/until.ts'
import { packedProject } from './packed-project.ts'

const { folder, inProject, install } = await packedProject()
const readme = await readFile(inProject('node_modules/portico-sso/README.md'), 'utf8')

/** The ports of the README, and the ones that are free here. */
const PORTS = { 3000: await freePort(), 4100: await freePort() }
const withPorts = (text: string): string =>
  Object.entries(PORTS).reduce((changed, [printed, free]) => changed.replaceAll(printed, String(free)), text)

const section = (title: string): string => readme.split(`### ${title}\n`)[1]?.split(/^##/m)[0] ?? ''

/** Writes the programs of a section to the files that it names. @returns the lines of its commands */
async function prepare(title: string): Promise<readonly string[]> {
  const text = section(title)
  for (const [, file = '', program = ''] of text.matchAll(/save this as `(\S+)`[^]*?^```js\n([^]*?)^```$/gim))
    await writeFile(inProject(file), withPorts(program))
  const [, commands = ''] = /^```sh\n([^]*?)^```$/m.exec(text) ?? []
  return withPorts(commands).replaceAll('\\\n', '').trim().split('\n')
}

const environment = {
  ...BARE_ENVIRONMENT,
  PATH: `${dirname(process.execPath)}:${String(process.env['PATH'])}`,
  PORT: String(PORTS[3000]),
}
const shell = (line: string): Run =>
  runOf(spawn('sh', ['-c', line.replace(/^(?=node )/, 'exec ')], { cwd: folder, env: environment }))

/** Runs the commands; the last one keeps running. Packages come from this repository, not from a registry. */
async function follow(lines: readonly string[]): Promise<Run> {
  for (const line of lines.slice(0, -1)) {
    const [, names] = /^npm install (.+)$/.exec(line) ?? []
    if (names === undefined) {
      const command = shell(line)
      if ((await command.ended) !== 0) throw new Error(`${line}: ${command.output()}`)
    } else for (const name of names.split(' ').filter((one) => one !== 'portico-sso')) await install(name)
  }
  return shell(lines.at(-1) ?? '')
}

const isUp = (port: number): Promise<void> =>
  until(async () =>
    fetch(`http://localhost:${port}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    ),
  )

it('add sign-in to an app, connect another, and sign in; a restart loses neither client nor session', async () => {
  const lines = await prepare('Add it to your app')
  const app = await follow(lines)
  await isUp(PORTS[3000])
  const browser = await launchChromium()
  const page = await (await browser.newContext()).newPage()
  const [, username = '', password = ''] =
    /sign in as `(.+)`\s+with the password\s+`(.+)`/.exec(section('Add it to your app')) ?? []

  await page.goto(`http://localhost:${PORTS[3000]}/me`)
  await page.fill('[name=username]', username)
  await page.fill('[name=password]', password)
  await page.click('form button[type=submit]')
  await hello(page)

  const crm = await follow(await prepare('Connect an app'))
  await isUp(PORTS[4100])
  await page.goto(`http://localhost:${PORTS[4100]}`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await hello(page)

  app.signal('SIGTERM')
  expect(await app.ended).toBe(0)
  const again = shell(lines.at(-1) ?? '')
  await isUp(PORTS[3000])
  await page.goto(`http://localhost:${PORTS[3000]}/me`)
  await hello(page)
  await page.context().clearCookies({ name: 'oidc-auth' })
  await page.goto(`http://localhost:${PORTS[4100]}`)
  await hello(page)
  for (const one of [crm, again]) {
    one.signal('SIGTERM')
    await one.ended
  }
})

const hello = async (page: Page): Promise<void> => page.getByText('Hello, Alice Doe.').waitFor()
