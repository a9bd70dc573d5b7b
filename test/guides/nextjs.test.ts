/** The how-to for Next.js, as it is printed, next to the app of the README. */
import { isUp, section } from '../package/guide.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { followed } from './guide-folder.ts'

it('signs a user in with Auth.js, and out of both', async () => {
  const ports = { 3000: await freePort(), 4200: await freePort() }
  const environment = { PORT: String(ports[3000]), NEXT_TELEMETRY_DISABLED: '1' }
  const { prepare, follow, shell, read } = await followed('examples/nextjs/README.md', ports, environment)
  const first = section(await read('README.md'), 'Add it to your app')
  await isUp(ports[3000], shell((await prepare(first)).at(-1) ?? ''))
  await isUp(ports[4200], await follow(await prepare()))

  const page = await (await (await launchChromium()).newContext()).newPage()
  await page.goto(`http://localhost:${ports[4200]}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.fill('[name=username]', 'alice@example.com')
  await page.fill('[name=password]', 'portico')
  await page.click('form button[type=submit]')
  await page.getByRole('button', { name: 'Allow', exact: true }).click()
  await page.getByText('Hello, Alice Doe.').waitFor()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator('[name=password]').waitFor()
})
