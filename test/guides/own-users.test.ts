/** The how-to for users in PostgreSQL, as it is printed. */
import { isUp } from '../package/guide.ts'
import { launchChromium } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { startMailServer } from '../support/mail-server.ts'
import { startPostgres } from '../support/postgres.ts'
import { followed } from './guide-folder.ts'

const WRONG = 'Wrong email or password.'

it('signs in the users of a table, sets a new password by email, and survives a restart', async () => {
  const [database, mail, port] = [await startPostgres(), await startMailServer(), await freePort()]
  const environment = { DATABASE_URL: database.superuserUrl, SMTP_URL: mail.url, PORT: String(port) }
  const { prepare, follow, shell } = await followed('examples/own-users/README.md', { 3000: port }, environment)
  const lines = await prepare()
  const app = await follow(lines)
  await isUp(port, app)
  const browser = await launchChromium()
  const signIn = async (password: string, shown: string): Promise<void> => {
    const page = await (await browser.newContext()).newPage()
    await page.goto(`http://localhost:${port}/me`)
    await page.fill('[name=username]', 'Alice@example.com')
    await page.fill('[name=password]', password)
    await page.click('form button[type=submit]')
    await page.getByText(shown).first().waitFor()
  }
  await signIn('wrong horse battery', WRONG)
  await signIn('correct horse battery', 'Hello, Alice Doe.')

  const page = await (await browser.newContext()).newPage()
  await page.goto(`http://localhost:${port}/me`)
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await page.fill('[name=username]', 'alice@example.com')
  await page.click('form button[type=submit]')
  const [link = ''] = /http:\S+recovery\S+/.exec((await mail.next()).text ?? '') ?? []
  await page.goto(link)
  await page.fill('[name=new_password]', 'a new password of alice')
  await page.click('form button[type=submit]')
  // The browser that asked for the email continues to the app.
  await page.getByText('Hello, Alice Doe.').first().waitFor()
  await signIn('correct horse battery', WRONG)

  app.signal('SIGTERM')
  expect(await app.ended).toBe(0)
  await isUp(port, shell(lines.at(-1) ?? ''))
  await signIn('a new password of alice', 'Hello, Alice Doe.')
})
