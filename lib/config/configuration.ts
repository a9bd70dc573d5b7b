/**
 * The configuration as the service reads it: checked, complete, frozen. `ConfigurationInput` is what a host writes.
 * A type test holds both against `schema.ts`, which says the rules and the defaults of each key.
 */
import type { AccountSettings, ClientSettings } from './registrations.ts'

export interface HitLimit {
  readonly limit: number
  readonly windowSeconds: number
}

export interface RateLimitSettings {
  readonly discovery: HitLimit
  readonly jwks: HitLimit
  readonly authorize: HitLimit
  readonly token: HitLimit
  readonly userinfo: HitLimit
  readonly revocation: HitLimit
  readonly introspection: HitLimit
  readonly logout: HitLimit
  readonly frontchannelLogout: HitLimit
  readonly registerSession: HitLimit
}

/** All in seconds. */
export interface LifetimeSettings {
  readonly accessToken: number
  readonly idToken: number
  readonly authorizationCode: number
  /** Since the last use. */
  readonly refreshTokenIdle: number
  /** Since the sign-in. */
  readonly refreshTokenAbsolute: number
  /** Since the last use. */
  readonly sessionIdle: number
  /** Since the sign-in. */
  readonly sessionAbsolute: number
  /** A sign-in or consent page that nobody answers. */
  readonly interaction: number
}

export interface ThemeSettings {
  readonly productName: string
  /** A path on this host, or a data: address. */
  readonly logo?: string
  /** A path on this host, or a data: address. */
  readonly favicon?: string
  /** `#rrggbb`, readable on white. */
  readonly accent?: string
  /** `#rrggbb`, readable on the dark surface. */
  readonly accentDark?: string
  readonly radius?: string
  /** Font family list. */
  readonly font?: string
  /** Unlayered CSS, after the built-in sheet. */
  readonly css?: string
}

export interface UiSettings {
  readonly locales: readonly string[]
  readonly defaultLocale: string
  readonly helpUrl?: string
}

export interface LoginSettings {
  /** Whether the session outlives the browser: as the person says, always, never. */
  readonly remember: 'ask' | 'always' | 'never'
  /** Whether the second step offers to trust the browser: for 30 days the password alone signs in there. */
  readonly trustedDevices: boolean
  /** Failed tries after which the next must wait. */
  readonly throttle: {
    readonly accountAndAddress: HitLimit
    readonly address: HitLimit
    readonly account: HitLimit
  }
}

export interface LogoutSettings {
  /** When a browser is asked before it is signed out. */
  readonly confirm: 'when-unverified' | 'always' | 'never'
  /** CIDR ranges of private addresses to which back-channel logout of live clients may go. */
  readonly allowPrivateAddresses: readonly string[]
  /** How long a centralized logout waits for its notifications. */
  readonly waitSeconds: number
  /** How long a client may take to answer a notification. */
  readonly deliveryTimeoutSeconds: number
  /** Pauses between tries; empty means one try. */
  readonly retryAfterSeconds: readonly number[]
}

export interface KeySettings {
  readonly rotateAfterDays: number
  readonly prePublishSeconds: number
}

export interface AppSettings {
  readonly enabled: boolean
  /** Path below `baseUrl`; `adminUrl` and `portalUrl` say where the app really is. */
  readonly path?: string
}

export interface AuditSettings {
  readonly keepDays: number
  readonly keepEntries: number
}

export interface Configuration {
  /** Issuer, without a trailing slash. */
  readonly baseUrl: string
  /** Root secrets, the one in use first; empty when none was configured. Pass them to `obtainRootSecret`. */
  readonly secret: readonly string[]
  readonly adminUrl: string
  readonly portalUrl: string
  readonly clients: readonly ClientSettings[]
  /** Accounts of the embedded directory. */
  readonly accounts: readonly AccountSettings[]
  /** false: no limits at all. */
  readonly rateLimits: RateLimitSettings | false
  readonly lifetimes: LifetimeSettings
  readonly theme: ThemeSettings
  readonly ui: UiSettings
  readonly login: LoginSettings
  readonly logout: LogoutSettings
  readonly keys: KeySettings
  /** Number of proxies that are believed. */
  readonly trustProxy: number
  /** Whether the claims of the granted scopes stand in the ID token too. */
  readonly idTokenClaims: 'none' | 'scopes'
  readonly admin: AppSettings
  readonly portal: AppSettings
  readonly audit: AuditSettings
}

/** Every key may be left out, at every depth; lists are given whole. */
export type Loose<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [Key in keyof T]?: Loose<T[Key]> | undefined }
    : T

type Entry<T, Required extends keyof T> = Pick<T, Required> & Loose<Omit<T, Required>>

export type ClientInput = Entry<ClientSettings, 'client_id' | 'client_type' | 'redirect_uris'>
export type AccountInput = Entry<AccountSettings, 'sub' | 'username' | 'password'>

/** What a host writes: `baseUrl` and whatever else differs from the defaults. */
export type ConfigurationInput = Pick<Configuration, 'baseUrl'> &
  Loose<Omit<Configuration, 'baseUrl' | 'secret' | 'clients' | 'accounts'>> & {
    /** Root secret, 32 characters or more; a list, or a text with commas, for rotation. */
    readonly secret?: string | readonly string[] | undefined
    readonly clients?: readonly ClientInput[] | undefined
    readonly accounts?: readonly AccountInput[] | undefined
  }

/** Settings for the process that runs the service, from the environment alone. */
export interface Deployment {
  readonly port: number
  readonly host: string
  readonly redisUrl?: string
  readonly dataFolder: string
  readonly configFile?: string
  readonly logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}
