/** Password attempts at a sign-in page, for tests of the page, not of the complete flow. */
import { type Browser, openBrowser, type Page } from './browser.ts'
import { TRUSTED } from './fixtures.ts'
import type { Answer, Message } from './http.ts'
import type { Node } from './idp.ts'
import { type Overrides, relyingParty } from './relying-party.ts'

const MANY = { limit: 1_000_000 }
/** As `login.throttle`: more attempts than any test makes. */
export const UNTHROTTLED = { accountAndAddress: MANY, address: MANY, account: MANY }

export interface Door {
  readonly browser: Browser
  readonly page: Page
}

/** A browser at the sign-in page of a client without consent. */
export async function doorOf(node: Node, browser: Browser = openBrowser(node), request?: Overrides): Promise<Door> {
  return { browser, page: (await browser.visit(relyingParty(node, TRUSTED).request(request).address)) as Page }
}

/** One attempt, following only the redirect to the page with the error; the page can be used again. */
export const attempt = async (
  { browser, page }: Door,
  username: string,
  password: string,
  headers?: Message['headers'],
): Promise<Answer> => {
  const answer = await browser.send(page, { username, password }, headers)
  const { location = '' } = answer.headers
  return location.includes('refused=') ? browser.go(new URL(location, page.url).href, headers && { headers }) : answer
}
