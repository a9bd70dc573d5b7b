/** Who may do what in the panel, and which forms it takes (cases SES-09, SES-10, SES-11; D-A3). */
import { PANEL_PAGES } from '../../lib/apps/admin/pages.ts'
import type { Client } from '../../lib/domain/clients/client-record.ts'
import { openBrowser, type Page } from '../support/browser.ts'
import { ACCOUNTS } from '../support/fixtures.ts'
import {
  ADMIN,
  clientForm,
  enterPanel,
  formTo,
  newsOn,
  type PanelVisitor,
  registerInPanel,
  SECOND_ADMIN,
  textIn,
  VIEWER,
} from '../support/panel-visitor.ts'
import { runningPanel } from '../support/running.ts'
import { words } from '../support/words.ts'

const { idp, admin } = await runningPanel({ clients: [] })
await registerInPanel(admin, 'target')
await idp.portico.accounts?.create({
  sub: 'target',
  username: 'target',
  status: 'active',
  source: 'administrator',
  person: {},
  createdAt: 0,
  changedAt: 0,
})
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

describe.each(FORMS)('SES-09: a POST to %s', (path, fields) => {
  it('without its token, with a wrong one, with that of another session, or from another site is refused (400), and nothing is done', async () => {
    const before = await idp.portico.clients.find('target')
    const foreign = await csrfOf(second)
    const own = await csrfOf(admin)
    const sent: readonly (readonly [Readonly<Record<string, string>>, string])[] = [
      [{}, 'same-origin'],
      [{ csrf: 'x'.repeat(43) }, 'same-origin'],
      [{ csrf: foreign }, 'same-origin'],
      [{ csrf: own }, 'cross-site'],
      [{ csrf: own }, 'same-site'],
    ]
    for (const [token, site] of sent) {
      const { status, text } = await admin.browser.go(`/admin${path}`, {
        body: { ...fields, ...token },
        headers: { 'sec-fetch-site': site },
      })
      expect([status, text.includes('form_forged')]).toEqual([400, true])
    }
    expect(await idp.portico.clients.find('target')).toEqual(before)
    expect(await idp.portico.clients.find('forged')).toBeUndefined()
  })

  it('by a viewer is refused (403), and nothing is done', async () => {
    const before = await idp.portico.clients.find('target')
    const { status } = await viewer.post(path, { ...fields, csrf: await csrfOf(viewer) })
    expect(status).toBe(403)
    expect(await idp.portico.clients.find('target')).toEqual(before)
    expect(await idp.portico.clients.find('forged')).toBeUndefined()
  })

  it('by nobody leads to the sign-in, and is not sent again by itself', async () => {
    const answer = await openBrowser(idp).go(`/admin${path}`, {
      body: fields,
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    expect(answer.status).toBe(303)
    expect(answer.headers.location).toMatch(/\/authorize\?/)
    expect(await idp.portico.clients.find('forged')).toBeUndefined()
  })
})

/** What the forms about users take. */
const ACT = {
  username: 'forged',
  name: 'Forged',
  role: 'sso:admin',
  action: 'give',
  lost: 'everything',
  confirm: 'target',
  form_id: 'C'.repeat(22),
}
/** Every other form there is: a page that is added is tested by being there. */
const OTHERS = PANEL_PAGES.filter(({ method }) => method === 'POST')
  .map(({ path }) => path.replace(/:\w+/g, 'target'))
  .filter((path) => FORMS.every(([known]) => known !== path))

it.each(OTHERS)(
  'SES-09: a POST to %s is refused without its token, with that of another session, and from another site (400), and to a viewer (403)',
  async (path) => {
    const [own, foreign] = [await csrfOf(admin), await csrfOf(viewer)]
    const state = async () => [
      await idp.portico.accounts?.account('target'),
      (await idp.portico.audit.list({ kind: 'changes' }, undefined, 500)).entries.length,
    ]
    const before = await state()
    for (const [body, site] of [
      [{}, 'same-origin'],
      [{ csrf: foreign }, 'same-origin'],
      [{ csrf: own }, 'cross-site'],
    ] as const) {
      const forged = await admin.browser.go(`/admin${path}`, {
        body: { ...ACT, ...body },
        headers: { 'sec-fetch-site': site },
      })
      expect([forged.status, forged.text.includes('form_forged')]).toEqual([400, true])
    }
    expect((await viewer.post(path, { ...ACT, csrf: foreign })).status).toBe(403)
    expect(await state()).toEqual(before)
  },
)

describe('a viewer', () => {
  it('sees every page about clients, and no form that changes something', async () => {
    for (const path of [
      '/clients',
      '/clients.csv',
      '/search?q=targ',
      ...'overview settings scopes consent-preview test-user security lifecycle activity configuration'
        .split(' ')
        .map((tab) => `/clients/target/${tab}`),
    ]) {
      const page = await viewer.open(path)
      expect([path, page.answer.status]).toEqual([path, 200])
      const actions = page.forms.filter(
        ({ method, action }) => method === 'post' && action !== '' && !action.endsWith('/sign-out'),
      )
      expect([path, actions]).toEqual([path, []])
      expect(page.answer.text).not.toMatch(
        /href="[^"]*\/(?:new|disable|decommission|rotate-secret|revoke-tokens|go-live)"/,
      )
    }
  })

  it.each([
    '/clients/new',
    ...['rotate-secret', 'revoke-tokens', 'disable', 'go-live', 'decommission'].map((act) => `/clients/target/${act}`),
  ])('is refused the form %s (403)', async (path) => expect((await viewer.open(path)).answer.status).toBe(403))

  it('who opens such a form, or sends one, is told inside the panel who can; a program gets the common error body', async () => {
    const page = await viewer.open('/clients/new')
    const sent = await viewer.post('/clients/target/disable', { csrf: await csrfOf(viewer) })
    for (const text of [page.answer.text, sent.text]) {
      expect(textIn(text)).toContain('Viewers cannot change this')
      expect(textIn(text)).toContain('sso:admin')
      expect(text).toMatch(/<nav class="sso-sections"[^]*href="\/admin\/clients"/)
    }
    expect(
      (await viewer.browser.go('/admin/clients/new', { headers: { accept: 'application/json' } })).json(),
    ).toMatchObject({
      error: 'access_denied',
      error_ref: 'access_rule',
      error_description: 'the person may not use this client',
    })
  })

  it('is told so on every page, and an administrator is not', async () => {
    expect(textIn((await viewer.open('/clients')).answer.text)).toContain('View only')
    expect(textIn((await admin.open('/clients')).answer.text)).not.toContain('View only')
  })
})

it('a user with no role of the panel is refused (403) on every page', async () => {
  const browser = openBrowser(idp)
  const signIn = await browser.visit('/admin/clients')
  if (signIn.at !== 'page') throw new Error('no sign-in page')
  const { username, password } = ACCOUNTS[0] as { username: string; password: string }
  const stop = await browser.submit(signIn, { username, password })
  expect([stop.answer.status, stop.answer.text.includes('access_denied')]).toEqual([403, true])
  expect(textIn(stop.answer.text)).toContain('You don’t have access to Portico administration')
  expect(stop.answer.text).toContain(`href="${idp.issuer}/portal/"`)
  const program = await browser.go('/admin/clients', { headers: { accept: 'application/json' } })
  expect([program.status, program.json()]).toMatchObject([403, { error: 'access_denied', error_ref: 'access_rule' }])
})

it('a user with no role of the panel gets in with another account', async () => {
  const browser = openBrowser(idp)
  const { username, password } = ACCOUNTS[0] as { username: string; password: string }
  const signIn = (await browser.visit('/admin/clients')) as Page
  const refused = await browser.submit(signIn, { username, password })
  const [, other = ''] = /href="(\/admin\/other-account)"/.exec(refused.answer.text) ?? []
  const choice = (await browser.visit(other)) as Page
  expect(textIn(choice.answer.text)).toContain('Choose an account')
  const form = (await browser.submit(choice, { action: 'other' })) as Page
  const inside = await browser.submit(form, { username: ADMIN.username, password: ADMIN.password })
  expect([new URL(inside.url).pathname, inside.answer.status, textIn(inside.answer.text).includes('Overview')]).toEqual(
    ['/admin/', 200, true],
  )
})

it('an address of the panel without a page says so inside the panel (404); a program gets the common error body', async () => {
  const { answer } = await admin.open('/nope')
  expect([answer.status, textIn(answer.text).includes('There is no page at this address')]).toEqual([404, true])
  expect(answer.text).toMatch(/<nav class="sso-sections"[^]*href="\/admin\/clients"/)
  const program = await admin.browser.go('/admin/nope', { headers: { accept: 'application/json' } })
  expect([program.status, program.json()]).toMatchObject([404, { error: 'not_found', error_ref: 'not_found' }])
})

describe("clients that are not an administrator's", () => {
  it('are shown and not changed, whatever is sent', async () => {
    const own = await admin.open('/clients/sso-admin/settings')
    expect(textIn(own.answer.text)).toContain('This client is a part of the service.')
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
    expect(newsOn(await admin.open('/clients/sso-admin/disable'))).toBe('This client is not changed here.')
  })
})

describe('a disruptive operation', () => {
  it.each(['rotate-secret', 'disable', 'go-live', 'decommission'])(
    'asks for a recent sign-in before its form %s is shown, and refuses the form (403) when it has become old',
    async (act) => {
      const visitor = await enterPanel(idp, SECOND_ADMIN)
      await registerInPanel(visitor, `act-${act}`)
      const form = await visitor.open(`/clients/act-${act}/${act}`)
      idp.clock.forward(601)
      const before = await idp.portico.clients.find(`act-${act}`)
      const late = await visitor.send(form, `/${act}`, { confirm: `act-${act}` })
      expect([late.answer.status, textIn(late.answer.text).includes('Confirm it’s you')]).toEqual([403, true])
      expect(await idp.portico.clients.find(`act-${act}`)).toEqual(before)

      const asked = await visitor.browser.go(`/admin/clients/act-${act}/${act}`)
      expect([asked.status, new URL(asked.headers.location ?? '').searchParams.get('prompt')]).toEqual([303, 'login'])
      const signIn = await visitor.browser.visit(asked.headers.location ?? '')
      if (signIn.at !== 'page') throw new Error('no sign-in page')
      const back = await visitor.browser.submit(signIn, {
        username: SECOND_ADMIN.username,
        password: SECOND_ADMIN.password,
      })
      expect(new URL(back.url).pathname).toBe(`/admin/clients/act-${act}/${act}`)
      if (back.at !== 'page') throw new Error('no page')
      expect((await visitor.send(back, `/${act}`, { confirm: `act-${act}` })).answer.status).toBe(200)
      expect(await idp.portico.clients.find(`act-${act}`)).not.toEqual(before)
    },
  )
})

it('SES-10: no address or parameter of the panel leads away from it', async () => {
  for (const path of [
    '//evil.example/',
    '/\\evil.example',
    '/%5C%5Cevil.example',
    '/%09//evil.example',
    '/clients?cursor=//evil.example&sort=https://evil.example',
    '/clients/https:%2F%2Fevil.example',
    '/?news=https://evil.example',
  ]) {
    const browser = openBrowser(idp)
    const signIn = await browser.visit(`/admin${path}`)
    if (signIn.at !== 'page') throw new Error('no sign-in page')
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
    const {
      answer: { headers },
    } = await fresh.open(path)
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
  const sent = await admin.browser.go('/admin/clients/target/settings', {
    body: { ...clientForm('target'), csrf: await csrfOf(admin), version: '1', base: '{}' },
    headers: { 'sec-fetch-site': 'same-origin' },
  })
  const { location = '' } = sent.headers
  expect(location).toMatch(/\?news=/)
  const other = await enterPanel(idp, SECOND_ADMIN)
  expect(newsOn(await other.open(location.replace(/^.*\/admin/, '')))).toBe('')
  const [first, second] = [
    await admin.open(location.replace(/^.*\/admin/, '')),
    await admin.open(location.replace(/^.*\/admin/, '')),
  ]
  expect([newsOn(first), newsOn(second)]).toEqual(['No changes to save.', ''])
  expect(newsOn(await admin.open('/clients?news=You+were+hacked'))).toBe('')
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
  const { username, password } = ACCOUNTS[0] as { username: string; password: string }
  const browser = openBrowser(idp)
  const home = await browser.submit((await browser.visit('/portal/')) as Page, { username, password })
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
