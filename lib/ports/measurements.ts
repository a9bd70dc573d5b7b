/** `limited`: status 429. `unavailable`: status 503. `failed`: any other error in Portico. */
export type RequestOutcome = 'ok' | 'refused' | 'limited' | 'unavailable' | 'failed'

/** Method of a sign-in attempt. `second_step` is any step that follows a password. */
export type SignInMethod = 'password' | 'passkey' | 'second_step' | 'upstream'
export type SignInOutcome = 'succeeded' | 'failed' | 'throttled'

/** `denied`: the federated user is not allowed to sign in. `refused`: the external provider's response is invalid. */
export type UpstreamOutcome = 'ok' | 'denied' | 'refused' | 'unavailable'

/** Why tokens were revoked. A cause covers one token family or all tokens that belong to a user, app, or session. */
export type RevocationCause =
  | 'code_replayed'
  | 'refresh_token_replayed'
  /** The client revoked a token. */
  | 'token'
  /** A browser session ended together with its tokens. */
  | 'session'
  /** All of a user's sessions and tokens ended. */
  | 'user'
  /** A user lost access to an app or withdrew the app's access. */
  | 'app_of_user'
  /** All of a client's tokens were revoked. */
  | 'client'

export type DeliveryChannel = 'backchannel' | 'mail'
/** Outcome of a worker's attempt. `later`: the delivery will be retried. */
export type AttemptOutcome = 'delivered' | 'later' | 'failed' | 'dropped'

/** Why a store call failed. `outcome_unknown`: the store may have carried it out. */
export type StoreFailure = 'unavailable' | 'outcome_unknown' | 'error'

/**
 * Receives measurements while Portico is running. Every method is cheap and synchronous, and never throws. Arguments
 * come from closed sets: never a client ID, a user, or an IP address.
 */
export interface Measurements {
  /** @param seconds time from the request's arrival until its processing ended */
  request(route: string, outcome: RequestOutcome, seconds: number): void
  signIn(method: SignInMethod, outcome: SignInOutcome): void
  /** @param connector the connector's ID in the settings (there are at most twenty connectors) */
  upstreamSignIn(connector: string, outcome: UpstreamOutcome): void
  issued(grant: 'authorization_code' | 'refresh_token'): void
  /** @param ref a cause listed in `policies/errors.ts` */
  refused(ref: string): void
  replayed(what: 'code' | 'refresh_token'): void
  revoked(cause: RevocationCause): void
  attempted(channel: DeliveryChannel, outcome: AttemptOutcome): void
  /** Records a store call. @param method for example `families.replace` */
  stored(method: string, seconds: number, failure?: StoreFailure): void
  /** A password was not checked because the queue was full. */
  hashingRefused(): void
}

/** Discards all measurements, for deployments without metrics. */
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

/** Unfinished deliveries in one channel and one state. */
export interface Waiting {
  readonly channel: DeliveryChannel
  readonly state: 'held' | 'due' | 'leased'
  readonly count: number
  /** Age of the oldest delivery, in seconds. */
  readonly oldestSeconds: number
}

/** Values that are read when metrics are collected. Any value that cannot be read is undefined. */
export interface Readings {
  isReady(): Promise<boolean | undefined>
  deliveries(): Promise<readonly Waiting[] | undefined>
  /** For how long emails have not been sent although some wait, in seconds; otherwise 0. */
  emailOutageSeconds(): Promise<number | undefined>
  /** Number of passwords that are queued or being checked; undefined if the host checks passwords. */
  hashing(): number | undefined
  /** Current age of the signing key and the age at which it is rotated, in seconds; undefined for an external key. */
  signingKey(): { readonly ageSeconds: number; readonly longestSeconds: number } | undefined
}

/** One process's measurements as data, to be passed to another process. */
export type MetricsSnapshot = readonly object[]

/** Measurements in the format that a collector reads. */
export interface Metrics {
  /**
   * Returns the metrics as text, including those of the peers.
   * @param accept the `Accept` header: OpenMetrics if requested, otherwise the Prometheus text format
   */
  text(accept?: string): Promise<{ readonly contentType: string; readonly body: string }>
  /** The measurements of this process only. */
  snapshot(): Promise<MetricsSnapshot>
}

/** The deployment's other processes on this machine (workers of `node:cluster`). */
export interface MetricsPeers {
  /** Returns the measurements of the other processes. */
  others(): Promise<readonly MetricsSnapshot[]>
  /** Disconnects this process from the others. */
  stop(): void
}

/** Connects this process to the others. @param own returns this process's measurements to share with them */
export type JoinPeers = (own: () => Promise<MetricsSnapshot>) => MetricsPeers
