/** A browser at a gated app, behind a proxy that only asks the gate; no app is behind it. */
import { type Browser, NAVIGATION, openBrowser, type Page } from './browser.ts'
import { type CookieJar, cookieJar } from './cookie-jar.ts'
import { ALICE } from './fixtures.ts'
import { type Answer, type Message, send } from './http.ts'
import type { Node } from './idp.ts'

/** The headers as they are named without settings. */
export const GATE_HEADERS = {
  user: 'Remote-User',
  name: 'Remote-Name',
  email: 'Remote-Email',
  groups: 'Remote-Groups',
  assertion: 'X-Portico-Assertion',
}

interface GatedApp {
  readonly clientId: string
  readonly url: string
}

export interface GatedVisitor {
  /** At the provider. */
  readonly browser: Browser
  /** At the app's host. */
  readonly cookies: CookieJar
  /** The gate's response to the proxy about a request for a path of the app. */
  ask(path: string, message?: Message, node?: Node): Promise<Answer>
  /** A request to the gate's paths on the app's host. */
  at(url: string, message?: Message): Promise<Answer>
  /** Like `ask`, with a sign-in if the gate requires it. */
  enter(path: string, who?: { readonly username: string; readonly password: string }): Promise<Answer>
}

/** @param proxy port of a real one, through which requests to the gate's paths go */
export function gatedVisitor(
  idp: Node,
  { clientId, url }: GatedApp,
  browser = openBrowser(idp),
  proxy?: number,
): GatedVisitor {
  const cookies = cookieJar()
  const { host, origin } = new URL(url)
  const cookieFor = (path: string): { readonly cookie?: string } => {
    const cookie = cookies.header(path)
    return cookie === undefined ? {} : { cookie }
  }
  const ask: GatedVisitor['ask'] = (path, message = {}, node = idp) =>
    node.send(`/gate?app=${clientId}`, {
      ...message,
      headers: {
        ...NAVIGATION,
        host,
        'x-forwarded-host': host,
        'x-forwarded-uri': path,
        ...cookieFor(path),
        ...message.headers,
      },
    })
  const at: GatedVisitor['at'] = async (address, message = {}) => {
    const target = new URL(address, origin)
    const path = target.pathname
    const sent = { ...message, headers: { ...NAVIGATION, host, ...cookieFor(path), ...message.headers } }
    const answer = await (proxy === undefined
      ? idp.send(`host:${path}${target.search}`, sent)
      : send(proxy, path + target.search, sent))
    cookies.store(answer.setCookies, path)
    return answer
  }
  return {
    browser,
    cookies,
    ask,
    at,
    async enter(path, { username, password } = ALICE) {
      const request = proxy === undefined ? ask : at
      const asked = await request(path)
      if (asked.status !== 302) return asked
      const begun = await at(asked.headers.location ?? '')
      let stop = await browser.visit(begun.headers.location ?? '')
      if (stop.at === 'page') stop = await browser.submit(stop as Page, { username, password })
      if (stop.at === 'page') return stop.answer
      const back = await at(stop.url)
      if (back.headers.location === undefined) return back
      const { pathname, search } = new URL(back.headers.location)
      return request(pathname + search)
    },
  }
}
