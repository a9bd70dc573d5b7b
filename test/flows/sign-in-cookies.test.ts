/** Cookies of a sign-in: how many a browser holds, how large they are, and what a browser without cookies sees. */
import { type Credentials, kindOf } from '../support/actors.ts'
import { type Browser, openBrowser, type Page, type Stop, titleOf } from '../support/browser.ts'
import { ASKING, CLIENTS, TRUSTED } from '../support/fixtures.ts'
import { atHost, koaSite } from '../support/host-site.ts'
import { startIdp } from '../support/idp.ts'
import { json, startLyingUpstream } from '../support/lying-upstream.ts'
import { ADMIN, PANEL_ACCOUNTS } from '../support/panel-visitor.ts'
import { companyAt } from '../support/upstream-arrival.ts'
import { buttonOf } from '../support/upstream-visitor.ts'
import { visitor } from './portal-visitor.ts'
import { enrolApp, newPerson } from './second-factor-visitor.ts'

const there = await startLyingUpstream()
const company = { ...companyAt(there), firstSignIn: 'create' as const }
const longUri = `https://trusted.example/${'r'.repeat(1_000)}`
const long = { ...TRUSTED, client_id: 'long', redirect_uris: [longUri] }
const idp = await startIdp({
  mount: 'koa',
  site: koaSite,
  options: { clients: [...CLIENTS, long], accounts: PANEL_ACCOUNTS, login: { upstreams: [company] } },
})
const owner = await newPerson(idp)
const app = await enrolApp(idp, visitor(idp, owner))
const longState = { state: 's'.repeat(2_048), redirect_uri: longUri }
const deepLink = `/security/activity?${'q'.repeat(1_000)}`

const passwordOf = ({ username, password }: Credentials) => ({ username, password })
const admin = passwordOf(ADMIN)
const inPortal = (stop: Stop): void => expect(new URL(stop.url).pathname).toMatch(/^\/sso\/portal\//)
const hasCode = ({ at, url }: Stop): void => expect([at, url]).toEqual(['external', expect.stringContaining('code=')])

interface Way {
  readonly open: (browser: Browser) => Promise<Stop>
  /** Goes on from the page, to where the sign-in waits. */
  readonly wait?: (browser: Browser, page: Page) => Promise<Stop>
  readonly end: (browser: Browser, waiting: Stop) => Promise<Stop>
  readonly ends: (stop: Stop) => void
}
const submit = (fields: () => Readonly<Record<string, string>>) => (browser: Browser, stop: Stop) =>
  browser.submit(stop as Page, fields())
const atApp =
  (client: typeof TRUSTED, sent = {}) =>
  (browser: Browser) =>
    browser.visit(idp.party(client).request(sent).address)
/** Leaves for the external provider. @returns the provider's page */
const atCompany = (browser: Browser, page: Page): Promise<Stop> => browser.submit(page, {}, buttonOf(page, company.id))
/** The URL that the browser comes back to. */
async function backFrom({ url }: Stop): Promise<string> {
  const asked = new URL(url).searchParams
  there.gives(await there.sign(there.idTokenClaims({ sub: 'guest', nonce: asked.get('nonce') })))
  there.at('/userinfo', json({ sub: 'guest', preferred_username: 'guest' }))
  return `${asked.get('redirect_uri')}?${new URLSearchParams({ state: asked.get('state') ?? '', iss: there.issuer, code: 'c1' })}`
}
const WAYS: Readonly<Record<string, Way>> = {
  'an app': { open: atApp(TRUSTED), end: submit(() => admin), ends: hasCode },
  'an app, with a long state and redirect URI': {
    open: atApp(long, longState),
    end: submit(() => admin),
    ends: hasCode,
  },
  'an app, waiting for consent': {
    open: atApp(ASKING, { prompt: 'login consent' }),
    wait: submit(() => admin),
    end: submit(() => ({ action: 'allow' })),
    ends: hasCode,
  },
  'an app, waiting for the second factor': {
    open: atApp(TRUSTED, { prompt: 'login' }),
    wait: submit(() => passwordOf(owner)),
    end: (browser, waiting) => {
      // The last code is used.
      idp.clock.forward(30)
      return browser.submit(waiting as Page, { code: app.code() })
    },
    ends: hasCode,
  },
  'an app, waiting at the external provider': {
    open: atApp(TRUSTED),
    wait: atCompany,
    end: async (browser, waiting) => browser.visit(await backFrom(waiting)),
    ends: hasCode,
  },
  'the portal': {
    open: (browser) => browser.visit(`${idp.issuer}/portal${deepLink}`),
    end: submit(() => admin),
    ends: inPortal,
  },
  'the panel': {
    open: (browser) => browser.visit(`${idp.issuer}/admin/clients`),
    end: submit(() => admin),
    ends: ({ url }) => expect(new URL(url).pathname).toBe('/sso/admin/clients'),
  },
  'a page of the host': {
    open: (browser) => browser.visit(new URL('/members', idp.issuer).href),
    end: submit(() => admin),
    ends: ({ answer }) => expect(answer.text).toContain('the page /members'),
  },
}

describe.each(Object.entries(WAYS))('%s', (_, { open, wait, end, ends }) => {
  const begin = async (browser: Browser): Promise<Stop> => {
    const page = (await open(browser)) as Page
    return wait === undefined ? page : wait(browser, page)
  }

  it('each of fifty open sign-ins holds one cookie, the headers stay small, and the first one ends', async () => {
    const browser = openBrowser(atHost(idp))
    const first = await begin(browser)
    const [held, longest]: [number[], number[]] = [[], []]
    for (let opened = 1; opened <= 50; opened += 1) {
      if (opened > 1) await begin(browser)
      held.push(browser.cookies.all().length)
      longest.push(...browser.cookies.all().map(({ path }) => browser.cookies.header(path)?.length ?? 0))
    }
    // The first ones fill the cookie that remembers the recent sign-ins, and the session.
    const [early = 0, late = 0] = [held[9], held[49]]
    expect((late - early) / 40).toBeLessThanOrEqual(1)
    expect(late).toBeLessThan(60)
    expect(Math.max(...longest)).toBeLessThan(2_500)
    ends(await end(browser, first))
    expect(browser.cookies.all().length).toBeLessThanOrEqual(late + 2)
  })

  it('none of them is left when all have ended', async () => {
    const browser = openBrowser(atHost(idp))
    const waiting = [await begin(browser), await begin(browser)]
    for (const one of waiting) ends(await end(browser, one))
    const left = browser.cookies.all().map(({ name }) => name)
    expect(left.filter((name) => /interaction|resume|start/.test(name))).toEqual([])
    expect(left.length).toBeLessThanOrEqual(6)
  })
})

describe('a browser without cookies', () => {
  /** From now on, the browser stores no cookie. */
  const blocking = (browser = openBrowser(atHost(idp))): Browser => {
    browser.cookies.clear()
    Object.assign(browser.cookies, { store: () => undefined })
    return browser
  }
  const expectNotice = ({ at, answer }: Stop): void => {
    expect([at, answer.status, titleOf(answer.text)]).toEqual(['page', 400, 'Cookies are required · Portico'])
    expect(answer.text).toContain('Allow cookies for this site in your browser’s settings')
    expect(answer.text).toContain('cookies_missing')
  }
  const places: readonly [string, () => Promise<Stop>][] = [
    ['an app', () => atApp(TRUSTED)(blocking())],
    ['the portal', () => blocking().visit(`${idp.issuer}/portal/`)],
    ['the panel', () => blocking().visit(`${idp.issuer}/admin/`)],
    ['a page of the host', () => blocking().visit(new URL('/members', idp.issuer).href)],
    [
      'the sign-in form',
      async () => {
        const browser = openBrowser(idp)
        const page = (await atApp(TRUSTED)(browser)) as Page
        return blocking(browser).submit(page, admin)
      },
    ],
    [
      'the way back to the app',
      async () => {
        const browser = openBrowser(idp)
        const sent = await browser.send((await atApp(TRUSTED)(browser)) as Page, admin)
        return blocking(browser).visit(new URL(sent.headers.location ?? '', idp.issuer).href)
      },
    ],
    ...['/portal/', '/admin/', '/_sso/host/sign-in?return_to=/members'].map((path): [string, () => Promise<Stop>] => [
      `the callback of ${path}`,
      async () => {
        const browser = openBrowser(idp)
        let answer = await browser.send((await browser.visit(idp.issuer + path)) as Page, admin)
        while (!answer.headers.location?.includes('code=')) answer = await browser.go(answer.headers.location ?? '')
        return blocking(browser).visit(answer.headers.location)
      },
    ]),
    [
      'the return from the external provider',
      async () => {
        const browser = openBrowser(idp)
        const waiting = await atCompany(browser, (await atApp(TRUSTED)(browser)) as Page)
        return blocking(browser).visit(await backFrom(waiting))
      },
    ],
  ]
  it.each(places)('sees at %s what it needs', async (_place, go) => expectNotice(await go()))
})

describe('siblings', () => {
  it('a browser with cookies of an earlier format signs in', async () => {
    const browser = openBrowser(idp)
    for (const [name, path] of [
      ['sso_session', '/sso'],
      ['sso_session.sig', '/sso'],
      ['sso_recent', '/sso/interaction'],
      ['sso_last_client_3', '/sso/interaction'],
      ['sso-portal-start-AAAAAAAA', '/sso/portal'],
    ] as const)
      browser.cookies.put(name, 'A'.repeat(43), path)
    hasCode(await browser.submit((await atApp(TRUSTED)(browser)) as Page, admin))
    const portal = await browser.visit(`${idp.issuer}/portal/`)
    expect([portal.answer.status, kindOf(portal as Page)]).not.toContain('sign-in')
    inPortal(portal)
  })

  it('a callback that is opened again leads to the app, and ends no session', async () => {
    const browser = openBrowser(idp)
    let answer = await browser.send((await browser.visit(`${idp.issuer}/portal/`)) as Page, admin)
    while (!answer.headers.location?.includes('code=')) answer = await browser.go(answer.headers.location ?? '')
    const callback = answer.headers.location
    for (const stop of [await browser.visit(callback), await browser.visit(callback)]) {
      inPortal(stop)
      expect(titleOf(stop.answer.text)).toContain('Home')
    }
  })

  it.each(['sso_session', 'sso_resume'])('%s counts under its own name and signature alone', async (name) => {
    const browser = openBrowser(idp)
    const page = (await atApp(TRUSTED)(browser)) as Page
    const other = await browser.visit(idp.party(TRUSTED).request().address)
    hasCode(await browser.submit(other as Page, admin))
    const { value, path } = browser.cookies.all().find((cookie) => cookie.name === name) ?? { value: '', path: '' }
    const wrong = browser.cookies.value(name === 'sso_session' ? 'sso_resume' : 'sso_session') ?? ''
    for (const forged of [
      wrong,
      value.slice(0, -1),
      value.split('.')[0] ?? '',
      `${value.split('.')[0]}.${'A'.repeat(43)}`,
    ]) {
      browser.cookies.put(name, forged, path)
      if (name === 'sso_session')
        expect((await browser.go(idp.party(TRUSTED).request({ prompt: 'none' }).address)).headers.location).toContain(
          'login_required',
        )
      else expect((await browser.submit(page, admin)).url).not.toContain('code=')
    }
  })
})
