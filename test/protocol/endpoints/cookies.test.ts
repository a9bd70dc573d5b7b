/** What the service leaves in a browser, and its instructions to the browser (D-S1; ASVS). */
import { kindOf } from '../../support/actors.ts'
import { type Browser, openBrowser, type Page } from '../../support/browser.ts'
import type { Cookie } from '../../support/cookie-jar.ts'
import { onEachDeployment } from '../../support/deployments.ts'
import { ALICE } from '../../support/fixtures.ts'
import { startIdp } from '../../support/idp.ts'
import type { RelyingParty } from '../../support/relying-party.ts'

const ALICE_LOGIN = { username: ALICE.username, password: ALICE.password }

/** A whole sign-in, with every cookie that was set on the way. */
async function walkWatched(
  browser: Browser,
  client: RelyingParty,
): Promise<{ readonly pages: number; readonly cookies: readonly Cookie[] }> {
  const cookies: Cookie[] = []
  let stop = await browser.visit(client.request({ prompt: 'consent' }).address)
  let pages = 0
  while (stop.at === 'page' && pages < 5) {
    pages += 1
    cookies.push(...browser.cookies.all())
    stop = await browser.submit(stop, kindOf(stop) === 'sign-in' ? ALICE_LOGIN : { action: 'allow' })
  }
  return { pages, cookies: [...cookies, ...browser.cookies.all()] }
}

onEachDeployment((idp, { mount }) => {
  const conf = idp.party()

  it('SES-01: every cookie is for the service alone: HttpOnly, SameSite=Lax, no Domain, below the mount', async () => {
    const { pages, cookies } = await walkWatched(openBrowser(idp), conf)
    expect(pages).toBeGreaterThan(1)
    for (const { name, path, attributes } of cookies) {
      expect([name, attributes.has('httponly'), attributes.get('samesite')?.toLowerCase()]).toEqual([name, true, 'lax'])
      expect(attributes.has('domain')).toBe(false)
      // The cookie that binds a browser has the path that the prefix __Host- asks for (D-S10).
      const isBinding = name.includes('sso_browser_')
      expect(path).toMatch(isBinding ? /^\/$/ : mount === 'koa' ? /^\/sso(?:\/|$)/ : /^\//)
    }
    // 32 random bytes (ASVS V7.2.3).
    expect(cookies.find(({ name }) => name.endsWith('sso_session'))?.value).toMatch(/^[\w-]{43}(?![\w-])/)
  })

  it('D-S1: the cookie ends with the browser unless the user wishes otherwise', async () => {
    for (const remember of [false, true]) {
      const browser = openBrowser(idp)
      const stop = await browser.submit((await browser.visit(conf.request().address)) as Page, {
        ...ALICE_LOGIN,
        ...(remember ? { remember: 'on' } : {}),
      })
      expect(stop.at).toBe('external')
      const attributes = browser.cookies.all().find(({ name }) => name === 'sso_session')?.attributes
      expect(attributes?.has('expires') || attributes?.has('max-age')).toBe(remember)
    }
  })
})

describe('on https', () => {
  it.each([
    ['https://sso.example', '__Host-'],
    ['https://portal.example/sso', '__Secure-'],
  ])('SES-01, SES-18, ASVS V3.3.1: at %s cookies are Secure and %s, and HSTS is sent', async (issuer, prefix) => {
    const idp = await startIdp({ issuer })
    const { cookies } = await walkWatched(openBrowser(idp), idp.party())
    for (const { name, attributes } of cookies) {
      expect([name, attributes.has('secure')]).toEqual([name, true])
      expect(name).toMatch(/^__(?:Host|Secure)-/)
    }
    expect(cookies.some(({ name }) => name === `${prefix}sso_session`)).toBe(true)
    for (const name of ['sso_resume', 'sso_recent'])
      expect(cookies.some((cookie) => cookie.name === `__Secure-${name}`)).toBe(true)
    const page = await openBrowser(idp).visit(idp.party().request().address)
    expect(page.answer.headers['strict-transport-security']).toMatch(/max-age=\d{7,}/)
    expect((await idp.send('/.well-known/openid-configuration')).json().issuer).toBe(issuer)
  })

  it('HSTS holds for sub-domains when the setting requires it', async () => {
    const idp = await startIdp({ issuer: 'https://sso.example', options: { hsts: { includeSubDomains: true } } })
    const { headers } = await idp.send('/.well-known/openid-configuration')
    expect(headers['strict-transport-security']).toMatch(/^max-age=\d{7,}; includeSubDomains$/)
  })
})
