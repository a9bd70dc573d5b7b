/**
 * D-S10: a sibling host plants cookies for the service's host, those of a sign-in that the attacker began. The victim
 * who follows a link must not sign in on his behalf. Two host names over TLS, as browsers see them.
 */
import { createServer } from 'node:https'
import type { BrowserContext, Cookie, Page } from 'playwright-core'
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { createPortico, type Portico } from '../../lib/index.ts'
import { stoppedAtEnd } from '../support/at-end.ts'
import { type Page as HttpPage, openBrowser } from '../support/browser.ts'
import { launchChromium } from '../support/chromium.ts'
import { ALICE, CLIENTS, CONF, ROOT_SECRET } from '../support/fixtures.ts'
import { holdCallback } from '../support/held-callback.ts'
import { type Answer, encodeFields, type Message, sendTo } from '../support/http.ts'
import { closed, listening } from '../support/listening.ts'
import { selfSigned } from '../support/logout-certificate.ts'
import { challengeOf, random } from '../support/relying-party.ts'

const SERVICE = 'sso.company.test'
const SIBLING = 'evil.company.test'
/** The session of panel or portal. */
const SIGNED_IN = /^__Secure-sso-(?:admin|portal)$/

/** Set-Cookie lines that the sibling answers with. */
let planted: readonly string[] = []

let answer: ReturnType<Portico['callback']> | undefined
const server = createServer({ ...selfSigned(SERVICE) }, (req, res) => {
  if (req.headers.host?.startsWith(SIBLING) !== true) return answer?.(req, res)
  res.setHeader('Set-Cookie', planted)
  res.end('<title>planted</title>')
})
const port = await listening(server)
const origin = `https://${SERVICE}:${port}`
const portico = await createPortico({
  baseUrl: origin,
  secret: ROOT_SECRET,
  clients: CLIENTS,
  accounts: [{ ...ALICE, roles: ['sso:admin'] }],
  rateLimits: false,
  logger: { info: () => {}, warn: () => {}, error: () => {} },
  storage: embeddedStorage(),
})
answer = portico.callback()
stoppedAtEnd(portico)
stoppedAtEnd({ close: () => closed(server) })
const browser = await launchChromium([`--host-resolver-rules=MAP *.company.test 127.0.0.1`])

const context = (): Promise<BrowserContext> => browser.newContext({ ignoreHTTPSErrors: true })
const authorization = (): string =>
  `${origin}/authorize?${encodeFields({
    client_id: CONF.client_id,
    redirect_uri: CONF.redirect_uris[0],
    response_type: 'code',
    scope: 'openid',
    state: random(16),
    nonce: random(16),
    code_challenge: challengeOf(random()),
    code_challenge_method: 'S256',
  })}`

/** The service as a program asks it that resolves no names. */
function overTls(address: string, message: Message = {}): Promise<Answer> {
  const { host, port } = new URL(origin)
  const tls = { servername: SERVICE, believed: 'any-signer' } as const
  const target = { host: '127.0.0.1', port: Number(port), tls }
  const path = address.startsWith(origin) ? address.slice(origin.length) : address
  return sendTo(target, path, { ...message, headers: { host, ...message.headers } })
}

/** The sibling plants what the attacker's own browser got, for all hosts of the company. */
async function plant(victim: Page, cookies: readonly Pick<Cookie, 'name' | 'value' | 'path'>[]): Promise<void> {
  planted = cookies.flatMap(({ name, value, path }) =>
    ['/', path].map((where) => `${name}=${value}; Domain=company.test; Path=${where}; Secure; HttpOnly`),
  )
  await victim.goto(origin.replace(SERVICE, SIBLING))
  expect(await victim.title()).toBe('planted')
}

it('an interaction that an attacker began shows no form, accepts none, and gives no code', async () => {
  const attacker = await context()
  const his = await attacker.newPage()
  await his.goto(authorization())
  expect(await his.locator('input[name=password]').count()).toBe(1)
  const interaction = his.url()

  const victim = await context()
  const page = await victim.newPage()
  await plant(page, await attacker.cookies())
  // She also has a cookie from an earlier visit.
  await page.goto(authorization())
  expect(await page.locator('input[name=password]').count()).toBe(1)
  await page.goto(interaction)
  expect(await page.locator('input[name=password]').count()).toBe(0)
  expect(await page.title()).toContain('expired')

  // The form itself, sent from her browser as the page of the attacker has it.
  const form = await his
    .locator('form')
    .first()
    .evaluate((element) =>
      Object.fromEntries(new FormData(element as unknown as HTMLFormElement) as unknown as Iterable<[string, string]>),
    )
  // As any page may send it, from where the browser has her cookies: the address is the service's own.
  const sent = await page.evaluate(
    async ([url, body]) =>
      (await fetch(url as string, { method: 'POST', body: new URLSearchParams(body as Record<string, string>) }))
        .status,
    [interaction, { ...form, username: ALICE.username, password: ALICE.password }] as const,
  )
  expect(sent).toBeGreaterThanOrEqual(400)
  await his.reload()
  expect(await his.locator('input[name=password]').count()).toBe(1)
  await attacker.close()
  await victim.close()
})

it('a sign-in that waits to be resumed is resumed in no other browser that has its cookies', async () => {
  const hers = openBrowser({ issuer: origin, send: overTls })
  const page = (await hers.visit(authorization())) as HttpPage
  const answer = await hers.send(page, { username: ALICE.username, password: ALICE.password })
  const resume = new URL(answer.headers.location ?? '', origin).href
  expect(resume).toContain('/authorize/')

  const attacker = await context()
  const his = await attacker.newPage()
  await plant(his, hers.cookies.all())
  await his.goto(resume)
  expect(his.url().startsWith(origin)).toBe(true)
  expect(await his.title()).toContain('Cookies are required')
  await attacker.close()
  // It was not over: in her own browser it goes on.
  const consent = (await hers.visit(resume)) as HttpPage
  expect((await hers.submit(consent, { action: 'allow' })).url).toContain('code=')
})

it('a sign-in to panel or portal that an attacker began signs no user in', async () => {
  for (const app of ['/admin/', '/portal/']) {
    const { callback, browser: his } = await holdCallback({ issuer: origin, send: overTls }, app, ALICE)

    const victim = await context()
    const page = await victim.newPage()
    await plant(page, his.cookies.all())
    const answer = await page.goto(callback)
    expect(answer?.ok() === true && (await page.locator('input[name=password]').count()) === 0).toBe(false)
    expect((await victim.cookies()).filter(({ name }) => SIGNED_IN.test(name))).toEqual([])
    await victim.close()
    // Where it was begun, the same callback does.
    await his.go(callback)
    expect(his.cookies.all().filter(({ name }) => SIGNED_IN.test(name))).toHaveLength(1)
  }
})
