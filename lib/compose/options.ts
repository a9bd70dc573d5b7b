import type { ConfigurationInput } from '../config/configuration.ts'
import type { Sources } from '../config/sources/layers.ts'
import type { AccessRules } from '../domain/accounts/access-rule.ts'
import type { ClaimsFunction } from '../domain/accounts/further-claims.ts'
import type { UserDirectory } from '../domain/accounts/user-directory.ts'
import type { ExternalSigner } from '../domain/keys/external-signer.ts'
import type { Logger } from '../ports/logger.ts'
import type { Mailer, SendEmail } from '../ports/mailer.ts'
import type { JoinPeers } from '../ports/measurements.ts'
import type { Storage } from '../ports/storage.ts'
import type { HostPages } from './host-pages.ts'

/** Dependencies that a host can pass along with the settings. Each has a default. */
export interface Dependencies {
  /**
   * The store for all data.
   * @default in memory
   * @example embeddedStorage({ file: 'portico.sqlite' })
   */
  readonly storage?: Storage
  /**
   * Your user directory. If this is a list of accounts or is omitted, Portico uses the embedded directory.
   * @default the embedded directory
   * @example { find: (sub) => users.get(sub), authenticate: ({ username, password }) => check(username, password) }
   */
  readonly accounts?: UserDirectory | ConfigurationInput['accounts']
  /**
   * Decides which users can sign in to which app, in addition to each client's roles.
   * @default only the roles of each client
   * @example { canSignIn: (user, { clientId }) => clientId !== 'payroll' || user.roles?.includes('hr') === true }
   */
  readonly access?: AccessRules
  /**
   * Additional user claims, for scopes declared in the `scopes` setting.
   * @default none
   * @example ({ sub }) => ({ department: departments.get(sub) })
   */
  readonly claims?: ClaimsFunction
  /**
   * Sends emails: a function or an adapter.
   * @default the mail server of `mail.url`; without one, no emails are sent
   * @example smtpMailer({ url: 'smtps://user:password@mail.example.com', from: 'Example ID <id@example.com>' })
   */
  readonly mailer?: Mailer | SendEmail
  /**
   * A logger that accepts fields and a message, such as `pino` or `console`.
   * @default no log
   * @example pino()
   */
  readonly logger?: Logger
  /**
   * The current time, in milliseconds since the epoch.
   * @default Date.now
   * @example () => Date.now() + 60_000
   */
  readonly clock?: () => number
  /**
   * An external signing key, such as one in an HSM.
   * @default keys that Portico generates and rotates
   * @example { kid: 'hsm-1', publicJwk: { x, y }, sign: (data) => hsm.sign(data) }
   */
  readonly signer?: ExternalSigner
  /**
   * The source of each setting, as returned by `readEnvironment`. The panel's settings page shows it.
   * @default every setting comes from code
   * @example readEnvironment(process.env, (path) => readFileSync(path, 'utf8')).sources
   */
  readonly sources?: Sources
  /**
   * In a `node:cluster` worker, finds the other workers, so that each worker reports totals for all workers.
   * @default each process reports its own metrics
   * @example clusterPeers()
   */
  readonly metricsPeers?: JoinPeers
  /**
   * Whether OpenTelemetry is loaded if its package is installed.
   * @default true
   * @example false
   */
  readonly tracing?: boolean
}

export type PorticoParts = Omit<ConfigurationInput, 'accounts' | 'ui'> &
  Dependencies & {
    /** Languages and help, plus the host's custom pages and messages. */
    readonly ui?: (ConfigurationInput['ui'] & Partial<HostPages>) | undefined
  }
