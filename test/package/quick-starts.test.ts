/** The quick starts of the README, as they are printed: the package alone, and a user in Chromium. */
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { guide, isUp, section } from './guide.ts'
import { packedProject } from './packed-project.ts'

const { folder, inProject, install } = await packedProject()
const readme = await readFile(inProject('node_modules/portico-sso/README.md'), 'utf8')

const PORTS = { 3000: await freePort(), 4100: await freePort() }
// Packages come from this repository, not from a registry.
const { shell, prepare, follow } = guide({
  folder,
  text: readme,
  words: PORTS,
  environment: { PORT: String(PORTS[3000]) },
  install: async (name) => (name === 'portico-sso' ? undefined : install(name)),
})

it('add sign-in to an app, connect another, and sign in; a restart loses neither client nor session', async () => {
  const lines = await prepare(section(readme, 'Add it to your app'))
  const app = await follow(lines)
  await isUp(PORTS[3000], app)
  const browser = await launchChromium()
  const page = await (await browser.newContext()).newPage()
  const [, username = '', password = ''] =
    /sign in as `([^`]+)`\s+with the password\s+`([^`]+)`/.exec(section(readme, 'Add it to your app')) ?? []

  await page.goto(`http://localhost:${PORTS[3000]}/me`)
  await page.fill('[name=username]', username)
  await page.fill('[name=password]', password)
  await page.click('form button[type=submit]')
  await hello(page)

  const crm = await follow(await prepare(section(readme, 'Connect an app')))
  await isUp(PORTS[4100], crm)
  await page.goto(`http://localhost:${PORTS[4100]}`)
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await hello(page)

  app.signal('SIGTERM')
  expect(await app.ended).toBe(0)
  const again = shell(lines.at(-1) ?? '')
  await isUp(PORTS[3000], again)
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
