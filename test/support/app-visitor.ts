/** A user of an app on `portico-sso/client`, without scripts: the app's cookies, and a browser at the provider. */
import { person } from './actors.ts'
import { openBrowser } from './browser.ts'
import { cookieJar } from './cookie-jar.ts'
import { ALICE } from './fixtures.ts'
import { type Answer, type Message, send } from './http.ts'
import type { Node } from './idp.ts'

export const PAGE = { accept: 'text/html' }

export function appVisitor(port: number, node: Node) {
  const cookies = cookieJar()
  const user = person(node, ALICE, openBrowser(node))
  const go = async (path: string, message: Message & { readonly port?: number } = {}): Promise<Answer> => {
    const cookie = cookies.header(path.split('?')[0] ?? path)
    const headers = { ...(cookie === undefined ? {} : { cookie }), ...message.headers }
    const answer = await send(message.port ?? port, path, { ...message, headers })
    cookies.store(answer.setCookies, path.split('?')[0] ?? path)
    return answer
  }
  /** The path and query of the callback, after the sign-in at the provider. */
  const atProvider = async (path = '/sign-in'): Promise<string> => {
    const begun = await go(path, { headers: PAGE })
    const left = await user.walk(await user.browser.visit(begun.headers.location ?? ''))
    const { pathname, search } = new URL(left.url)
    return pathname + search
  }
  return {
    port,
    cookies,
    user,
    go,
    atProvider,
    /** @returns the response of the callback */
    signIn: async (path?: string): Promise<Answer> => go(await atProvider(path), { headers: PAGE }),
    async signOutAtProvider(): Promise<void> {
      const page = await user.browser.visit('/connect/logout')
      if (page.at !== 'page') throw new Error('there is no page to sign out')
      const [{ name = '', value = '' } = {}] = page.forms[0]?.buttons ?? []
      await user.browser.submit(page, { [name]: value })
    },
    /** The session, as the page `/` shows it. */
    shown: async (at: number = port) => (await go('/', { port: at })).json(),
  }
}
