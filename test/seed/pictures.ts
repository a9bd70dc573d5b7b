/** `npm run pictures [-- FOLDER]`: the pictures of the README, taken of a seeded store, by a stopped clock. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { codeAt } from '../../lib/domain/accounts/factors/totp.ts'
import { launchChromium } from '../support/chromium.ts'
import type { Idp } from '../support/idp.ts'
import { relyingParty } from '../support/relying-party.ts'
import { signInAt, startSeeded } from '../support/seeded-folder.ts'
import { APPS } from './apps.ts'
import { authenticatorSecretOf, type Person, personNamed } from './people.ts'
import { ADMINISTRATOR } from './set-up.ts'

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

/** A Thursday afternoon. */
const AT = Date.parse('2026-11-19T14:32:00Z')
const SCHEMES = ['light', 'dark'] as const
const QUALITY = 80
const WIDE = { width: 1280, height: 960 }
const FOLDER = process.argv[2] ?? 'examples/reference/pictures'

/** Each in light and dark; the file is `NAME.webp`, and `NAME-dark.webp`. */
const PICTURES: readonly {
  readonly name: string
  readonly size: { readonly width: number; readonly height: number }
  readonly as: Person | undefined
  readonly open: (page: Page, issuer: string) => Promise<void>
}[] = [
  {
    name: 'sign-in',
    size: { width: 600, height: 868 },
    as: undefined,
    async open(page, issuer) {
      const { clientId: client_id = '', redirectUris: redirect_uris = [] } = APPS[0]?.draft ?? {}
      const app = relyingParty({ issuer } as Idp, { client_id, client_type: 'confidential', redirect_uris })
      await page.goto(issuer + app.request({ scope: 'openid profile' }).address)
    },
  },
  {
    name: 'panel',
    size: WIDE,
    as: ADMINISTRATOR,
    async open(page, issuer) {
      // All apps are counted in the background, for the first time some seconds after the start.
      do await page.goto(`${issuer}/admin/`)
      while ((await page.locator('.sso-incident').count()) === 0)
    },
  },
  {
    name: 'user',
    size: WIDE,
    as: ADMINISTRATOR,
    open: async (page, issuer) => void (await page.goto(`${issuer}/admin/users/${personNamed('Ines', 'Duarte').sub}`)),
  },
  {
    name: 'explain',
    size: WIDE,
    as: ADMINISTRATOR,
    async open(page, issuer) {
      await page.goto(`${issuer}/admin/`)
      await page.locator('.sso-incident').getByRole('link', { name: 'Why' }).click()
      await page.waitForURL('**/explain/**')
    },
  },
  {
    name: 'portal',
    size: WIDE,
    as: personNamed('Noor', 'van Dijk'),
    open: async (page, issuer) => void (await page.goto(`${issuer}/portal/`)),
  },
]

/** The sign-in that a browser keeps: once for each, as a code of an authenticator app works once. */
async function signedIn(browser: Browser, issuer: string, person: Person): Promise<StorageState> {
  const context = await browser.newContext()
  const page = await context.newPage()
  await page.goto(`${issuer}/portal/`)
  await signInAt(page, person.username)
  if (person.secondStep === 'authenticator') {
    const code = codeAt(authenticatorSecretOf(person), Math.floor(AT / 30_000))
    await page.locator('input[autocomplete="one-time-code"]').evaluate((input, typed) => {
      const field = input as HTMLInputElement
      field.value = typed
      field.form?.requestSubmit()
    }, code)
  }
  await page.waitForURL(`${issuer}/portal/**`)
  const state = await context.storageState()
  await context.close()
  return state
}

async function take(idp: Idp, browser: Browser): Promise<void> {
  const states = new Map<Person, StorageState>()
  for (const { name, size, as, open } of PICTURES) {
    if (as !== undefined && !states.has(as)) states.set(as, await signedIn(browser, idp.issuer, as))
    const storageState = as === undefined ? undefined : states.get(as)
    const context = await browser.newContext({
      viewport: size,
      locale: 'en',
      reducedMotion: 'reduce',
      ...(storageState === undefined ? {} : { storageState }),
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(AT)
    await open(page, idp.issuer)
    // A cursor that blinks would make every picture another one.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    // Playwright itself writes PNG, which is four times as large.
    const devtools = await context.newCDPSession(page)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme })
      // Two frames later all is drawn where it stays.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY })
      const file = join(FOLDER, `${name}${colorScheme === 'dark' ? '-dark' : ''}.webp`)
      await writeFile(file, Buffer.from(data, 'base64'))
      console.log(`${file}  ${Math.ceil((data.length * 3) / 4096)} KiB`)
    }
    await context.close()
  }
}

await mkdir(FOLDER, { recursive: true })
const idp = await startSeeded(() => AT)
const browser = await launchChromium()
try {
  await take(idp, browser)
} finally {
  await browser.close()
  await idp.stop()
}
