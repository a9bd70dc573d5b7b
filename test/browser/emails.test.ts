/**
 * Every email in every language, as a mail program shows it: readable in light and dark, no wider than a telephone,
 * loading nothing. `EMAIL_PICTURES=folder` keeps the pictures.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { EmailFacts } from '../../lib/domain/emails/email-attempt.ts'
import { emailWriter } from '../../lib/web/emails/email-writer.ts'
import { builtIn, LOCALES } from '../../lib/web/ui/texts/catalogue.ts'
import { EMAILS, type EmailKind } from '../../policies/emails.ts'
import { launchChromium } from '../support/chromium.ts'
import { AXE_SOURCE } from '../web/ui/page-server.ts'

const NARROW = 340
const LINK = `https://sso.example.com/recovery/recovery?link=${'a'.repeat(16)}.${'b'.repeat(32)}`
const KINDS = Object.keys(EMAILS) as readonly EmailKind[]
const pictures = process.env['EMAIL_PICTURES']

const write = emailWriter({
  baseUrl: 'https://sso.example.com',
  adminUrl: 'https://sso.example.com/admin',
  securityHref: 'https://sso.example.com/portal/security',
  themeOf: async () => ({ productName: 'Example ID', accent: '#0b6e4f' }),
  ui: { locales: LOCALES, defaultLocale: 'en' },
  speak: builtIn,
  own: () => undefined,
  report: () => {},
})
const factsOf = (kind: EmailKind, locale: string, more: Partial<EmailFacts> = {}): EmailFacts => ({
  kind,
  user: {
    sub: 'u-ana',
    user: { sub: 'u-ana', name: 'Ana Souza', locale },
    name: 'Ana Souza',
    username: 'ana',
    active: true,
    source: 'directory',
    email: 'ana@example.com',
    verified: true,
    pendingEmail: undefined,
    formerEmail: undefined,
    linked: false,
    invitedBy: undefined,
    passwordStamp: 'x',
    linkStamp: '0 x',
  },
  to: 'ana.souza@example.org',
  locale,
  about: { device: 'Firefox, Windows', from: '203.0.113.7', factor: 'passkey', name: 'Ana’s phone', day: '2026-12-01' },
  link: EMAILS[kind].link === undefined ? undefined : LINK,
  code: kind === 'mail-code' ? '01234567' : undefined,
  at: Date.UTC(2026, 10, 21, 9),
  ...more,
})

const ISOLATES = /[\u2066-\u2069]/g

const requests: string[] = []
const browser = await launchChromium()
const context = await browser.newContext({ viewport: { width: NARROW, height: 700 } })
const page = await context.newPage()
// It stays while the content changes.
await page.evaluate(AXE_SOURCE)
page.on('request', (request) => requests.push(request.url()))
if (pictures !== undefined) mkdirSync(pictures, { recursive: true })

describe.each(LOCALES)('in %s', (locale) => {
  it.each(KINDS)('%s is readable, narrow enough, and loads nothing', async (kind) => {
    requests.length = 0
    const { html, text, subject, locale: written } = await write(factsOf(kind, locale))
    expect(written).toBe(locale)
    expect(subject).not.toMatch(/[{}\r\n]/)
    await page.setContent(html)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(NARROW)
      // The markup is the same in all languages; these two run in both directions.
      if (locale === 'en' || locale === 'ar') expect(await axeIssues(page)).toEqual([])
      if (pictures !== undefined)
        await page.screenshot({ path: join(pictures, `${kind}-${locale}-${colorScheme}.png`), fullPage: true })
    }
    expect(requests).toEqual([])
    // The text part has the same content, but direction marks only in a right-to-left language.
    const wordsOf = (part: string): string => part.replaceAll(ISOLATES, '').replaceAll(/\s+/g, ' ').trim()
    const words = wordsOf(await page.locator('body').innerText())
    for (const line of text.split('\n\n').filter((part) => !/[\n:]|^--/.test(part)))
      expect(words).toContain(wordsOf(line))
    if (locale !== 'ar') expect(text).not.toMatch(ISOLATES)
    if (EMAILS[kind].link !== undefined) expect(text.split('\n')).toContain(LINK)
  })
})

it('names and addresses of users are text and nothing else', async () => {
  const evil = `<img src=x onerror=alert(1)>"'</title><script>alert(1)</script>`
  const facts = factsOf('address', 'en', { to: evil })
  const user = facts.user === undefined ? undefined : { ...facts.user, username: evil, user: { sub: 'u', name: evil } }
  await page.setContent((await write({ ...facts, user })).html)
  expect(await page.locator('script, img').count()).toBe(0)
  expect(await page.locator('body').innerText()).toContain(evil)
})

async function axeIssues(on: Page): Promise<readonly string[]> {
  return on.evaluate(async () => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: readonly { id: string; nodes: readonly object[] }[] }> }
    }
    // Emails have no landmarks.
    const { violations } = await axe.run({
      rules: { region: { enabled: false }, 'landmark-one-main': { enabled: false } },
    })
    return violations.map(({ id, nodes }) => `${id} × ${nodes.length}`)
  })
}
