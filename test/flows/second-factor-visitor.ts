/** A user who sets up second factors in the portal and signs in with them, over HTTP. */
import { type Credentials, grantOf, type Person, person } from '../support/actors.ts'
import { codeOf } from '../support/authenticator-app.ts'
import { type Browser, openBrowser, type Page, type Stop } from '../support/browser.ts'
import { TRUSTED } from '../support/fixtures.ts'
import type { Node } from '../support/idp.ts'
import { type ReadyUser, readyUser } from '../support/ready-user.ts'
import { claimsOf, type RelyingParty, relyingParty } from '../support/relying-party.ts'
import {
  type CreationOptions,
  type RequestOptions,
  type SoftwareAuthenticator,
  softwareAuthenticator,
} from '../support/software-authenticator.ts'
import { pageOf, type Visitor, visitor } from './portal-visitor.ts'

export type Owner = ReadyUser

let people = 0

/** Another user for each test, with a separate password. */
export const newPerson = (node: Node): Promise<Owner> => {
  const name = `person-${(people += 1)}`
  return readyUser(node, name, { name: `${name} Doe` })
}

export const fieldOf = (page: Page, id: string): string => {
  const [tag = ''] = new RegExp(`<input[^>]*\\sid="${id}"[^>]*>`).exec(page.answer.text) ?? []
  return /\svalue="([^"]*)"/.exec(tag)?.[1] ?? ''
}
export const codesOn = (page: Page): readonly string[] =>
  /<textarea[^>]*id="recovery-codes"[^>]*>([^<]*)</.exec(page.answer.text)?.[1]?.split('\n') ?? []

export interface EnrolledApp {
  readonly key: string
  /** The code of this moment on the service's clock. */
  code(): string
  readonly recoveryCodes: readonly string[]
  readonly shown: Page
}

/** Goes through the portal's page; the code that confirms is used up, so the clock moves on a step. */
export async function enrolApp(node: Node, at: Visitor): Promise<EnrolledApp> {
  const page = await at.open('/security/authenticator')
  const key = fieldOf(page, 'secret')
  const shown = await at.press(page, { to: '/security/authenticator' }, { code: codeOf(key, node.clock.now()) })
  node.clock.forward(30)
  return { key, code: () => codeOf(key, node.clock.now()), recoveryCodes: codesOn(shown), shown }
}

export async function enrolPasskey(
  node: Node,
  at: Visitor,
  authenticator: SoftwareAuthenticator = softwareAuthenticator(new URL(node.issuer).origin),
): Promise<{ readonly authenticator: SoftwareAuthenticator; readonly shown: Page; readonly options: CreationOptions }> {
  const page = await at.open('/security/passkey')
  const options = (await at.browser.go('/portal/security/passkey?options=1')).json() as CreationOptions
  const shown = await at.press(page, { to: '/security/passkey' }, { passkey: authenticator.create(options) })
  return { authenticator, shown, options }
}

/** Another user, at the portal, who has set up an authenticator app. */
export async function withApp(node: Node) {
  const owner = await newPerson(node)
  const portal = visitor(node, owner)
  return { owner, portal, app: await enrolApp(node, portal) }
}

/** Another user, at the portal, who has set up a passkey. */
export async function withKey(node: Node) {
  const owner = await newPerson(node)
  const portal = visitor(node, owner)
  return { owner, portal, ...(await enrolPasskey(node, portal)) }
}

/** The options that the page's script would get. */
export async function optionsOn(browser: Browser, page: Page): Promise<RequestOptions> {
  const href = /data-options="([^"]*)"/.exec(page.answer.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  return (await browser.go(new URL(href, page.url).href)).json() as RequestOptions
}

export interface SigningIn {
  readonly who: Person
  readonly client: RelyingParty
  readonly page: Page
  readonly request: Awaited<ReturnType<Person['open']>>['request']
}

/** Opens the sign-in page of an app. */
export async function atSignIn(
  node: Node,
  credentials: Credentials,
  overrides: Readonly<Record<string, string>> = {},
  browser: Browser = openBrowser(node),
): Promise<SigningIn> {
  const who = person(node, credentials, browser)
  const client = relyingParty(node, TRUSTED)
  const { request, ...stop } = await who.open(client, overrides)
  return { who, client, page: pageOf(stop), request }
}

/** Enters the password; what comes is the second step, or whatever comes without one. */
export async function withPassword(
  ...given: Parameters<typeof atSignIn>
): Promise<SigningIn & { readonly stop: Stop }> {
  const begun = await atSignIn(...given)
  const { username, password } = given[1]
  return { ...begun, stop: await begun.who.browser.submit(begun.page, { username, password }) }
}

/** The claims of the ID token that the app gets for the code with which it was called. */
export async function claimsAfter(
  { client, request }: Pick<SigningIn, 'client' | 'request'>,
  { url }: Pick<Stop, 'url'>,
): Promise<Record<string, unknown>> {
  const answer = await client.exchange(grantOf(url, request))
  return claimsOf((answer.json() as { id_token: string }).id_token)
}
