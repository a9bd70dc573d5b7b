/** Passwords that are tried at a sign-in page, where the page and not its end matters. */
import { type Browser, openBrowser, type Page } from './browser.ts'
import { TRUSTED } from './fixtures.ts'
import type { Answer, Message } from './http.ts'
import type { Node } from './idp.ts'
import { type Overrides, relyingParty } from './relying-party.ts'

export interface Door {
  readonly browser: Browser
  readonly page: Page
}

/** A browser before the sign-in page of a client that asks for no consent. */
export async function doorOf(node: Node, browser: Browser = openBrowser(node), request?: Overrides): Promise<Door> {
  return { browser, page: (await browser.visit(relyingParty(node, TRUSTED).request(request).address)) as Page }
}

/** One try, which is not followed; the page serves for the next as well. */
export const attempt = (
  { browser, page }: Door,
  username: string,
  password: string,
  headers?: Message['headers'],
): Promise<Answer> => browser.send(page, { username, password }, headers)
