import type { ClientError } from './client-error.ts'
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
  /** Maximum lifetime of a session, in seconds. @default 43200 @example 3600 */
  readonly sessionSeconds?: number
  /** Path before `/sign-in` and the client's other paths. @default none @example '/orders' */
  readonly basePath?: string
  /** Your page for a refused request. @default the message as text @example ({ status }) => `<h1>${status}</h1>` */
  readonly errorPage?: (error: ClientError) => string
  /** The current time, in milliseconds since the epoch. @default Date.now @example () => Date.now() */
  readonly clock?: () => number
}

export interface Settings extends ClientOptions {
  readonly secret: string
  readonly scopes: string
  readonly sessionSeconds: number
  readonly basePath: string
  readonly clock: () => number
  /** The app's origin. */
  readonly origin: string
}

const SECRET_MIN = 32
const SESSION_SECONDS = 12 * 3_600

/** @throws TypeError that names the option */
export function settingsOf(options: ClientOptions): Settings {
  const { scopes = 'openid profile email offline_access', clientSecret, secret = clientSecret } = options
  providerAt(options.issuer)
  const url = URL.parse(options.redirectUri)
  if (url === null) throw new TypeError(`redirectUri must be a URL, not "${options.redirectUri}"`)
  if (!options.clientId) throw new TypeError('set clientId')
  if (secret === undefined || secret.length < SECRET_MIN)
    throw new TypeError(`secret must have ${SECRET_MIN} characters or more; its default is clientSecret`)
  const list = typeof scopes === 'string' ? scopes : scopes.join(' ')
  if (!list.split(' ').includes('openid')) throw new TypeError('scopes must contain openid')
  return {
    sessionSeconds: SESSION_SECONDS,
    basePath: '',
    clock: Date.now,
    ...options,
    secret,
    scopes: list,
    origin: url.origin,
  }
}
