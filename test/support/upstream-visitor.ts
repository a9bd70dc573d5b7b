/** Users who sign in at a provider of the tests, and what that provider says when they sign out there. */
import { randomUUID } from 'node:crypto'
import { grantOf, type Person, person } from './actors.ts'
import type { Browser, Form, Page, Stop } from './browser.ts'
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import { CLIENT, type Lies, type LyingProvider } from './lying-provider.ts'
import type { RelyingParty, TokenSet } from './relying-party.ts'

export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** A connector to that provider, as the settings of the service have it. */
export const connectorTo = (provider: LyingProvider, id: string) => ({
  id,
  name: `Provider ${id}`,
  issuer: provider.issuer,
  client_id: CLIENT.clientId,
  client_secret: CLIENT.clientSecret,
  firstSignIn: 'create' as const,
})

export interface UpstreamVisitor {
  readonly who: Person
  /** Where the callback sends the browser. */
  readonly goesTo: string
  /** Goes on to the app. */
  enter(): Promise<TokenSet>
}

export interface Visited {
  readonly subject: string
  readonly sid?: string | undefined
  readonly who?: Person
  readonly scope?: string
  /** What the app demands: the provider says that it has signed the user in anew. */
  readonly prompt?: 'login'
}

export function buttonOf(stop: Stop, id: string): Form {
  const forms = stop.at === 'page' ? stop.forms : []
  const form = forms.find(({ action }) => action.endsWith(`/upstream/${id}/start`))
  if (form === undefined) throw new Error(`there is no button of ${id}`)
  return form
}

/** Leaves a sign-in page for a provider, which lies so. @returns where it sends the browser back to */
export async function atProvider(
  browser: Browser,
  stop: Stop,
  provider: LyingProvider,
  id: string,
  lies: Lies,
): Promise<string> {
  const left = await browser.submit(stop as Page, {}, buttonOf(stop, id))
  if (left.at !== 'elsewhere') throw new Error(`stayed here: ${left.answer.status}`)
  const asked = new URL(left.url).searchParams
  provider.nonce = asked.get('nonce') ?? ''
  provider.lie(lies)
  const answer = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: provider.issuer })
  return `${asked.get('redirect_uri')}?${answer}`
}

/** Opens an app, signs in at the provider, and comes back as far as the callback. */
export async function visitBy(
  { node, provider, id, app }: { node: Node; provider: LyingProvider; id: string; app: RelyingParty },
  { subject, sid, who = person(node), scope = 'openid offline_access', prompt }: Visited,
): Promise<UpstreamVisitor> {
  const { request, ...stop } = await who.open(app, { scope, prompt })
  const claims = { sub: subject, sid, auth_time: Math.floor(Date.now() / 1000) }
  const address = await atProvider(who.browser, stop, provider, id, { claims, userinfo: { sub: subject } })
  const { location = '' } = (await who.browser.go(address)).headers
  const goesTo = new URL(location, node.issuer).href
  return {
    who,
    goesTo,
    async enter() {
      const grant = grantOf((await who.walk(await who.browser.visit(goesTo))).url, request)
      return (await app.exchange(grant)).json() as TokenSet
    },
  }
}

/** The claims of a logout token, of a `jti` of its own. @param more beside them, or instead */
export function logoutClaims(provider: LyingProvider, more: Readonly<Record<string, unknown>>) {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: provider.issuer, aud: CLIENT.clientId, iat, jti: randomUUID(), events: { [LOGOUT_EVENT]: {} } }
  return { ...claims, ...more }
}

export const signedLogout = (provider: LyingProvider, more: Readonly<Record<string, unknown>>): Promise<string> =>
  provider.sign(logoutClaims(provider, more), { typ: 'logout+jwt' })

/** As the provider sends it. */
export const tell = (node: Node, id: string, token: string, from?: string): Promise<Answer> =>
  node.send(`/upstream/${id}/backchannel-logout`, { body: { logout_token: token }, from })
