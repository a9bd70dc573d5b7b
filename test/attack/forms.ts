/** Forms that another site sends, that another session was shown, or that the user may not send. */
import { PANEL_PAGES } from '../../lib/apps/admin/panel.ts'
import { PORTAL_PAGES } from '../../lib/apps/portal/portal.ts'
import { person } from '../support/actors.ts'
import { type Browser, type Form, formsOf, openBrowser, type Page, type Stop } from '../support/browser.ts'
import { codesOfFormSentAtOnce } from '../support/eager-form.ts'
import { ALICE, ASKING, BOB, CONF, TRUSTED } from '../support/fixtures.ts'
import type { Answer } from '../support/http.ts'
import type { Node } from '../support/idp.ts'
import { stateOf } from '../support/logout-caller.ts'
import { ADMIN, enterPanel, VIEWER } from '../support/panel-visitor.ts'
import { relyingParty } from '../support/relying-party.ts'
import { mustBe, type OwnTarget, weak } from './target.ts'

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

/** Refused because the form did not come from Portico, and for nothing else that may be wrong with it. */
const isForged = ({ status, text }: Answer): boolean => status === 400 && text.includes('form_forged')

const formWithToken = (stop: Stop): Form | undefined =>
  stop.at === 'page' ? stop.forms.find(({ fields }) => fields['csrf'] !== undefined) : undefined

async function tokenOf(browser: Browser, path: string): Promise<string> {
  const form = formWithToken(await browser.visit(path))
  if (form === undefined) throw new Error(`no form at ${path}`)
  return form.fields['csrf'] as string
}

async function insidePortal(node: Node, credentials: Fields): Promise<Browser> {
  const { browser } = await enterPanel(node, { username: ADMIN.username, password: ADMIN.password, ...credentials })
  await browser.visit('/portal/')
  return browser
}

/** A form without its token, with that of another session, and whole, but from another site: each must be refused. */
async function mustRefuse(
  browser: Browser,
  path: string,
  { csrf: own = '', ...fields }: Fields,
  otherToken: string,
  what: string,
): Promise<void> {
  for (const [sent, site, how] of [
    [fields, 'same-origin', 'without its token'],
    [{ ...fields, csrf: otherToken }, 'same-origin', 'with the token of another session'],
    [{ ...fields, csrf: own }, 'cross-site', 'from another site'],
  ] as const) {
    const answer = await sendFrom(browser, path, sent, site)
    if (!isForged(answer)) weak(`${what} ${how}: ${answer.status}`)
  }
}

export async function forgedForms({ node }: OwnTarget): Promise<string> {
  const [mine, other] = [await insidePortal(node, {}), await insidePortal(node, VIEWER as unknown as Fields)]
  const paths = [...addressesOf('POST'), '/admin/sign-out', '/portal/sign-out']
  for (const path of paths) {
    const app = path.startsWith('/admin') ? '/admin/' : '/portal/'
    await mustRefuse(mine, filled(path), { csrf: await tokenOf(mine, app) }, await tokenOf(other, app), path)
  }
  // With its token, from a page of the service: validated, and refused for its missing values.
  const honest = await sendFrom(
    mine,
    '/admin/clients/validate',
    { csrf: await tokenOf(mine, '/admin/') },
    'same-origin',
  )
  mustBe(isForged(honest), false, 'an honest form is called forged')
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
    const answer = await openBrowser(node).go(filled(path))
    if (answer.status === 200) weak(`${path} is shown to any client`)
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
  const [[page, form], [, otherToken]] = [await open(hers), await open(his)]
  const right = { username: ALICE.username, password: ALICE.password }
  const address = new URL(form.action, page.url).href
  await mustRefuse(hers, address, { ...form.fields, ...right }, otherToken.fields['csrf'] ?? '', 'the sign-in form')
  const consent = (await hers.submit(page, right)) as Page
  const [asked] = consent.forms
  const allow = await sendFrom(hers, new URL(asked?.action ?? '', consent.url).href, { action: 'allow' }, 'same-origin')
  if (!isForged(allow)) weak(`consent without its token: ${allow.status}`)
  mustBe((await hers.submit(consent, { action: 'allow' })).at, 'external', 'after consent with its token')
  return 'sign-in and consent'
}

/** What an attacker who can plant cookies has: his interaction in her browser. */
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
  if (stop.at === 'external' || resumed.at === 'external')
    weak('an interaction that another browser began is ended by her sign-in')
  return 'not shown, not taken, not resumed'
}

export async function consentSentTwice({ node }: OwnTarget): Promise<string> {
  const alice = person(node)
  await alice.signIn(relyingParty(node, TRUSTED))
  const page = (await alice.browser.visit(relyingParty(node, ASKING).request().address)) as Page
  const { size } = await codesOfFormSentAtOnce(alice.browser, page, { action: 'allow' }, 5)
  if (size > 1) weak(`one consent form gave ${size} codes`)
  mustBe(size, 1, 'codes of one consent form')
  return 'five at once'
}

export async function forgedSignOut({ node }: OwnTarget): Promise<string> {
  const [alice, bob, conf] = [person(node), person(node, BOB), relyingParty(node, CONF)]
  const { access_token } = await alice.signIn(conf)
  await bob.signIn(conf)
  const still = async (how: string): Promise<void> => {
    if ((await stateOf(alice, conf)) !== 'signed in') weak(`${how} has signed a user out`)
  }
  const back = encodeURIComponent(`https://${CONF.client_id}.example/`)
  const queries = ['', `?client_id=${CONF.client_id}`, `?client_id=${CONF.client_id}&post_logout_redirect_uri=${back}`]
  for (const query of queries) {
    await alice.browser.go(`/connect/logout${query}`, { headers: { 'sec-fetch-site': 'cross-site' } })
    await still(`a link of another site (${query})`)
  }
  await alice.browser.go('/connect/logout', { body: {}, headers: { 'sec-fetch-site': 'cross-site' } })
  await still('a form of another site')

  const page = (await alice.browser.visit('/connect/logout')) as Page
  const sent = { ...formWithToken(page)?.fields, action: 'confirm' }
  const otherToken = await tokenOf(bob.browser, '/connect/logout')
  await mustRefuse(alice.browser, '/connect/logout', sent, otherToken, 'the answer to the question')
  await still('a forged answer to the question')
  if ((await conf.userinfo(access_token)).status !== 200) weak('another site has ended the access of an app')
  await alice.browser.submit(page, { action: 'confirm' }, formWithToken(page))
  mustBe(await stateOf(alice, conf), 'login_required', 'after her own answer to the question')
  return `${queries.length + 1} requests, three answers`
}
