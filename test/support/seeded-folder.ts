/** A folder from `npm run seed`, and a provider on it, for tests with much data. */
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import type { PorticoOptions } from '../../lib/index.ts'
import { seedCompany } from '../seed/company.ts'
import { PASSWORD } from '../seed/people.ts'
import { ADMINISTRATOR } from '../seed/set-up.ts'
import { stoppedAtEnd } from './at-end.ts'
import { type Idp, startIdp } from './idp.ts'
import { newFolder } from './new-folder.ts'

export interface SeededFolder {
  readonly folder: string
  /** The options to open it. */
  readonly options: Partial<PorticoOptions>
  remove(): Promise<void>
}

/** @param clock returns the end of the seeded history, milliseconds since the epoch */
export async function seededFolder(clock: () => number = Date.now): Promise<SeededFolder> {
  const parent = newFolder()
  const folder = join(parent, 'store')
  await seedCompany(folder, 'http://localhost:3000', clock())
  const secret = (await readFile(join(folder, 'secret'), 'utf8')).trim()
  const storage = embeddedStorage({ file: join(folder, 'portico.sqlite'), now: clock })
  await freeOfIssuer(storage)
  return {
    folder,
    options: { secret, storage, clock, clients: [], accounts: [] },
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}

/** The first provider on it stores the issuer, because its port is not known yet. */
async function freeOfIssuer({ documents, open }: ReturnType<typeof embeddedStorage>): Promise<void> {
  await open()
  const place = ['service', 'issuer'] as const
  await documents.replace(...place, await documents.read(...place), undefined)
}

/** A provider on a seeded folder, which is deleted when the provider stops. */
export async function startSeeded(clock?: () => number): Promise<Idp> {
  const { options, remove } = await seededFolder(clock)
  const idp = await startIdp({ options })
  return stoppedAtEnd({
    ...idp,
    async stop() {
      await idp.stop()
      await remove()
    },
  })
}

/** Fills in the sign-in page for a user of the seed. */
export async function signInAt(page: Page, username: string): Promise<void> {
  await page.fill('#username', username)
  await page.fill('#password', PASSWORD)
  await page.press('#password', 'Enter')
}

/** The search of the panel. Its script gives it this role, so keys pressed before would be lost. */
export const PANEL_SEARCH = '.sso-search [role=combobox]'

/** The panel's first page with its administrator signed in. */
export async function openSeededPanel(idp: Pick<Idp, 'issuer'>, browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en' })
  const page = await context.newPage()
  await page.goto(`${idp.issuer}/admin/`)
  await signInAt(page, ADMINISTRATOR.username)
  await page.waitForSelector(PANEL_SEARCH)
  return page
}
