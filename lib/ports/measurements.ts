/** What became of a request. `limited`: too many (429). `unavailable`: 503; any other fault of the service is `failed`. */
export type RequestOutcome = 'ok' | 'refused' | 'limited' | 'unavailable' | 'failed'

/** How somebody signed in or tried to: `second_step` is any step after a password. */
export type SignInMethod = 'password' | 'passkey' | 'second_step' | 'upstream'
export type SignInOutcome = 'succeeded' | 'failed' | 'throttled'

/** What became of a sign-in at a provider elsewhere. `denied`: its user may not come in; `refused`: what it said is wrong. */
export type UpstreamOutcome = 'ok' | 'denied' | 'refused' | 'unavailable'

/** Why tokens that were issued are valid no longer: those of one family, or of all that the cause names. */
export type RevocationCause =
  | 'code_replayed'
  | 'refresh_token_replayed'
  /** The client revoked a token. */
  | 'token'
  /** A browser session was ended together with its tokens. */
  | 'session'
  /** All sessions and tokens of a user were ended. */
  | 'user'
  /** A user lost an app or withdrew it. */
  | 'app_of_user'
  /** All tokens of a client were revoked. */
  | 'client'

export type DeliveryChannel = 'backchannel' | 'mail'
/** What a worker came to with a delivery; `later`: it is put off, and tried again. */
export type AttemptOutcome = 'delivered' | 'later' | 'failed' | 'dropped'

/** Why a call of the store failed. `outcome_unknown`: it may have been done all the same. */
export type StoreFailure = 'unavailable' | 'outcome_unknown' | 'error'

/**
 * What the service reports about its work while it is done. Every method is cheap, synchronous and never throws. What it is given
 * comes from closed sets: never a client id, a user or an address.
 */
export interface Measurements {
  /** @param seconds from its arrival to the end of the work on it */
  request(route: string, outcome: RequestOutcome, seconds: number): void
  signIn(method: SignInMethod, outcome: SignInOutcome): void
  /** @param connector its id in the settings, of which there are twenty at most */
  upstreamSignIn(connector: string, outcome: UpstreamOutcome): void
  /** Tokens were issued for a code or a refresh token. */
  issued(grant: 'authorization_code' | 'refresh_token'): void
  /** @param ref a cause of `policies/errors.ts` */
  refused(ref: string): void
  /** A code or refresh token was used a second time. */
  replayed(what: 'code' | 'refresh_token'): void
  revoked(cause: RevocationCause): void
  attempted(channel: DeliveryChannel, outcome: AttemptOutcome): void
  /** A call of the store. @param method as `families.replace` */
  stored(method: string, seconds: number, failure?: StoreFailure): void
  /** A password was not checked because too many wait. */
  hashingRefused(): void
}

/** For a service that nobody measures. */
export const UNMEASURED: Measurements = {
  request: () => {},
  signIn: () => {},
  upstreamSignIn: () => {},
  issued: () => {},
  refused: () => {},
  replayed: () => {},
  revoked: () => {},
  attempted: () => {},
  stored: () => {},
  hashingRefused: () => {},
}

/** Deliveries of one channel that are not finished. */
export interface Waiting {
  readonly channel: DeliveryChannel
  readonly state: 'held' | 'due' | 'leased'
  readonly count: number
  /** Age of the oldest, in seconds. */
  readonly oldestSeconds: number
}

/** What is looked up when somebody asks for the measurements. What cannot be found out is undefined. */
export interface Readings {
  isReady(): Promise<boolean | undefined>
  deliveries(): Promise<readonly Waiting[] | undefined>
  /** Passwords that wait to be checked, or are being checked; undefined where the host checks them. */
  hashing(): number | undefined
  /** Age of the key that signs and the age at which the next one takes its place, in seconds; undefined for an external one. */
  signingKey(): { readonly ageSeconds: number; readonly longestSeconds: number } | undefined
}

/** The measurements of one process as data, to be sent to another one. */
export type MetricsSnapshot = readonly object[]

/** Measurements as somebody who collects them reads them. */
export interface Metrics {
  /** @param accept the header `Accept`: OpenMetrics where it asks for that, otherwise the text format of Prometheus */
  text(accept?: string): Promise<{ readonly contentType: string; readonly body: string }>
  /** Those of this process alone. */
  snapshot(): Promise<MetricsSnapshot>
}

/** The other processes on this machine that are the same service (workers of `node:cluster`). */
export interface MetricsPeers {
  /** Their measurements. */
  others(): Promise<readonly MetricsSnapshot[]>
  stop(): void
}

/** @param own asked by the others */
export type JoinPeers = (own: () => Promise<MetricsSnapshot>) => MetricsPeers
