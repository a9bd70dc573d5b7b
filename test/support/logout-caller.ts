/** The ways to request a sign-out, and to check its result. */
import type { Person } from './actors.ts'
import { formsOf, NAVIGATION, type Page } from './browser.ts'
import { type Answer, encodeFields, type Message } from './http.ts'
import type { Node } from './idp.ts'
import type { Overrides, RelyingParty } from './relying-party.ts'

export const JSON_CALLER = { accept: 'application/json' }

export type Logout = (who: Person, parameters: Overrides | Pairs, headers?: Record<string, string>) => Promise<Answer>
type Pairs = readonly (readonly [string, string])[]

export const logoutAddress = (parameters: Overrides | Pairs): string => `/connect/logout?${encodeFields(parameters)}`

export const byGet: Logout = (who, parameters, headers = NAVIGATION) =>
  who.browser.go(logoutAddress(parameters), { headers })

export const byPost: Logout = (who, parameters, headers = NAVIGATION) =>
  who.browser.go('/connect/logout', { body: parameters, headers: { 'sec-fetch-site': 'same-origin', ...headers } })

/** POST /connect/logout with a Bearer token. */
export function everywhere(node: Node, accessToken: string, message: Message = {}): Promise<Answer> {
  return node.send('/connect/logout', {
    method: 'POST',
    ...message,
    headers: { authorization: `Bearer ${accessToken}`, ...message.headers },
  })
}

/** The browser's session state, from `prompt=none`. */
export async function stateOf(who: Person, client: RelyingParty): Promise<string> {
  const parameters = new URL((await who.open(client, { prompt: 'none' })).url).searchParams
  return parameters.get('error') ?? (parameters.has('code') ? 'signed in' : 'stuck')
}

/** Expects the confirmation page and returns it for submission. */
export function confirmPage(node: Node, answer: Answer): Page {
  expect(`${answer.status} ${answer.headers['content-type']}`).toBe('200 text/html; charset=utf-8')
  const page: Page = { at: 'page', url: `${node.issuer}/connect/logout`, answer, forms: formsOf(answer.text) }
  expect(page.forms[0]?.buttons.map(({ value }) => value)).toEqual(['confirm', 'stay'])
  return page
}
