/** Permissions in the panel, and which forms it accepts (cases SES-09, SES-10, SES-11; D-A3). */
import { PANEL_PAGES } from '../../lib/apps/admin/panel.ts'
import type { Client } from '../../lib/domain/clients/client-record.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { filled } from '../support/filled.ts'
import { ALICE } from '../support/fixtures.ts'
import {
  ADMIN,
  clientForm,
  enterPanel,
  flashOn,
  formTo,
  type PanelVisitor,
  registerInPanel,
  SECOND_ADMIN,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'
import { readyUser } from '../support/ready-user.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'
import { pageOf, visitor as portalVisitor } from './portal-visitor.ts'
import { enrolApp } from './second-factor-visitor.ts'

const { idp, admin } = await runningPanel({ clients: [] })
await registerInPanel(admin, 'target')
await idp.portico.accounts?.create({
  sub: 'target',
  username: 'target',
  status: 'active',
  source: 'administrator',
  person: { roles: ['packer'] },
  createdAt: 0,
  changedAt: 0,
})
const KEY = { publicKey: '', counter: 0, transports: [], name: 'a key', device: 'single', createdAt: 0 } as const
await idp.portico.accounts?.passkeys?.add('target', { ...KEY, id: 'a key' })
const NO_ROLE = { username: ALICE.username, password: ALICE.password }
/** Signed in once: who they are is what matters. */
const [viewer, second] = [await enterPanel(idp, VIEWER), await enterPanel(idp, SECOND_ADMIN)]

/** Every form of the panel about clients, filled in as its page would. */
const FORMS: readonly (readonly [path: string, fields: Readonly<Record<string, string>>])[] = [
  ['/clients', { ...clientForm('forged'), form_id: 'A'.repeat(22) }],
  ['/clients/validate', clientForm('forged')],
  ['/clients/target/settings', { ...clientForm('target', { name: 'Forged' }), version: '1' }],
  ['/clients/target/scopes', { version: '1', consent: 'trusted' }],
  ['/clients/target/rotate-secret', { form_id: 'B'.repeat(22) }],
  ['/clients/target/revoke-tokens', {}],
  ['/clients/target/disable', {}],
  ['/clients/target/enable', {}],
  ['/clients/target/go-live', {}],
  ['/clients/target/decommission', { confirm: 'target' }],
]

async function csrfOf(visitor: PanelVisitor): Promise<string> {
  return formTo(await visitor.open('/clients'), '/sign-out').fields.csrf ?? ''
}

/** What the forms about users accept. */
const ACT = {
  username: 'forged',
  name: 'Forged',
  role: 'sso:admin',
  action: 'give',
  lost: 'everything',
  confirm: 'target',
  form_id: 'C'.repeat(22),
}
const about = (path: string): string => path.replace(/:\w+/g, 'target')
const fieldsOf = (path: string) => ({ ...ACT, ...FORMS.find(([known]) => known === path)?.[1] })
const state = async () => [
  await idp.portico.accounts?.account('target'),
  await idp.portico.clients.find('target'),
  await idp.portico.clients.find('forged'),
  (await idp.portico.audit.list({ kind: 'changes' }, undefined, 500)).entries.length,
]

/** Every form there is: a page that is added is tested by being there. */
it.each(PANEL_PAGES.filter(({ method }) => method === 'POST').map(({ path }) => about(path)))(
  'SES-09: a POST to %s changes nothing when forged (400), by a viewer (403), or without a session (to the sign-in)',
  async (path) => {
    const before = await state()
    const [own, unrelated] = [await csrfOf(admin), await csrfOf(second)]
    for (const [token, site] of [
      [{}, 'same-origin'],
      [{ csrf: 'x'.repeat(43) }, 'same-origin'],
      [{ csrf: unrelated }, 'same-origin'],
      [{ csrf: own }, 'cross-site'],
      [{ csrf: own }, 'same-site'],
    ] as const) {
      const { status, text } = await admin.browser.go(`/admin${path}`, {
        body: { ...fieldsOf(path), ...token },
        headers: { 'sec-fetch-site': site },
      })
      expect([status, text.includes('form_forged')]).toEqual([400, true])
    }
    expect((await viewer.post(path, { ...fieldsOf(path), csrf: await csrfOf(viewer) })).status).toBe(403)
    const anonymous = await openBrowser(idp).go(`/admin${path}`, {
      body: fieldsOf(path),
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect([anonymous.status, anonymous.headers.location]).toEqual([303, expect.stringMatching(/\/authorize\?/)])
    expect(await state()).toEqual(before)
  },
)

describe('a viewer', () => {
  const forms = PANEL_PAGES.filter(({ signIn }) => signIn === 'recent').map(({ path }) => about(path))
  const others = ['/clients/target/revoke-tokens', '/users/target/sign-out', '/sessions/end?scope=session']

  it('sees every page, and no form that changes something', async () => {
    const acts = [...forms, ...others]
      .map((path) => path.replace(/.*\/|\?.*/g, ''))
      .filter((act) => act !== 'target')
      .join('|')
    for (const path of [
      '/clients',
      '/clients.csv',
      '/search?q=targ',
      ...words`/ /users /users/target /roles /keys /sessions /activity /activity/1 /deliveries /emails /settings`,
      '/health',
      ...'overview settings scopes consent-preview test-user security lifecycle activity configuration'
        .split(' ')
        .map((tab) => `/clients/target/${tab}`),
    ]) {
      const page = await viewer.open(path)
      expect([path, page.answer.status]).toEqual([path, 200])
      const hasSignOut = page.forms.some(({ action }) => action.endsWith('/sign-out'))
      expect([path, hasSignOut]).toEqual([path, path !== '/clients.csv'])
      const actions = page.forms.filter(
        ({ method, action }) => method === 'post' && action !== '' && !action.endsWith('/sign-out'),
      )
      expect([path, actions]).toEqual([path, []])
      expect(page.answer.text).not.toMatch(
        new RegExp(`href="[^"]*/(?:clients|users|roles|keys|sessions)/(?:[^"/]*/)?(?:${acts})[?"]`),
      )
    }
  })

  it.each([...forms, ...others])('is refused the form %s (403)', async (path) =>
    expect((await viewer.open(path)).answer.status).toBe(403),
  )

  it('a user who opens such a form, or sends one, is informed inside the panel who can; a program gets the common error body', async () => {
    const page = await viewer.open('/clients/new')
    const sent = await viewer.post('/clients/target/disable', { csrf: await csrfOf(viewer) })
    for (const text of [page.answer.text, sent.text]) {
      expect(textIn(text)).toContain('Viewers can’t change this')
      expect(textIn(text)).toContain('sso:admin')
      expect(text).toMatch(/<nav class="sso-sections"[^]*href="\/admin\/clients"/)
    }
    expect(
      (await viewer.browser.go('/admin/clients/new', { headers: { accept: 'application/json' } })).json(),
    ).toMatchObject({
      error: 'access_denied',
      error_ref: 'access_rule',
      error_description: 'the user does not have access to this client',
    })
  })

  it('is informed of it on every page, and an administrator is not', async () => {
    expect(textIn((await viewer.open('/clients')).answer.text)).toContain('View only')
    expect(textIn((await admin.open('/clients')).answer.text)).not.toContain('View only')
  })
})

it('a user with no role of the panel is refused (403) on every page, and gets in with another account', async () => {
  const browser = openBrowser(idp)
  const { answer: refused } = await browser.submit(pageOf(await browser.visit('/admin/clients')), NO_ROLE)
  expect([refused.status, refused.text.includes('access_denied')]).toEqual([403, true])
  expect(textIn(refused.text)).toContain('You don’t have access to Portico administration')
  expect(refused.text).toContain(`href="${idp.issuer}/portal/"`)
  for (const { path } of PANEL_PAGES.filter(({ method }) => method === 'GET')) {
    const program = await browser.go(`/admin${about(path)}`, { headers: { accept: 'application/json' } })
    expect([path, program.status, program.json().error_ref]).toEqual([path, 403, 'access_rule'])
    expect([path, (await openBrowser(idp).go(`/admin${about(path)}`)).status]).toEqual([path, 303])
  }
  const [, other = ''] = /href="(\/admin\/other-account)"/.exec(refused.text) ?? []
  const choice = (await browser.visit(other)) as Page
  expect(textIn(choice.answer.text)).toContain('Choose an account')
  const form = (await browser.submit(choice, { action: 'other' })) as Page
  const inside = await browser.submit(form, { username: ADMIN.username, password: ADMIN.password })
  expect([new URL(inside.url).pathname, inside.answer.status, textIn(inside.answer.text).includes('Overview')]).toEqual(
    ['/admin/', 200, true],
  )
})

it('an unknown path of the panel is reported inside the panel (404); a program gets the common error body', async () => {
  const { answer } = await admin.open('/nope')
  expect([answer.status, textIn(answer.text).includes('There’s no page at this URL')]).toEqual([404, true])
  expect(answer.text).toMatch(/<nav class="sso-sections"[^]*href="\/admin\/clients"/)
  const program = await admin.browser.go('/admin/nope', { headers: { accept: 'application/json' } })
  expect([program.status, program.json()]).toMatchObject([404, { error: 'not_found', error_ref: 'not_found' }])
})

describe("clients that are not an administrator's", () => {
  it('are shown and not changed, whatever is sent', async () => {
    const admin = await enterPanel(idp)
    const own = await admin.open('/clients/sso-admin/settings')
    expect(textIn(own.answer.text)).toContain('This client is part of the service')
    const csrf = await csrfOf(admin)
    const before = await idp.portico.clients.find('sso-admin')
    for (const [path, fields] of FORMS.filter(([path]) => path.startsWith('/clients/target/'))) {
      const { status } = await admin.post(path.replace('target', 'sso-admin'), {
        ...fields,
        csrf,
        version: String(before?.version),
        confirm: 'sso-admin',
      })
      expect([path, status]).toEqual([path, 303])
    }
    expect(await idp.portico.clients.find('sso-admin')).toEqual(before)
    expect(flashOn(await admin.open('/clients/sso-admin/disable'))).toBe('This client can’t be changed here.')
  })
})

it('SES-10: no address or parameter of the panel leads away from it', async () => {
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    '/%5C%5Cevil.example',
    '/%09//evil.example',
    '/clients?cursor=//evil.example&sort=https://evil.example',
    '/clients/https:%2F%2Fevil.example',
    '/?flash=https://evil.example',
  ]) {
    const browser = openBrowser(idp)
    const signIn = pageOf(await browser.visit(`/admin${path}`))
    const stop = await browser.submit(signIn, { username: ADMIN.username, password: ADMIN.password })
    expect([path, stop.at, new URL(stop.url, idp.issuer).origin]).toEqual([path, 'page', new URL(idp.issuer).origin])
    expect(stop.answer.text).not.toMatch(/(?:href|action|src)="(?:https?:)?[/\\]{2}evil/)
  }
})

it('SES-11: no page of the panel may be framed, sniffed, kept, or tell others where it was', async () => {
  const fresh = await enterPanel(idp)
  for (const path of words`
    /clients /clients/new /clients/target/settings /clients/target/decommission /clients/none/settings
    /search?q=x
  `) {
    const { headers } = (await fresh.open(path)).answer
    const policy = headers['content-security-policy'] ?? ''
    for (const part of ["frame-ancestors 'none'", "form-action 'self'", "default-src 'none'", "base-uri 'none'"])
      expect([path, String(policy).includes(part)]).toEqual([path, true])
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    })
  }
})

it('a flash message is shown once, to the one who caused it: an address cannot put words on the page', async () => {
  const admin = await enterPanel(idp)
  const sent = await admin.browser.go('/admin/clients/target/settings', {
    body: { ...clientForm('target'), csrf: await csrfOf(admin), version: '1', base: '{}' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { location = '' } = sent.headers
  expect(location).toMatch(/\?flash=/)
  const other = await enterPanel(idp, SECOND_ADMIN)
  expect(flashOn(await other.open(location.replace(/^.*\/admin/, '')))).toBe('')
  const [first, second] = [
    await admin.open(location.replace(/^.*\/admin/, '')),
    await admin.open(location.replace(/^.*\/admin/, '')),
  ]
  expect([flashOn(first), flashOn(second)]).toEqual(['No changes to save.', ''])
  expect(flashOn(await admin.open('/clients?flash=You+were+hacked'))).toBe('')
})

it('the account menu leads from the panel to the portal, and back for those who have access to the panel', async () => {
  const menuOf = (text: string): string =>
    /<details class="sso-menu sso-account-menu"[^]*?<\/details>/.exec(text)?.[0] ?? ''
  for (const account of [ADMIN, VIEWER]) {
    const visitor = await enterPanel(idp, account)
    const inPanel = menuOf((await visitor.open('/')).answer.text)
    expect(textIn(inPanel)).toContain(account.name)
    expect(inPanel).toContain(`href="${idp.issuer}/portal/"`)
    expect(inPanel).toMatch(/action="\/admin\/sign-out"/)
    const inPortal = menuOf((await visitor.browser.visit('/portal/')).answer.text)
    expect(inPortal).toContain(`href="${idp.issuer}/admin/"`)
    expect(textIn(inPortal)).toContain('Administration')
  }
  const browser = openBrowser(idp)
  const home = await browser.submit((await browser.visit('/portal/')) as Page, NO_ROLE)
  expect(menuOf(home.answer.text)).toMatch(/action="\/portal\/sign-out"/)
  expect(home.answer.text).not.toContain('/admin')
})

it('no sign-in page calls an app of the service itself one in development, without https too, and the panel does not', async () => {
  const { clientId, environment } = (await idp.portico.clients.find('target')) as Client
  expect(environment).toBe('development')
  const asked = new URLSearchParams({
    client_id: clientId,
    redirect_uri: `https://${clientId}.example/callback`,
    response_type: 'code',
    scope: 'openid',
    code_challenge: 'c'.repeat(43),
    code_challenge_method: 'S256',
    state: 's'.repeat(22),
    nonce: 'n'.repeat(22),
  })
  const signIn = async (path: string): Promise<string> => {
    const page = await openBrowser(idp).visit(path)
    expect(page.at).toBe('page')
    return textIn(page.answer.text)
  }
  expect(await signIn(`/authorize?${asked}`)).toContain('Development')
  for (const path of ['/admin/', '/portal/']) expect(await signIn(path)).not.toContain('Development')
  const old = await enterPanel(idp)
  idp.clock.forward(601)
  const confirm = (await old.browser.visit('/admin/keys/rotate')) as Page
  expect(textIn(confirm.answer.text)).toContain('Confirm it’s you')
  expect(textIn(confirm.answer.text)).not.toContain('Development')
  const visitor = await enterPanel(idp)
  expect(textIn((await visitor.open('/clients/target/settings')).answer.text)).toContain('Development')
  expect(textIn((await visitor.open('/clients/sso-admin/settings')).answer.text)).not.toContain('Development')
})

describe('a form that writes', () => {
  const rows = PANEL_PAGES.filter(({ method }) => method === 'POST')
  const hrefOn = (text: string): string =>
    /href="([^"]*confirm=identity)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

  const strong = filled(beforeAll, async () => {
    const owner = await readyUser(idp, 'strong', { roles: ['sso:admin'] })
    return { ...owner, app: await enrolApp(idp, portalVisitor(idp, owner)) }
  })
  /** A new sign-in by password alone, in a browser that is trusted; and one that was made eleven minutes ago. */
  const weak = filled(beforeAll, async () => {
    const browser = openBrowser(idp)
    const { username, password } = strong
    const step = (await browser.submit((await browser.visit('/admin/')) as Page, { username, password })) as Page
    await browser.submit(step, { code: strong.app.code(), trust: 'on' })
    for (const { uid } of await idp.portico.sessions.list(strong.sub)) await idp.portico.sessions.end(strong.sub, uid)
    const old = await enterPanel(idp)
    idp.clock.forward(661)
    return { old, skipped: await enterPanel(idp, strong, browser) }
  })

  it('takes any sign-in only for a reason that stands in the table', () =>
    expect(rows.filter(({ signIn }) => typeof signIn === 'object').map(({ path }) => path)).toEqual(words`
      /clients/validate /clients/:id/revoke-tokens /attention /inspect /deliveries/retry /deliveries/test /sessions/end
      /appearance /users/many /users/:sub/sign-out
    `))

  it.each(rows.filter(({ signIn }) => typeof signIn !== 'object').map(({ path }) => about(path)))(
    '%s: an old sign-in, and one that skipped the second step, change nothing (403) and are led to another one',
    async (path) => {
      for (const visitor of [weak.old, weak.skipped]) {
        const before = await state()
        const { status, text } = await visitor.post(`${path}?q=kept`, {
          ...fieldsOf(path),
          csrf: await csrfOf(visitor),
        })
        expect([status, textIn(text).includes('Confirm it’s you')]).toEqual([403, true])
        expect(await state()).toEqual(before)
        expect(hrefOn(text)).toContain('?q=kept&')
        const { location = '' } = (await visitor.browser.go(hrefOn(text))).headers
        expect(new URL(location, idp.issuer).searchParams.get('prompt')).toBe('login')
      }
    },
  )

  it.each([
    ['/users/target/edit', { name: 'Changed' }],
    ['/clients/target/settings', clientForm('target', { name: 'Changed' })],
  ])('%s is sent after the sign-in that its refusal leads to, with both steps', async (path, fields) => {
    const { browser, ...visitor } = weak.skipped
    const refused = await visitor.post(path, { csrf: await csrfOf(weak.skipped) })
    const login = (await browser.visit(hrefOn(refused.text))) as Page
    const { username, password, app } = strong
    const step = (await browser.submit(login, { username, password })) as Page
    idp.clock.forward(30)
    const form = (await browser.submit(step, { code: app.code() })) as Page
    expect(new URL(form.url).pathname).toBe(`/admin${path}`)
    expect(form.answer.text).not.toContain('class="sso-hint">Saving')
    const done = await visitor.send(form, path, fields)
    expect([done.answer.status, flashOn(done)]).toEqual([200, expect.stringContaining('Changed')])
    idp.clock.forward(601)
    // A page that shows more than its form states what saving requires before any input.
    if (path.endsWith('settings')) expect(hrefOn((await visitor.open(path)).answer.text)).toContain(path)
  })
})
