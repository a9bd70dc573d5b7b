/** Forms that another site sends, that another session was shown, or that the user may not send. */
import { PANEL_PAGES } from '../../lib/apps/admin/pages.ts'
import { PORTAL_PAGES } from '../../lib/apps/portal/pages.ts'
import { person } from '../support/actors.ts'
import { type Browser, type Form, formsOf, openBrowser, type Page } from '../support/browser.ts'
import { codesOfFormSentAtOnce } from '../support/eager-form.ts'
import { ALICE, ASKING, CONF, TRUSTED } from '../support/fixtures.ts'
import type { Node } from '../support/idp.ts'
import { ADMIN, enterPanel, VIEWER } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { type OwnTarget, weak } from './target.ts'

type Fields = Readonly<Record<string, string>>

/** Every address of panel and portal that takes a form, and those that only show. */
const addressesOf = (method: 'GET' | 'POST'): readonly string[] => [
  ...PANEL_PAGES.filter((page) => page.method === method).map(({ path }) => `/admin${path}`),
  ...PORTAL_PAGES.filter((page) => page.method === method).map(({ path }) => `/portal${path}`),
]
const filled = (path: string): string => path.replace(/:\w+/g, CONF.client_id)

/** As the browser of a user sends a form that a page of `site` holds. */
const sendFrom = (browser: Browser, path: string, fields: Fields, site: string) =>
  browser.go(path, { body: fields, headers: { 'sec-fetch-site': site, origin: 'https://evil.example' } })

async function tokenOf(browser: Browser, path: string): Promise<string> {
  const page = await browser.visit(path)
  const form = page.at === 'page' ? page.forms.find(({ fields }) => fields['csrf'] !== undefined) : undefined
  if (form === undefined) throw new Error(`no form at ${path}`)
  return form.fields['csrf'] as string
}

async function insidePortal(node: Node, credentials: Fields): Promise<Browser> {
  const { browser } = await enterPanel(node, { username: ADMIN.username, password: ADMIN.password, ...credentials })
  await browser.visit('/portal/')
  return browser
}

export async function forgedForms({ node }: OwnTarget): Promise<string> {
  const [mine, other] = [await insidePortal(node, {}), await insidePortal(node, VIEWER as unknown as Fields)]
  const paths = [...addressesOf('POST'), '/admin/sign-out', '/portal/sign-out']
  for (const path of paths) {
    const app = path.startsWith('/admin') ? '/admin/' : '/portal/'
    const [own, foreign] = [await tokenOf(mine, app), await tokenOf(other, app)]
    const kinds: readonly (readonly [Fields, string, string])[] = [
      [{}, 'same-origin', 'without its token'],
      [{ csrf: foreign }, 'same-origin', 'with the token of another session'],
      [{ csrf: own }, 'cross-site', 'from another site'],
    ]
    for (const [fields, site, how] of kinds) {
      const { status } = await sendFrom(mine, filled(path), fields, site)
      if (status < 400 || status >= 500) weak(`${path} ${how}: ${status}`)
    }
  }
  return `${paths.length} forms, three ways each`
}

export async function formsOfViewers({ node }: OwnTarget): Promise<string> {
  const { browser } = await enterPanel(node, VIEWER)
  const paths = addressesOf('POST').filter((path) => path.startsWith('/admin'))
  const csrf = await tokenOf(browser, '/admin/')
  for (const path of paths) {
    const { status } = await browser.go(filled(path), { body: { csrf }, headers: { 'sec-fetch-site': 'same-origin' } })
    if (status !== 403) weak(`a viewer at ${path}: ${status}`)
  }
  return `${paths.length} forms`
}

export async function pagesOfStrangers({ node }: OwnTarget): Promise<string> {
  const paths = addressesOf('GET')
  const alice = person(node)
  await alice.browser.visit('/admin/')
  await alice.signIn(relyingParty(node, CONF))
  for (const path of paths) {
    const nobody = await openBrowser(node).go(filled(path))
    if (nobody.status === 200) weak(`${path} is shown to anybody`)
    if (!path.startsWith('/admin')) continue
    const user = await alice.browser.visit(filled(path))
    if (user.answer.status !== 403) weak(`${path} is shown to a user without a role: ${user.answer.status}`)
  }
  return `${paths.length} pages`
}

export async function formsOfTheSignIn({ node }: OwnTarget): Promise<string> {
  const [hers, his] = [openBrowser(node), openBrowser(node)]
  const app = relyingParty(node, ASKING)
  const open = async (browser: Browser): Promise<readonly [Page, Form]> => {
    const page = (await browser.visit(app.request().address)) as Page
    return [page, page.forms[0] as Form]
  }
  const [[page, form], [, foreign]] = [await open(hers), await open(his)]
  const right = { username: ALICE.username, password: ALICE.password }
  const refused = async (fields: Fields, site: string, how: string): Promise<void> => {
    const { status } = await sendFrom(hers, new URL(form.action, page.url).href, fields, site)
    if (status < 400) weak(`the sign-in form ${how}: ${status}`)
  }
  await refused(right, 'same-origin', 'without its token')
  await refused({ ...right, csrf: foreign.fields['csrf'] ?? '' }, 'same-origin', 'with the token of another')
  await refused({ ...form.fields, ...right }, 'cross-site', 'from another site')
  const consent = (await hers.submit(page, right)) as Page
  const allow = await sendFrom(
    hers,
    new URL(consent.forms[0]?.action ?? '', consent.url).href,
    { action: 'allow' },
    'same-origin',
  )
  if (allow.status < 400) weak(`consent without its token: ${allow.status}`)
  return 'sign-in and consent'
}

/** What somebody has who can plant cookies: his own interaction in her browser. */
export async function plantedInteraction({ node }: OwnTarget): Promise<string> {
  const his = openBrowser(node)
  const page = (await his.visit(relyingParty(node, TRUSTED).request().address)) as Page
  const hers = openBrowser(node)
  for (const { name, value, path } of his.cookies.all())
    if (!name.includes('sso_browser')) hers.cookies.put(name, value, path)
  if (formsOf((await hers.visit(page.url)).answer.text).some(({ fields }) => 'password' in fields))
    weak('an interaction that another browser began asks for the password')
  const stop = await hers.submit(page, { username: ALICE.username, password: ALICE.password })
  const resumed = await his.visit(page.url.replace('/interaction/', '/authorize/'))
  if (stop.at === 'elsewhere' || resumed.at === 'elsewhere')
    weak('an interaction that another browser began is ended by her sign-in')
  return 'not shown, not taken, not resumed'
}

export async function consentSentTwice({ node }: OwnTarget): Promise<string> {
  const alice = person(node)
  await alice.signIn(relyingParty(node, TRUSTED))
  const page = (await alice.browser.visit(relyingParty(node, ASKING).request().address)) as Page
  const { size } = await codesOfFormSentAtOnce(alice.browser, page, { action: 'allow' }, 5)
  if (size > 1) weak(`one consent form gave ${size} codes`)
  return 'five at once'
}

export async function forgedSignOut({ node }: OwnTarget): Promise<string> {
  const [alice, conf] = [person(node), relyingParty(node, CONF)]
  const { access_token } = await alice.signIn(conf)
  const back = encodeURIComponent(`https://${CONF.client_id}.example/`)
  for (const query of [
    '',
    `?client_id=${CONF.client_id}`,
    `?client_id=${CONF.client_id}&post_logout_redirect_uri=${back}`,
  ])
    await alice.browser.go(`/connect/logout${query}`, { headers: { 'sec-fetch-site': 'cross-site' } })
  await alice.browser.go('/connect/logout', { body: {}, headers: { 'sec-fetch-site': 'cross-site' } })
  await alice.browser.go('/connect/logout', {
    body: { logout: 'yes', xsrf: 'x', csrf: 'x' },
    headers: { 'sec-fetch-site': 'cross-site' },
  })
  if ((await conf.userinfo(access_token)).status !== 200) weak('another site has signed a user out')
  return 'five requests'
}
