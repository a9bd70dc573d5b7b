/** Users of a test provider, and that provider's logout tokens. */
import { randomUUID } from 'node:crypto'
import { grantOf, type Person, person } from './actors.ts'
import type { Browser, Form, Page, Stop } from './browser.ts'
import type { Answer } from './http.ts'
import type { Node } from './idp.ts'
import { CLIENT, type LyingProvider } from './lying-provider.ts'
import type { RelyingParty, TokenSet } from './relying-party.ts'

export const LOGOUT_EVENT = 'http://schemas.openid.net/event/backchannel-logout'

/** A connector to that provider, in the form of Portico's settings. */
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
  /** The callback's redirect. */
  readonly goesTo: string
  /** Continues to the app. */
  enter(): Promise<TokenSet>
}

export interface Visited {
  readonly subject: string
  readonly sid?: string | undefined
  readonly who?: Person
  readonly scope?: string
  /** The app's prompt: the provider reports a new sign-in. */
  readonly prompt?: 'login'
}

export function buttonOf(stop: Stop, id: string): Form {
  const forms = stop.at === 'page' ? stop.forms : []
  const form = forms.find(({ action }) => action.endsWith(`/upstream/${id}/start`))
  if (form === undefined) throw new Error(`there is no button of ${id}`)
  return form
}

/** Goes from a sign-in page to the provider, which has no pages. @returns the callback URL */
export async function atProvider(
  { browser, stop }: { readonly browser: Browser; readonly stop: Stop },
  there: LyingProvider,
  id: string,
): Promise<string> {
  const left = await browser.submit(stop as Page, {}, buttonOf(stop, id))
  if (left.at !== 'external') throw new Error(`stayed here: ${left.answer.status}`)
  const asked = new URL(left.url).searchParams
  there.nonce = asked.get('nonce') ?? ''
  const answer = new URLSearchParams({ code: 'c', state: asked.get('state') ?? '', iss: there.issuer })
  return `${asked.get('redirect_uri')}?${answer}`
}

/** Opens an app, signs in at the provider, and returns to the callback. */
export async function visitBy(
  { node, provider, id, app }: { node: Node; provider: LyingProvider; id: string; app: RelyingParty },
  { subject, sid, who = person(node), scope = 'openid offline_access', prompt }: Visited,
): Promise<UpstreamVisitor> {
  const { request, ...stop } = await who.open(app, { scope, prompt })
  const back = await atProvider({ browser: who.browser, stop }, provider, id)
  const claims = { sub: subject, sid, auth_time: Math.floor(Date.now() / 1000) }
  provider.lie({ claims, userinfo: { sub: subject } })
  const { location = '' } = (await who.browser.go(back)).headers
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

/** The claims of a logout token with a unique `jti`. @param more extends or replaces them */
export function logoutClaims(provider: LyingProvider, more: Readonly<Record<string, unknown>>) {
  const iat = Math.floor(Date.now() / 1000)
  const claims = { iss: provider.issuer, aud: CLIENT.clientId, iat, jti: randomUUID(), events: { [LOGOUT_EVENT]: {} } }
  return { ...claims, ...more }
}

export const signedLogout = (provider: LyingProvider, more: Readonly<Record<string, unknown>>): Promise<string> =>
  provider.sign(logoutClaims(provider, more), { typ: 'logout+jwt' })

/** Sends it as the provider does. */
export const deliver = (node: Node, id: string, token: string, from?: string): Promise<Answer> =>
  node.send(`/upstream/${id}/backchannel-logout`, { body: { logout_token: token }, from })
