/** A user at the portal: signs in when asked, reads pages, presses the buttons of their forms. */
import type { Credentials } from '../support/actors.ts'
import { type Browser, type Form, openBrowser, type Page, type Stop, titleOf } from '../support/browser.ts'
import { ALICE } from '../support/fixtures.ts'
import type { Node } from '../support/idp.ts'
import { textIn } from '../support/panel-visitor.ts'
import { until } from '../support/until.ts'

export interface Visitor {
  readonly browser: Browser
  /** Opens a page of the portal and signs in if that is what comes. */
  open(path: string): Promise<Page>
  /** Opens a page of the portal and takes what comes. */
  look(path: string): Promise<Stop>
  /** Sends the form of the page whose fields, with the button's, hold these. */
  press(page: Page, wanted: Readonly<Record<string, string>>, more?: Readonly<Record<string, string>>): Promise<Page>
}

export const PORTAL = '/portal'

type AuditEntry = Awaited<ReturnType<Node['portico']['audit']['list']>>['entries'][number]

/** The newest entry of the trail that has this event. Entries are written a moment after the answer. */
export async function audited({ portico }: Node, event: AuditEntry['event'], user?: string): Promise<AuditEntry> {
  let found: AuditEntry | undefined
  await until(async () => {
    found = (await portico.audit.list(user === undefined ? {} : { user }, undefined, 100)).entries.find(
      (entry) => entry.event === event,
    )
    return found !== undefined
  })
  return found as AuditEntry
}

export const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** A node as a browser of this kind talks to it. */
export const using = (node: Node, userAgent: string): Node => ({
  ...node,
  send: (address, message = {}) =>
    node.send(address, { ...message, headers: { 'user-agent': userAgent, ...message.headers } }),
})

export function pageOf(stop: Stop): Page {
  if (stop.at !== 'page') throw new Error(`no page, but ${stop.url}`)
  return stop
}

/** Sends the form with the details of the user, changed so. */
export const editDetails = async ({ open, press }: Visitor, fields?: Readonly<Record<string, string>>): Promise<Page> =>
  press(await open('/profile/edit'), { to: '/profile' }, fields)

/** Where the "Next" link of a page leads, in the same app. */
export const nextOf = ({ answer }: Pick<Page, 'answer'>): string | undefined =>
  /<a [^>]*href="\/(?:portal|admin)([^"]*)"[^>]*><span>Next<\/span>/.exec(answer.text)?.[1]?.replaceAll('&amp;', '&')

/** A list's page and all that follow it. */
export async function pagesFrom({ open }: Pick<Visitor, 'open'>, path: string): Promise<readonly Page[]> {
  const page = await open(path)
  const next = nextOf(page)
  return [page, ...(next === undefined ? [] : await pagesFrom({ open }, next))]
}

/** The words of a piece of a page, in one line. */
export const lineOf = (html: string): string => textIn(html.replaceAll('<', ' <')).replaceAll(/\s+/g, ' ')

/** The rows of the tables of a page without their heads, each in one line. */
export const rowsOn = ({ answer }: Pick<Page, 'answer'>): readonly string[] =>
  [...answer.text.matchAll(/<tbody.*?<\/tbody>/gs)].flatMap(([body]) =>
    [...body.matchAll(/<tr role="row">(.*?)<\/tr>/gs)].map(([, row = '']) => lineOf(row)),
  )

/** The heading, which every page has one of. */
export const headingOf = ({ answer }: Stop): string =>
  /<h1[^>]*>(.*?)<\/h1>/s.exec(answer.text)?.[1]?.replace(/<[^>]*>/g, '') ?? ''

/** Whether the page asks who is there. */
export const asksToSignIn = (stop: Stop): boolean =>
  stop.at === 'page' &&
  'password' in (stop.forms[0]?.fields ?? {}) &&
  titleOf(stop.answer.text).startsWith('Sign in to')

export function formOf(page: Page, wanted: Readonly<Record<string, string>>): Form {
  const form = page.forms.find(({ fields, buttons, action }) =>
    Object.entries(wanted).every(([name, value]) =>
      name === 'to'
        ? new URL(action, page.url).pathname.endsWith(value)
        : fields[name] === value || buttons.some((button) => button.name === name && button.value === value),
    ),
  )
  if (form === undefined) throw new Error(`no form with ${JSON.stringify(wanted)} on ${headingOf(page)}`)
  return form
}

/** @param start of the portal, below the issuer or a whole address */
export function visitor(
  node: Node,
  credentials: Credentials = ALICE,
  browser: Browser = openBrowser(node),
  start = PORTAL,
): Visitor {
  const look: Visitor['look'] = (path) => browser.visit(start + path)
  return {
    browser,
    look,
    async open(path) {
      const stop = await look(path)
      const page = asksToSignIn(stop)
        ? await browser.submit(pageOf(stop), { username: credentials.username, password: credentials.password })
        : stop
      return pageOf(page)
    },
    async press(page, wanted, more = {}) {
      const { to: _to, ...fields } = wanted
      return pageOf(await browser.submit(page, { ...fields, ...more }, formOf(page, wanted)))
    },
  }
}
