import { optionsIssue } from '../../policies/option-names.ts'
import { assertNone, type ClientError } from './client-error.ts'
import { providerAt } from './provider.ts'
import type { SessionRecords } from './session-records.ts'

/** Settings of an app at its provider. */
export interface ClientOptions {
  /** URL of the provider, as in its discovery document. @default required @example 'https://login.example.com' */
  readonly issuer: string
  /** Client ID. @default required @example 'orders' */
  readonly clientId: string
  /** Client secret. @default a public client @example process.env.OIDC_CLIENT_SECRET */
  readonly clientSecret?: string
  /** Registered URL that receives the code. @default required @example 'https://orders.example.com/callback' */
  readonly redirectUri: string
  /** Registered URL after a sign-out. @default the app's first page @example 'https://orders.example.com/' */
  readonly postLogoutRedirectUri?: string
  /** Scopes. @default 'openid profile email offline_access' @example 'openid roles offline_access' */
  readonly scopes?: string | readonly string[]
  /** 32 characters or more that encrypt sessions. @default the client secret @example process.env.SESSION_SECRET */
  readonly secret?: string
  /** Where sessions are. @default an encrypted cookie, for one process @example redisSessions('redis://localhost') */
  readonly sessions?: SessionRecords
  /** Your page for a refused request. @default the message as text @example ({ status }) => `<h1>${status}</h1>` */
  readonly errorPage?: (error: ClientError) => string
  /** The current time, in milliseconds since the epoch. @default Date.now @example () => Date.now() */
  readonly clock?: () => number
}

export type Settings = ReturnType<typeof settingsOf>

const SECRET_MIN = 32
const NAMES = 'issuer clientId clientSecret redirectUri postLogoutRedirectUri scopes secret sessions errorPage clock'
const OTHER_ROUTES = ['/sign-in', '/sign-out', '/backchannel', '/frontchannel']

/** @throws TypeError that names the option */
export function settingsOf(options: ClientOptions) {
  assertNone(optionsIssue(options, NAMES.split(' ')))
  const { scopes: asked = 'openid profile email offline_access', clientSecret, secret = clientSecret } = options
  const provider = providerAt(options.issuer)
  const url = URL.parse(options.redirectUri)
  if (url === null || !/^https?:$/.test(url.protocol) || OTHER_ROUTES.includes(url.pathname))
    throw new TypeError(`redirectUri must be a web URL with a path such as /callback, not "${options.redirectUri}"`)
  if (!options.clientId) throw new TypeError('set clientId')
  if (secret === undefined || secret.length < SECRET_MIN)
    throw new TypeError(`secret must have ${SECRET_MIN} characters or more; its default is clientSecret`)
  if (options.sessions !== undefined && typeof options.sessions.get !== 'function')
    throw new TypeError('sessions must be memorySessions() or redisSessions(url)')
  const scopes = typeof asked === 'string' ? asked : asked.join(' ')
  if (!scopes.split(' ').includes('openid')) throw new TypeError('scopes must contain openid')
  return { clock: Date.now, ...options, secret, scopes, provider, origin: url.origin, callbackPath: url.pathname }
}
