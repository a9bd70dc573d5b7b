/** `limited`: 429. `unavailable`: 503. `failed`: any other error of Portico. */
export type RequestOutcome = 'ok' | 'refused' | 'limited' | 'unavailable' | 'failed'

/** Method of a sign-in attempt. `second_step` is any step after a password. */
export type SignInMethod = 'password' | 'passkey' | 'second_step' | 'upstream'
export type SignInOutcome = 'succeeded' | 'failed' | 'throttled'

/** `denied`: the federated user must not sign in. `refused`: the external provider's response is invalid. */
export type UpstreamOutcome = 'ok' | 'denied' | 'refused' | 'unavailable'

/** Why issued tokens became invalid: those of one family, or all those that the cause names. */
export type RevocationCause =
  | 'code_replayed'
  | 'refresh_token_replayed'
  /** The client revoked a token. */
  | 'token'
  /** A browser session ended together with its tokens. */
  | 'session'
  /** All sessions and tokens of a user ended. */
  | 'user'
  /** A user lost an app or withdrew its access. */
  | 'app_of_user'
  /** All tokens of a client were revoked. */
  | 'client'

export type DeliveryChannel = 'backchannel' | 'mail'
/** Outcome of a worker's attempt. `later`: the delivery is retried. */
export type AttemptOutcome = 'delivered' | 'later' | 'failed' | 'dropped'

/** Why a store call failed. `outcome_unknown`: the store may have done it. */
export type StoreFailure = 'unavailable' | 'outcome_unknown' | 'error'

/**
 * Receives measurements while Portico works. Every method is cheap, synchronous, and never throws.
 * Arguments come from closed sets: never a client id, a user, or an IP address.
 */
export interface Measurements {
  /** @param seconds from the request's arrival to the end of its processing */
  request(route: string, outcome: RequestOutcome, seconds: number): void
  signIn(method: SignInMethod, outcome: SignInOutcome): void
  /** @param connector its id in the settings, which allow at most twenty connectors */
  upstreamSignIn(connector: string, outcome: UpstreamOutcome): void
  issued(grant: 'authorization_code' | 'refresh_token'): void
  /** @param ref a cause of `policies/errors.ts` */
  refused(ref: string): void
  replayed(what: 'code' | 'refresh_token'): void
  revoked(cause: RevocationCause): void
  attempted(channel: DeliveryChannel, outcome: AttemptOutcome): void
  /** A store call. @param method for example `families.replace` */
  stored(method: string, seconds: number, failure?: StoreFailure): void
  /** A password was not checked because the queue was full. */
  hashingRefused(): void
}

/** For a deployment without metrics. */
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

/** Unfinished deliveries of one channel in one state. */
export interface Waiting {
  readonly channel: DeliveryChannel
  readonly state: 'held' | 'due' | 'leased'
  readonly count: number
  /** Age of the oldest delivery, in seconds. */
  readonly oldestSeconds: number
}

/** Values that are read when metrics are collected. A value that cannot be read is undefined. */
export interface Readings {
  isReady(): Promise<boolean | undefined>
  deliveries(): Promise<readonly Waiting[] | undefined>
  /** Number of passwords that are queued or being checked; undefined when the host checks passwords. */
  hashing(): number | undefined
  /** Age of the signing key and its age at rotation, in seconds; undefined for an external key. */
  signingKey(): { readonly ageSeconds: number; readonly longestSeconds: number } | undefined
}

/** The measurements of one process as data, for transfer to another process. */
export type MetricsSnapshot = readonly object[]

/** Measurements in the form that a collector reads. */
export interface Metrics {
  /** @param accept the `Accept` header: OpenMetrics on request, otherwise the Prometheus text format */
  text(accept?: string): Promise<{ readonly contentType: string; readonly body: string }>
  /** The measurements of this process only. */
  snapshot(): Promise<MetricsSnapshot>
}

/** The other processes of this deployment on this machine (workers of `node:cluster`). */
export interface MetricsPeers {
  others(): Promise<readonly MetricsSnapshot[]>
  stop(): void
}

/** @param own returns this process's measurements to the others */
export type JoinPeers = (own: () => Promise<MetricsSnapshot>) => MetricsPeers
