/** A user signs in at either server and submits its pages; later requests use the cookie. */
import { addressed } from '../support/addressed.ts'
import { type Browser, openBrowser, type Page } from '../support/browser.ts'
import { type Answer, basic, formRequest, getRequest, locationIn } from './connection.ts'
import { type BenchClient, CHALLENGE, PERSON, SCOPE, subOf, VERIFIER } from './fixtures.ts'
import type { Target } from './parties.ts'

const MOST_PAGES = 6

/** A browser at a server, which needs only its port and issuer. */
export const browserAt = ({ port, issuer }: Target): Browser =>
  openBrowser(addressed(issuer, { host: '127.0.0.1', port }))

/** The form's fields for either server. The engine's own page has the field `login` and accepts every user. */
export function willing({ forms: [form] }: Page, username = PERSON.username): Readonly<Record<string, string>> {
  if (form === undefined || !('password' in form.fields)) return { action: 'allow' }
  return { username, password: PERSON.password, login: subOf(username) }
}

/** The Cookie header of a browser after the sign-in to the client. */
export async function signIn(party: Target, client: BenchClient, username = PERSON.username): Promise<string> {
  const browser = browserAt(party)
  let stop = await browser.visit(`${party.paths.authorize}?${authorizeQuery(client)}`)
  for (let pages = 0; stop.at === 'page'; pages += 1) {
    if (pages === MOST_PAGES) throw new Error(`stuck at sign-in: ${stop.answer.text.slice(0, 300)}`)
    stop = await browser.submit(stop, willing(stop, username))
  }
  codeOf(stop.url)
  return browser.cookies.header('/') ?? ''
}

export function authorizeQuery({ id, redirectUri }: BenchClient, prompt?: 'none'): string {
  return new URLSearchParams({
    client_id: id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPE,
    state: 'a-state-of-the-client',
    nonce: 'a-nonce-of-the-client',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...(prompt === undefined ? {} : { prompt }),
  }).toString()
}

/** Authorizes again, without a page. */
export function silentRequest({ port, paths }: Target, client: BenchClient, cookie: string): Buffer {
  return getRequest(port, `${paths.authorize}?${authorizeQuery(client, 'none')}`, { Cookie: cookie })
}

export function codeOfAnswer({ status, head }: Answer): string {
  if (status !== 303) throw new Error(`no redirect: ${head}`)
  return codeOf(locationIn(head) ?? '')
}

export function codeOf(location: string): string {
  const code = /[?&]code=([^&]+)/.exec(location)?.[1]
  if (code === undefined) throw new Error(`no code came back: ${location}`)
  return code
}

export function exchangeRequest({ port, paths }: Target, client: BenchClient, code: string): Buffer {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, code_verifier: VERIFIER }
  return formRequest(port, paths.token, fields, basic(client))
}

export function refreshRequest({ port, paths }: Target, client: BenchClient, refreshToken: string): Buffer {
  return formRequest(port, paths.token, { grant_type: 'refresh_token', refresh_token: refreshToken }, basic(client))
}

export function introspectRequest({ port, paths }: Target, client: BenchClient, token: string): Buffer {
  return formRequest(port, paths.introspection, { token }, basic(client))
}

export function userinfoRequest({ port, paths }: Target, token: string): Buffer {
  return getRequest(port, paths.userinfo, { Authorization: `Bearer ${token}` })
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
  readonly id: string
}

export function tokensOf({ status, body }: Answer): Tokens {
  const {
    access_token: access,
    refresh_token: refresh,
    id_token: id,
  } = JSON.parse(body) as Record<string, string | undefined>
  if (status !== 200 || access === undefined || refresh === undefined || id === undefined)
    throw new Error(`no tokens came back: ${body}`)
  return { access, refresh, id }
}
