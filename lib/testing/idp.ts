/** What `startIdp` takes and returns. */
import type { Portico, PorticoOptions } from '../portico.ts'
import type { TestEmail, TestNotice } from './deliveries.ts'
import type { FailingEndpoint, Failure } from './failures.ts'
import type { VirtualPasskey } from './passkey.ts'
import type { ProviderSettings, TestProvider } from './provider.ts'
import type { TestClient, TestUser } from './registered.ts'
import type { SignIn } from './sign-in.ts'

/** Settings of `startIdp`: those of Portico, with users, and clients that need no more than an ID. */
export interface IdpOptions
  extends Omit<PorticoOptions, 'accounts' | 'baseUrl' | 'clients' | 'clock' | 'mailer' | 'onWired' | 'storage'> {
  /**
   * Users, stored in the directory.
   * @default none
   * @example [{ username: 'alice' }, { username: 'bob', roles: ['finance'] }]
   */
  readonly users?: readonly TestUser[]
  /**
   * Clients.
   * @default none
   * @example [{ client_id: 'billing', redirect_uris: ['http://localhost:4000/callback'] }]
   */
  readonly clients?: readonly TestClient[]
  /**
   * Starts an external provider next to this one, as `idp.provider`: settings of its entry in `login.upstreams`.
   * @default no external provider
   * @example { id: 'company', firstSignIn: 'create' }
   */
  readonly provider?: ProviderSettings
  /**
   * TCP port.
   * @default a free one
   * @example 3000
   */
  readonly port?: number
}

/** A running provider for tests. Users are named by username. */
export interface Idp {
  /** Issuer, `http://localhost:PORT`. */
  readonly issuer: string
  /** The Portico that runs. */
  readonly portico: Portico
  /** The provider's time, in milliseconds since the epoch. Pass it to code that checks tokens after `travel`. */
  now(): number
  /** Signs a user in, without pages. */
  readonly signIn: SignIn
  /**
   * Moves the provider's clock forward, not the clock of the process, and runs the work that is then due.
   * @param span such as `30s`, `5m`, `2h` or `31d` @throws TypeError for any other text
   */
  travel(span: string): Promise<void>
  /**
   * Replaces the signing key. Earlier tokens stay valid.
   * @throws if the key was replaced in the last ten minutes, while verifiers may lack the next one
   */
  rotateKeys(): Promise<void>
  /** Lets the next requests to an endpoint fail. @throws TypeError for an unknown endpoint, status or number */
  fail(endpoint: FailingEndpoint, failure?: Failure): void
  /**
   * Lets the next request succeed, and cuts the connection before its response. To the provider, the response is
   * delivered: a retry with the same code or refresh token is a replay.
   * @throws TypeError for an unknown endpoint
   */
  loseResponse(endpoint: FailingEndpoint): void
  /** Ends all sessions and tokens of the user, and notifies the clients. */
  endSession(user: string): Promise<void>
  /** Suspends the user, as an administrator does: sessions and tokens end. */
  suspend(user: string): Promise<void>
  /** Lets a suspended user sign in again. */
  reactivate(user: string): Promise<void>
  /** Registers a passkey for the user. From then on, `signIn` reaches `urn:portico:acr:2` by default. */
  passkey(user: string): Promise<VirtualPasskey>
  /** The external provider. Without the option `provider`, its functions throw. */
  readonly provider: TestProvider
  /** Emails that were sent, oldest first. Await `delivered` first. */
  readonly inbox: readonly TestEmail[]
  /** Back-channel logout notices, delivered or not, oldest first. Await `delivered` after a sign-out in the app. */
  readonly logoutNotices: readonly TestNotice[]
  /** Waits until each email and logout notice that is due has been tried. */
  delivered(): Promise<void>
  /** Stops the provider and closes all connections. */
  stop(): Promise<void>
}
