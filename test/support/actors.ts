/** The users of the stories. Each has a separate browser, signs in when asked, and consents. */
import { type Browser, openBrowser, type Page, type Stop } from './browser.ts'
import { ALICE } from './fixtures.ts'
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import type { AuthorizationRequest, CallOptions, Grant, Overrides, RelyingParty, TokenSet } from './relying-party.ts'

export interface Credentials {
  readonly username: string
  readonly password: string
}

export interface Person {
  readonly browser: Browser
  /** Opens the client's authorization request and stops at the first page or redirect. */
  open(client: RelyingParty, overrides?: Overrides): Promise<Stop & { readonly request: AuthorizationRequest }>
  /** Submits every page until the browser is redirected away: signs in, continues, consents. */
  walk(stop: Stop): Promise<{ readonly url: string; readonly answer: Answer; readonly pages: readonly PageKind[] }>
  /** The whole flow to a code. */
  authorize(client: RelyingParty, overrides?: Overrides): Promise<Grant>
  /** The whole flow to tokens. */
  signIn(client: RelyingParty, overrides?: Overrides, options?: CallOptions): Promise<TokenSet>
}

type PageKind = 'sign-in' | 'consent' | 'choose-account' | 'go-on'

/** The kind of a page. */
export function kindOf(page: Page): PageKind | undefined {
  const form = page.forms[0]
  if (form === undefined) return undefined
  const has = (value: string): boolean =>
    page.forms.some(({ buttons }) => buttons.some((button) => button.name === 'action' && button.value === value))
  if ('password' in form.fields) return 'sign-in'
  if (has('allow')) return 'consent'
  if (has('continue')) return has('cancel') ? 'choose-account' : 'go-on'
  return undefined
}

const ANSWERS: Readonly<Record<PageKind, (credentials: Credentials) => Readonly<Record<string, string>>>> = {
  'sign-in': ({ username, password }) => ({ username, password }),
  consent: () => ({ action: 'allow' }),
  'choose-account': () => ({ action: 'continue' }),
  'go-on': () => ({ action: 'continue' }),
}
const MOST_PAGES = 6

export function person(node: Node, credentials: Credentials = ALICE, browser: Browser = openBrowser(node)): Person {
  const walk: Person['walk'] = async (from) => {
    const pages: PageKind[] = []
    let stop = from
    while (stop.at === 'page') {
      const kind = kindOf(stop)
      if (kind === undefined || pages.length === MOST_PAGES) {
        // The text of the page, without its markup.
        const words = stop.answer.text
          .replace(/<(?:style|script)[^]*?<\/(?:style|script)>|<[^>]*>/g, ' ')
          .replace(/\s+/g, ' ')
        throw new Error(`stuck at ${stop.answer.status} after ${pages.join(', ')}: ${words.slice(0, 300)}`)
      }
      pages.push(kind)
      stop = await browser.submit(stop, ANSWERS[kind](credentials))
    }
    return { url: stop.url, answer: stop.answer, pages }
  }
  const open: Person['open'] = async (client, overrides) => {
    const request = client.request(overrides)
    return { ...(await browser.visit(request.address)), request }
  }
  const authorize: Person['authorize'] = async (client, overrides) => {
    const { request, ...stop } = await open(client, overrides)
    return grantOf((await walk(stop)).url, request)
  }
  return {
    browser,
    open,
    walk,
    authorize,
    async signIn(client, overrides, options) {
      const answer = await client.exchange(await authorize(client, overrides), {}, options)
      if (answer.status !== 200) throw new Error(`the exchange failed: ${answer.status} ${answer.text}`)
      return answer.json() as TokenSet
    },
  }
}

/** @throws when the redirect has no code */
export function grantOf(url: string, request: AuthorizationRequest): Grant {
  const callback = new URL(url).searchParams
  const code = callback.get('code')
  if (code === null) throw new Error(`no code came back: ${callback.get('error')} ${callback.get('error_ref')}`)
  const { verifier, nonce, state, redirectUri } = request
  return { code, callback, verifier, nonce, state, redirectUri }
}
