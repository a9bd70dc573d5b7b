/** The page form of an error: the user finds a way to continue there, as far as there is one. */
import { NAVIGATION, openBrowser } from '../../support/browser.ts'
import { failingCalls } from '../../support/failing-calls.ts'
import { CONF } from '../../support/fixtures.ts'
import { runningIdp, startIdp } from '../../support/idp.ts'

const UNKNOWN_APP = '/authorize?client_id=unknown'
const hrefs = (html: string): readonly string[] =>
  [...html.matchAll(/<a\b[^>]*href="([^"]*)"/g)].map(([, href = '']) => href)

it('leads to the user’s account, which is there', async () => {
  const idp = await startIdp()
  const { status, text } = await idp.send(UNKNOWN_APP, { headers: NAVIGATION })
  expect(status).toBe(400)
  const account = `${idp.issuer}/portal/`
  expect(hrefs(text)).toContain(account)
  expect(text).toContain('Go to my account')
  expect((await openBrowser(idp).visit(account)).at).toBe('page')
})

it('leads to the URL of a portal on another host', async () => {
  const idp = await runningIdp({ portalUrl: 'http://localhost:9/me' })
  expect(hrefs((await idp.send(UNKNOWN_APP, { headers: NAVIGATION })).text)).toContain('http://localhost:9/me/')
})

it('leads to no account where there is no portal', async () => {
  const idp = await runningIdp({ portal: { enabled: false } })
  expect((await idp.send(UNKNOWN_APP, { headers: NAVIGATION })).text).not.toContain('Go to my account')
})

it('leads to no account while the service itself is in trouble (503)', async () => {
  const { storage, failAll } = failingCalls()
  const idp = await runningIdp({ storage })
  failAll()
  const { status, text } = await idp.send('/authorize?client_id=conf', { headers: NAVIGATION })
  expect(status).toBe(503)
  expect(text).not.toContain('Go to my account')
})

const otherAddress = (clientId: string): string =>
  `/authorize?client_id=${clientId}&redirect_uri=https%3A%2F%2Fexternal.example%2Fcb`

it('leads back to the app that is known, at its own origin and not at the address that was sent', async () => {
  const idp = await startIdp()
  const { status, text } = await idp.send(otherAddress(CONF.client_id), { headers: NAVIGATION })
  expect(status).toBe(400)
  const [own = ''] = CONF.redirect_uris
  expect(hrefs(text)).toContain(`${new URL(own).origin}/`)
  expect(hrefs(text)).not.toContain(own)
  expect(hrefs(text).filter((href) => href.startsWith('https://external'))).toEqual([])
})

it('leads to no app that is disabled or unknown', async () => {
  const idp = await runningIdp({ clients: [{ ...CONF, status: 'disabled' }] })
  const account = `${idp.issuer}/portal/`
  for (const address of [otherAddress(CONF.client_id), UNKNOWN_APP]) {
    const { text } = await idp.send(address, { headers: NAVIGATION })
    expect(hrefs(text).filter((href) => /^https?:/.test(href) && !href.startsWith(idp.issuer))).toEqual([])
    expect(hrefs(text)).toContain(account)
  }
})
