/** A user signs in at either server and answers what is asked; from then on a cookie speaks for them. */
import { type Browser, openBrowser } from '../support/browser.ts'
import { send } from '../support/http.ts'
import { type Answer, basic, formRequest, getRequest } from './connection.ts'
import { type BenchClient, CHALLENGE, PERSON, SCOPE, subOf, VERIFIER } from './fixtures.ts'
import type { Party } from './parties.ts'

const MOST_PAGES = 6

/** A browser at a server, of which it needs no more than where it is. */
export const browserAt = ({ port, issuer }: Party): Browser =>
  openBrowser({
    issuer,
    send: (address, message) =>
      send(port, address.replace(issuer, ''), {
        ...message,
        headers: { host: new URL(issuer).host, ...message?.headers },
      }),
  })

/** The Cookie header of a browser that has signed in to the client. */
export async function signIn(party: Party, client: BenchClient, username = PERSON.username): Promise<string> {
  const { paths } = party
  const browser = browserAt(party)
  let stop = await browser.visit(`${paths.authorize}?${authorizeQuery(client)}`)
  for (let pages = 0; stop.at === 'page'; pages += 1) {
    const form = stop.forms[0]
    if (form === undefined || pages === MOST_PAGES)
      throw new Error(`stuck at sign-in: ${stop.answer.text.slice(0, 300)}`)
    const { password } = PERSON
    // The engine's own form calls the name `login` and lets anybody in.
    stop = await browser.submit(
      stop,
      'password' in form.fields ? { username, password, login: subOf(username) } : { action: 'allow' },
    )
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

/** Authorize once more, without a page. */
export function silentRequest({ port, paths }: Party, client: BenchClient, cookie: string): Buffer {
  return getRequest(port, `${paths.authorize}?${authorizeQuery(client, 'none')}`, { Cookie: cookie })
}

export function codeOfAnswer({ status, head }: Answer): string {
  if (status !== 303) throw new Error(`no redirect: ${head}`)
  return codeOf(/\r\nlocation: ([^\r]+)/i.exec(head)?.[1] ?? '')
}

function codeOf(location: string): string {
  const code = /[?&]code=([^&]+)/.exec(location)?.[1]
  if (code === undefined) throw new Error(`no code came back: ${location}`)
  return code
}

export function exchangeRequest({ port, paths }: Party, client: BenchClient, code: string): Buffer {
  const fields = { grant_type: 'authorization_code', code, redirect_uri: client.redirectUri, code_verifier: VERIFIER }
  return formRequest(port, paths.token, fields, basic(client))
}

export function refreshRequest({ port, paths }: Party, client: BenchClient, refreshToken: string): Buffer {
  return formRequest(port, paths.token, { grant_type: 'refresh_token', refresh_token: refreshToken }, basic(client))
}

export function introspectRequest({ port, paths }: Party, client: BenchClient, token: string): Buffer {
  return formRequest(port, paths.introspection, { token }, basic(client))
}

export function userinfoRequest({ port, paths }: Party, token: string): Buffer {
  return getRequest(port, paths.userinfo, { Authorization: `Bearer ${token}` })
}

export interface Tokens {
  readonly access: string
  readonly refresh: string
}

export function tokensOf({ status, body }: Answer): Tokens {
  const {
    access_token: access,
    refresh_token: refresh,
    id_token: id,
  } = JSON.parse(body) as Record<string, string | undefined>
  if (status !== 200 || access === undefined || refresh === undefined || id === undefined)
    throw new Error(`no tokens came back: ${body}`)
  return { access, refresh }
}
