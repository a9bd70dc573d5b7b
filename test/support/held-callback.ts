/** A sign-in to an app of Portico that stops before its last step: the callback URL exists, but is not opened yet. */
import { type Browser, openBrowser } from './browser.ts'
import type { Node } from './idp.ts'

interface HeldCallback {
  readonly callback: string
  /** The browser of the sign-in. */
  readonly browser: Browser
}

/** @param app path below the issuer, as `/portal/` */
export async function holdCallback(
  node: Pick<Node, 'issuer' | 'send'>,
  app: string,
  { username, password }: { readonly username: string; readonly password: string },
): Promise<HeldCallback> {
  const browser = openBrowser(node)
  const page = await browser.visit(app)
  if (page.at !== 'page') throw new Error(`no sign-in page at ${app}`)
  let answer = await browser.send(page, { username, password })
  for (;;) {
    const { location } = answer.headers
    if (location === undefined) throw new Error(`no callback of ${app}`)
    if (location.includes('code=')) return { callback: location, browser }
    answer = await browser.go(location)
  }
}
