/** An administrator or viewer in the panel: signs in, opens pages, submits their forms. */
import { type Browser, type Form, openBrowser, type Page, type Stop, titleOf, unescape } from './browser.ts'
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'

export const ADMIN = {
  sub: 'u-admin',
  username: 'root-of-all',
  password: 'correct horse battery',
  name: 'Ada Admin',
  roles: ['sso:admin'],
} as const
export const SECOND_ADMIN = {
  sub: 'u-second',
  username: 'second',
  password: 'correct horse battery',
  name: 'Sam Second',
  roles: ['sso:admin'],
} as const
export const VIEWER = {
  sub: 'u-viewer',
  username: 'only-looks',
  password: 'correct horse battery',
  name: 'Vera Viewer',
  roles: ['sso:viewer'],
} as const
export const HELPER = {
  sub: 'u-helper',
  username: 'helper',
  password: 'correct horse battery',
  name: 'Hal Helper',
  roles: ['sso:helpdesk'],
} as const
export const PANEL_ACCOUNTS = [ADMIN, SECOND_ADMIN, VIEWER] as const

type Fields = Readonly<Record<string, string>>

export interface PanelVisitor {
  readonly browser: Browser
  /** @throws if it is not a page of the panel */
  open(path: string): Promise<Page>
  /** Sends the page's form whose action ends like this; the fields override the hidden ones. */
  send(page: Page, action: string, fields?: Fields): Promise<Stop>
  /** Sends one request without following its redirect. */
  post(path: string, fields: Fields): Promise<Answer>
}

export function formTo(page: Page, action: string): Form {
  const form = page.forms.find((candidate) => new URL(candidate.action, page.url).pathname.endsWith(action))
  if (form === undefined) throw new Error(`no form to ${action} on ${titleOf(page.answer.text)}`)
  return form
}

export async function enterPanel(
  node: Pick<Node, 'issuer' | 'send'>,
  account: { readonly username: string; readonly password: string } = ADMIN,
  browser = openBrowser(node),
): Promise<PanelVisitor> {
  const signIn = await browser.visit('/admin/')
  if (signIn.at !== 'page') throw new Error('no sign-in page')
  const { username, password } = account
  const first = await browser.submit(signIn, { username, password })
  if (first.at !== 'page' || !new URL(first.url).pathname.includes('/admin'))
    throw new Error(`not in the panel: ${first.url}`)
  return {
    browser,
    async open(path) {
      const stop = await browser.visit(`/admin${path}`)
      if (stop.at !== 'page') throw new Error(`sent away to ${stop.url}`)
      return stop
    },
    send: (page, action, fields = {}) => browser.submit(page, fields, formTo(page, action)),
    post: (path, fields) => browser.go(`/admin${path}`, { body: fields, headers: { 'sec-fetch-site': 'same-origin' } }),
  }
}

/** A valid form; `client` makes id and URIs unique. */
export function clientForm(client: string, more: Fields = {}): Fields {
  return {
    name: `The ${client}`,
    client_id: client,
    owner_email: 'owner@example.com',
    client_type: 'confidential',
    environment: 'development',
    redirect_uris: `https://${client}.example/callback`,
    post_logout_redirect_uris: `https://${client}.example/`,
    scope_profile: 'on',
    scope_email: 'on',
    scope_offline_access: 'on',
    ...more,
  }
}

/** Registers a client in the panel and returns the page with its secret. */
export async function registerInPanel(visitor: PanelVisitor, client: string, more?: Fields): Promise<Page> {
  const stop = await visitor.send(await visitor.open('/clients/new'), '/admin/clients', clientForm(client, more))
  if (stop.at !== 'page') throw new Error(`sent away to ${stop.url}`)
  return stop
}

export function secretOn({ answer }: Stop): string | undefined {
  return /sso_(?:dev|live)_[A-Za-z0-9_-]{43}/.exec(answer.text)?.[0]
}

/** The issues on the returned form. */
export function issuesOn({ answer }: Stop): readonly string[] {
  const summary = /<div class="sso-summary".*?<ul>(.*?)<\/ul>/s.exec(answer.text)?.[1] ?? ''
  return [...summary.matchAll(/<li>(.*?)<\/li>/gs)].map(([, text = '']) => textIn(text))
}

/** The page's message about the result. */
export function flashOn({ answer }: Stop): string {
  return textIn(/<div class="sso-note sso-banner.*?<div>(.*?)<\/div>/s.exec(answer.text)?.[1] ?? '')
}

export const textIn = (html: string): string =>
  unescape(html.replace(/<[^>]*>/g, '').replace(/[\u2066-\u2069]/g, '')).trim()
