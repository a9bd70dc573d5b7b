/**
 * Languages of a deployment: a folder of texts adds one without code, or changes words of a built-in one; its mistakes
 * break no page.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createPortico } from '../../lib/index.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ROOT_SECRET, TRUSTED } from '../support/fixtures.ts'
import { runningIdp } from '../support/idp.ts'
import { newFolder } from '../support/new-folder.ts'
import { ADMIN, enterPanel, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'
import { headingOf } from './portal-visitor.ts'

const ITALIAN = {
  common: { languages: 'Lingue <b>' },
  signIn: { title: 'Entra in {client}', submit: 'Entra', password: 'Parola {nothing}', username: '{' },
}
const LOCALES = ['en', 'ar', 'de', 'es', 'fr', 'pt-BR', 'it']

const folder = newFolder()
writeFileSync(join(folder, 'it.json'), JSON.stringify(ITALIAN))
writeFileSync(join(folder, 'en.json'), JSON.stringify({ signIn: { submit: 'Come in', password: 'Leave' } }))
const ui = { texts: folder, messages: { en: { signIn: { password: 'Back out' } } } }
const idp = await runningIdp({ ui, accounts: PANEL_ACCOUNTS })

const signInPage = async (parameters: Record<string, string>, languages?: string): Promise<string> => {
  const { address } = idp.party(TRUSTED).request(parameters)
  return ((await openBrowser(idp, { languages }).visit(address)) as Page).answer.text
}

it('a folder adds a language, which ui_locales and Accept-Language choose and the menu offers', async () => {
  for (const page of [await signInPage({ ui_locales: 'it-CH en' }), await signInPage({}, 'it;q=0.9, en;q=0.1')]) {
    expect(page).toContain('<html lang="it" dir="ltr">')
    expect(page).toContain('Entra in ')
    expect(page).toContain('Entra')
  }
  const english = await signInPage({})
  for (const locale of LOCALES.slice(1)) expect(english).toContain(`hreflang="${locale}"`)
  const discovery = await idp.send('/.well-known/openid-configuration')
  expect(discovery.json()).toMatchObject({ ui_locales_supported: LOCALES })
})

it.each([
  ['en-GB,en;q=0.9', 'en-GB', /\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d UTC/],
  ['en', 'en', /\w{3} \d{1,2}, \d{4}, \d\d:\d\d:\d\d UTC/],
  ['fr-CH, en-GB;q=0.9', 'en-GB', /\d{1,2} \w{3,4} \d{4}, \d\d:\d\d:\d\d UTC/],
  ['ar-SA', 'ar', /\d\d\d\d، \d\d:\d\d:\d\d/],
  ['en-GB-u-ca-buddhist', 'en', /\w{3} \d{1,2}, \d{4}/],
])(
  'the panel for %s has the language %s, dates of that region, and a clock of 24 hours',
  async (languages, tag, date) => {
    const panel = await enterPanel(idp, ADMIN, openBrowser(idp, { languages }))
    // The entry of the sign-in is written in the background.
    await until(async () => (await idp.portico.audit.list({}, undefined, 1)).entries.length > 0)
    const { text } = (await panel.open('/activity/1')).answer
    expect(text).toContain(`<html lang="${tag}"`)
    expect(text).toMatch(date)
  },
)

it('its words stand in a built-in language, and those of the code over them', async () => {
  const page = await signInPage({ ui_locales: 'en' })
  for (const words of ['Come in', 'Back out']) expect(page).toContain(words)
  expect(page).not.toContain('>Leave<')
})

it('English replaces a missing or invalid text, and the log has it', async () => {
  const page = await signInPage({ ui_locales: 'it' })
  for (const words of ['Email or username', 'Keep me signed in on this device']) expect(page).toContain(words)
  expect(page).not.toContain('Parola')
  const warnings = idp.log.lines.flatMap(({ level, fields }) => (level === 'warn' ? [fields] : []))
  expect(warnings).toContainEqual({ code: 'texts-missing', locale: 'it', missing: expect.any(Number) })
  expect(warnings).toContainEqual({
    code: 'texts-invalid',
    locale: 'it',
    invalid: 2,
    paths: ['signIn.username', 'signIn.password'],
  })
})

it('its texts are escaped as all texts are', async () =>
  expect(await signInPage({ ui_locales: 'it' })).toContain('Lingue &lt;b'))

it('pages of error references use it too, by URL or browser', async () => {
  const heading = async (query: string, language: string): Promise<string> =>
    headingOf(
      (await openBrowser(idp).visit(`${idp.issuer}/errors/nonce_missing${query}`, {
        headers: { accept: 'text/html', 'accept-language': language },
      })) as Page,
    )
  const [english, arabic] = [await heading('', 'en'), await heading('', 'ar')]
  expect(arabic).toMatch(/\p{Script=Arabic}/u)
  expect(english).not.toBe(arabic)
  expect(await heading('?ui_locales=ar', 'en')).toBe(arabic)
})

it('the panel speaks English where a language is for users alone', async () => {
  const panel = await enterPanel(idp)
  const { text } = (await panel.open('/?ui_locales=it')).answer
  expect(text).toContain('<html lang="en" dir="ltr">')
  expect(text).not.toContain('hreflang="it"')
  expect(text).toContain('hreflang="ar"')
  expect((await panel.open('/?ui_locales=de')).answer.text).toContain('<html lang="en" dir="ltr">')
})

it('a folder that is not there, and a file that is no JSON, are said at the start', async () => {
  const starting = (texts: string): Promise<unknown> =>
    createPortico({ baseUrl: 'http://localhost:3000', secret: ROOT_SECRET, ui: { texts } })
  await expect(starting(join(folder, 'nowhere'))).rejects.toThrow(/ui\.texts/)
  const broken = newFolder()
  writeFileSync(join(broken, 'it.json'), '{ "signIn": ')
  await expect(starting(broken)).rejects.toThrow(/it\.json/)
  writeFileSync(join(broken, 'it.json'), '{}')
  writeFileSync(join(broken, 'Italian.json'), '{}')
  await expect(starting(broken)).rejects.toThrow(/Italian\.json/)
})
