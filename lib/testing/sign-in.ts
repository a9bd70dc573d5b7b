/**
 * Signs a user in without pages. A password and a second step are taken as given; all else is decided by the service:
 * authorization, resumption and token requests go to its endpoints, so every policy applies.
 */
import { createHash, randomBytes } from 'node:crypto'
import { ACR_PASSWORD, ACR_TWO_FACTORS, ACR_VALUES, authenticationOf } from '../../policies/authentication-context.ts'
import { optionsIssue } from '../../policies/option-names.ts'
import { assertNone } from '../client/client-error.ts'
import type { TokenResponse } from '../domain/tokens/mint.ts'
import type { Portico } from '../portico.ts'
import { readInteraction, writeInteraction } from '../protocol/engine/interaction-record.ts'
import { type Call, type CookieBrowser, cookieBrowser, type Reply, type TestCookie } from './browser.ts'

/** Options of `signIn`. */
export interface SignInOptions {
  /**
   * Scopes to request.
   * @default all scopes of the client
   * @example ['openid', 'email']
   */
  readonly scopes?: string | readonly string[]
  /**
   * Strength of the sign-in, also sent as `acr_values`: with `urn:portico:acr:2`, the user counts as having passed a
   * second step.
   * @default 'urn:portico:acr:1', a password; for users with a passkey, 'urn:portico:acr:2'
   * @example 'urn:portico:acr:2'
   */
  readonly acr?: (typeof ACR_VALUES)[number]
}

export type { TokenResponse }

/** A signed-in browser. */
export interface SignedInBrowser {
  /** Value of a `Cookie` header for the provider. */
  readonly cookie: string
  /** For Playwright: `context.addCookies(cookies)`. */
  readonly cookies: TestCookie[]
}

export interface SignIn {
  /**
   * Signs the user in to the client and returns its tokens, without pages. Consent is given.
   * @throws SignInRefused with the endpoint's error, such as `access_denied`; TypeError for an unknown user or client
   */
  (user: string, client: string, options?: SignInOptions): Promise<TokenResponse>
  /** Signs the user in to the provider and returns the browser's cookies. @throws SignInRefused, TypeError */
  (user: string, options?: Pick<SignInOptions, 'acr'>): Promise<SignedInBrowser>
}

/** Thrown by `signIn` when the provider refuses, with the endpoint's own error. */
export class SignInRefused extends Error {
  /** Identifies this error class without `instanceof`. */
  override readonly name = 'SignInRefused'
  constructor(
    /** Error code, such as `access_denied`. */
    readonly error: string,
    /** `error_description` of the response. */
    readonly description: string,
    /** HTTP status; 303 if the error came by redirect. */
    readonly status: number,
  ) {
    super(`${error}: ${description}`)
  }
}

export interface SignInParts {
  readonly portico: Portico
  readonly issuer: string
  readonly now: () => number
  readonly call: Call
  /** Client secrets by client ID. */
  readonly secrets: ReadonlyMap<string, string | undefined>
  /** @throws if there is no such user */
  readonly subjectOf: (username: string) => Promise<string>
}

/** Who signs in, and how strongly. */
interface Login {
  readonly sub: string
  readonly acr: string
}

const random = (): string => randomBytes(32).toString('base64url')
const LONGEST_WAY = 12

/** Follows redirects as a browser does, and completes sign-in and consent pages without showing them. */
function pageless({ portico, issuer, now }: SignInParts) {
  const { records, subjects } = portico.storage

  /** Completes the page that an interaction is at. @returns the refusal at a page that only a user can complete */
  async function complete(uid: string, { sub, acr }: Login): Promise<SignInRefused | undefined> {
    const text = await records.read('interaction', uid)
    if (text === undefined) return stuck()
    const { result = {}, ...interaction } = readInteraction(text)
    const { name } = interaction.prompt
    if (name !== 'login' && name !== 'consent') return stuck()
    if (interaction.lastSubmission?.[name] !== undefined) return name === 'login' ? notSignedIn() : stuck()
    const password = authenticationOf('password')
    const login = {
      accountId: sub,
      ts: Math.floor(now() / 1000),
      ...(acr === ACR_TWO_FACTORS ? authenticationOf('authenticator-code', password.amr) : password),
      generation: (await subjects.read(sub)).generation,
      remember: portico.configuration.login.remember !== 'never',
    }
    const before = { ...interaction.lastSubmission, ...result }
    const added = name === 'login' ? { login, signedIn: true } : { consent: {}, signedIn: false }
    const ms = interaction.exp * 1000 - Date.now()
    await records.put(
      'interaction',
      uid,
      writeInteraction(uid, { ...interaction, result: { ...before, ...added } }),
      ms,
    )
    return undefined
  }

  /** @returns where `isEnd` was true, or the refusal at a page that only a user can complete */
  return async (browser: CookieBrowser, from: URL, isEnd: (url: URL) => boolean, login: Login) => {
    let url = from
    for (let steps = 0; steps < LONGEST_WAY; steps += 1) {
      const reply = await browser.get(url)
      if (reply.headers.location === undefined) throw refusal(reply)
      const next = new URL(reply.headers.location, url)
      if (isEnd(next)) return next
      const [, uid] = /\/interaction\/([\w-]+)$/.exec(next.pathname) ?? []
      const refused = uid === undefined ? undefined : await complete(uid, login)
      if (refused !== undefined) return refused
      url = uid === undefined ? next : new URL(`${issuer}/authorize/${uid}`)
    }
    return stuck()
  }
}

export function signingIn(parts: SignInParts): SignIn {
  const { portico, issuer, call, secrets, subjectOf } = parts
  const follow = pageless(parts)

  async function tokens(login: Login, clientId: string, { scopes, acr }: SignInOptions): Promise<TokenResponse> {
    const client = await portico.clients.find(clientId)
    const [redirectUri] = client?.redirectUris ?? []
    if (client === undefined || redirectUri === undefined)
      throw new TypeError(`signIn: there is no client ${JSON.stringify(clientId)} with a redirect URI`)
    if (client.type === 'confidential' && secrets.get(clientId) === undefined)
      throw new TypeError(`signIn: the secret of ${clientId} is unknown; list the client in startIdp({ clients })`)
    const verifier = random()
    const parameters = new URLSearchParams({
      client_id: clientId,
      redirect_uri: redirectUri,
      response_type: 'code',
      scope: [scopes ?? client.scopes].flat().join(' '),
      state: random(),
      nonce: random(),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(acr === undefined ? {} : { acr_values: acr }),
    })
    const browser = cookieBrowser(call)
    const isEnd = (url: URL): boolean => url.href.startsWith(redirectUri)
    const authorize = (more: string): Promise<URL | SignInRefused> =>
      follow(browser, new URL(`${issuer}/authorize?${parameters}${more}`), isEnd, login)
    // A silent request gets an error in place of a page.
    const paged = await authorize('')
    const end = paged instanceof URL ? paged : await authorize('&prompt=none')
    if (!(end instanceof URL)) throw end
    const code = end.searchParams.get('code')
    if (code === null) throw refusedBy(end.searchParams, 303)
    const secret = secrets.get(clientId)
    const form = new URLSearchParams({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      client_id: clientId,
      ...(secret === undefined ? {} : { client_secret: secret }),
    })
    const reply = await call(`${issuer}/token`, { form })
    if (reply.status !== 200) throw refusal(reply)
    return JSON.parse(reply.text) as TokenResponse
  }

  async function session(login: Login): Promise<SignedInBrowser> {
    const browser = cookieBrowser(call)
    const isEnd = ({ pathname }: URL): boolean => pathname === '/signed-in'
    const end = await follow(browser, new URL(portico.signIn('/signed-in')), isEnd, login)
    if (!(end instanceof URL)) throw end
    return { cookie: browser.header('/'), cookies: [...browser.cookies()] }
  }

  const signIn = async (user: string, client: string | SignInOptions = {}, options: SignInOptions = {}) => {
    const [given, names] = typeof client === 'string' ? [options, ['scopes', 'acr']] : [client, ['acr']]
    assertNone(optionsIssue(given, names))
    const { acr } = given
    if (acr !== undefined && !ACR_VALUES.includes(acr))
      throw new TypeError(`signIn: acr must be ${ACR_VALUES.join(' or ')}, got ${JSON.stringify(acr)}`)
    const sub = await subjectOf(user)
    const hasPasskey = ((await portico.accounts?.passkeys?.list(sub)) ?? []).length > 0
    const login = { sub, acr: acr ?? (hasPasskey ? ACR_TWO_FACTORS : ACR_PASSWORD) }
    return typeof client === 'string' ? tokens(login, client, options) : session(login)
  }
  return signIn as SignIn
}

const stuck = () => new SignInRefused('interaction_required', 'the user must complete another step', 303)
const notSignedIn = () => new SignInRefused('login_required', 'the user is not signed in', 303)

const refusedBy = (error: URLSearchParams, status: number): SignInRefused =>
  new SignInRefused(error.get('error') ?? 'server_error', error.get('error_description') ?? '', status)

function refusal({ status, text }: Reply): SignInRefused {
  const body = text.startsWith('{') ? (JSON.parse(text) as Record<string, string>) : { error_description: text }
  return refusedBy(new URLSearchParams(body), status)
}
