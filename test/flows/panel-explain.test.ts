/** Why a request was refused, in the panel: the verdict first, then the evidence, and a press to what fixes it. */
import { differenceKind, uriDifference } from '../../lib/domain/audit/uri-difference.ts'
import { openBrowser } from '../support/browser.ts'
import { ALICE, CLIENTS } from '../support/fixtures.ts'
import { clientForm, enterPanel, registerInPanel, textIn, VIEWER } from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { until } from '../support/until.ts'
import { pageOf } from './portal-visitor.ts'

const SENT = 'https://crm.example/callback/'

const { idp, admin } = await runningPanel({ clients: CLIENTS })
await registerInPanel(admin, 'crm', { name: 'CRM' })
await registerInPanel(admin, 'other')

async function refused(sent: string, client = 'crm'): Promise<string> {
  const query = new URLSearchParams({ client_id: client, redirect_uri: sent, response_type: 'code' })
  const { headers } = await idp.send(`/authorize?${query}`)
  const id = headers['x-request-id'] as string
  await until(async () => (await admin.browser.go(`/admin/explain/${id}`)).status === 200)
  // The trail is written a moment later.
  await until(async () => (await idp.portico.audit.list({ requestId: id }, undefined, 1)).entries.length > 0)
  return id
}
const explained = async (id: string, visitor = admin): Promise<string> =>
  (await visitor.open(`/explain/${id}`)).answer.text
const headingOn = (html: string): string => textIn(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '')
const addressOn = (html: string): string => textIn(/href="\/admin([^"]*from_request[^"]*)"/.exec(html)?.[1] ?? '')

/** The return addresses as they stand in the form. */
const filledOn = (html: string): string =>
  textIn(/<textarea[^>]*id="redirect_uris"[^>]*>(.*?)<\/textarea>/s.exec(html)?.[1] ?? '')

it('the verdict is the heading, with how often, since when, and that the app is out', async () => {
  await refused(SENT)
  const html = await explained(await refused(SENT))
  expect(headingOn(html)).toBe('CRM: the return address is not registered')
  const [, day = ''] = /href="\/admin(\/activity\?kind=failures[^"]*ref=redirect_uri_mismatch[^"]*)"/.exec(html) ?? []
  expect((await admin.open(textIn(day))).answer.text.match(/<th scope="row"/g)).toHaveLength(2)
  expect(textIn(html)).toMatch(/2 times in 7 days · first .* · from 1 IP address · no sign-ins since/)
})

it('the box is titled by the difference, and the step at which it ended is named', async () => {
  const html = await explained(await refused(SENT))
  expect(textIn(html)).toContain('One character too many: “/” at the end')
  expect(html).toContain('<mark>/</mark>')
  const steps = textIn(/<ol class="sso-request-steps">(.*?)<\/ol>/s.exec(html)?.[1] ?? '')
  expect(steps).toMatch(/^App recognized: passedReturn address: refused hereParameters, PKCE: not reached/)
})

it('the URI is added in the client’s settings: filled in and marked, and saved only by Save', async () => {
  const html = await explained(await refused(SENT))
  const settings = await admin.open(addressOn(html))
  expect(textIn(settings.answer.text)).toContain(`${SENT} was filled in from request`)
  expect(settings.answer.text).toContain(`<mark><code dir="ltr">${SENT}</code></mark>`)
  expect((await idp.portico.clients.find('crm'))?.redirectUris).toEqual(['https://crm.example/callback'])
  await admin.send(
    settings,
    '/clients/crm/settings',
    clientForm('crm', { name: 'CRM', redirect_uris: filledOn(settings.answer.text) }),
  )
  expect((await idp.portico.clients.find('crm'))?.redirectUris).toEqual(['https://crm.example/callback', SENT])
  // A registered URI is not proposed again.
  expect((await admin.open(addressOn(html))).answer.text).not.toContain('was filled in')
})

it('no address of a page fills anything in: only that of a refused request of this very client', async () => {
  const id = await refused('https://other.example/other', 'other')
  for (const query of [
    `from_request=${id}`,
    `from_request=${encodeURIComponent('https://evil.example/')}`,
    'redirect_uris=https://evil.example/',
  ]) {
    const { text } = (await admin.open(`/clients/crm/settings?${query}`)).answer
    expect([query, text.includes('was filled in'), filledOn(text).includes('evil')]).toEqual([query, false, false])
  }
})

it.each([
  ['one that was cut', `https://other.example/${'a'.repeat(300)}`],
  ['what is no web address', 'javascript:alert(1)'],
])('%s is shown, and not offered', async (_, sent) => {
  const html = await explained(await refused(sent, 'other'))
  expect(addressOn(html)).toBe('')
  expect(html).not.toMatch(/href="javascript/)
})

it('a viewer sees the same, and no way to change it', async () => {
  const id = await refused('https://other.example/x', 'other')
  expect(addressOn(await explained(id))).toContain('/clients/other/settings')
  expect(addressOn(await explained(id, await enterPanel(idp, VIEWER)))).toBe('')
})

it('the owner is sent everything that is known, as an email draft, without a secret', async () => {
  const html = await explained(await refused('https://other.example/y', 'other'))
  const [, draft = ''] = /href="mailto:owner@example\.com\?([^"]*)"/.exec(html) ?? []
  const body = new URLSearchParams(textIn(draft)).get('body') ?? ''
  for (const words of ['## The other: the return address', '`https://other.example/y`', '/admin/explain/'])
    expect(body).toContain(words)
  expect(body).not.toMatch(/sso_(dev|live)_/)
  expect(textIn(/<textarea[^>]*id="ticket"[^>]*>(.*?)<\/textarea>/s.exec(html)?.[1] ?? '')).toBe(
    body.replaceAll('\r\n', '\n'),
  )
})

it('a wrong secret at the token endpoint is explained with the client’s name, and not with the secret', async () => {
  const { headers } = await idp.send('/token', {
    body: { grant_type: 'authorization_code', code: 'x', client_id: 'crm', client_secret: 'sso_dev_wrong-secret' },
  })
  const id = headers['x-request-id'] as string
  await until(async () => (await admin.browser.go(`/admin/explain/${id}`)).status === 200)
  const html = await explained(id)
  expect(headingOn(html)).toMatch(/^CRM: /)
  expect(html).not.toContain('wrong-secret')
})

it('a failed sign-in leads to the user that was meant', async () => {
  const browser = openBrowser(idp)
  const page = pageOf(await browser.visit('/portal/'))
  const failed = await browser.submit(page, { username: ALICE.username, password: 'wrong' })
  const id = failed.answer.headers['x-request-id'] as string
  await until(async () => (await admin.browser.go(`/admin/explain/${id}`)).status === 200)
  await until(async () => headingOn(await explained(id)).includes(ALICE.name))
  const html = await explained(id)
  expect(headingOn(html)).toBe(`Wrong password for ${ALICE.name}`)
  expect(html).toContain(`href="/admin/users/${ALICE.sub}"`)
  expect(textIn(html)).toContain('Sign-in: refused here')
})

it('an unknown id is reported (404), whatever it contains', async () => {
  const { answer } = await admin.open(`/explain/${encodeURIComponent('<script>alert(1)</script>')}`)
  expect([answer.status, textIn(answer.text).includes('No request with this ID in the last')]).toEqual([404, true])
  expect(answer.text).not.toContain('<script>alert(1)')
})

it.each<[string, string, ReturnType<typeof differenceKind>]>([
  ['https://a.example/cb/', 'https://a.example/cb', { kind: 'extra', text: '/', place: 'end' }],
  ['https://a.example/cb', 'https://a.example/cb/', { kind: 'missing', text: '/', place: 'end' }],
  ['https://a.example:80/cb', 'https://a.example/cb', { kind: 'extra', text: ':80', place: 'inside' }],
  ['http://a.example/cb', 'https://a.example/cb', { kind: 'missing', text: 's', place: 'inside' }],
  ['https://a.example/Cb', 'https://a.example/cb', { kind: 'case' }],
  ['https://b.example/cb', 'https://a.example/other', { kind: 'several' }],
])('%s compared with %s differs in a way that has a sentence', (sent, registered, kind) =>
  expect(differenceKind(uriDifference(sent, registered))).toEqual(kind),
)
