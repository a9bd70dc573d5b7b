/** A sign-in to an app of the service that stops one step before its end: the callback is known, and nobody has gone there. */
import { type Browser, openBrowser } from './browser.ts'
import type { Node } from './idp.ts'

interface HeldCallback {
  readonly callback: string
  /** That which the sign-in was begun in. */
  readonly browser: Browser
}

/** @param app below the issuer, as `/portal/` */
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
