import type { Configuration, ConfigurationInput } from '../config/configuration.ts'
import { codeSources } from '../config/environment.ts'
import { ConfigError, configIssue } from '../config/issues/config-error.ts'
import { obtainRootSecret } from '../config/root-secret.ts'
import type { Sources } from '../config/sources/layers.ts'
import { checkConfiguration } from '../config/validate.ts'
import type { AccessRules } from '../domain/accounts/access-rule.ts'
import type { DirectoryService } from '../domain/accounts/directory-users.ts'
import type { ClaimsFunction } from '../domain/accounts/further-claims.ts'
import type { UserDirectory } from '../domain/accounts/user-directory.ts'
import { serviceHosts } from '../domain/clients/gate.ts'
import type { ExternalSigner } from '../domain/keys/external-signer.ts'
import { hostMailer } from '../domain/letters/host-mailer.ts'
import { staticClientError } from '../domain/seed/static-client-errors.ts'
import { type StaticClient, staticClient, staticClientIssues } from '../domain/seed/static-clients.ts'
import { egressGuard } from '../domain/sessions/egress-guard.ts'
import { forgiving, type Logger, SILENT } from '../ports/logger.ts'
import type { Mailer, SendLetter } from '../ports/mailer.ts'
import type { JoinPeers } from '../ports/measurements.ts'
import type { Storage } from '../ports/storage.ts'
import type { Connector } from '../protocol/upstream/connectors.ts'
import { type HostMessages, joinMessages, untranslated } from '../web/ui/texts/host-messages.ts'
import { upstreamConnectors } from './connectors.ts'
import { directoryService } from './directory.ts'
import { type FindOverride, type HostPages, hostOverrides, hostPageIssues } from './host-pages.ts'
import type { HostLanguage } from './host-texts.ts'

/** What a host gives besides settings: its own parts. Each has a default. */
export interface Dependencies {
  /** Where everything is kept; in memory by default. */
  readonly storage?: Storage
  /** Your user directory; a list of accounts, or nothing, means the directory that comes with the service. */
  readonly accounts?: UserDirectory | ConfigurationInput['accounts']
  readonly access?: AccessRules
  /** Further claims of users, for scopes that the setting `scopes` declares. */
  readonly claims?: ClaimsFunction
  /** Sends letters; a function of your own, or an adapter. Without it and without `mail.url` none are sent. */
  readonly mailer?: Mailer | SendLetter
  readonly logger?: Logger
  /** Milliseconds since the epoch. */
  readonly clock?: () => number
  /** A signing key that stays outside. */
  readonly signer?: ExternalSigner
  /** Where each setting came from, as `readEnvironment` reports it; the settings page of the panel shows it. */
  readonly sources?: Sources
  /** In a worker of `node:cluster`: finds the others, so that each answer about measurements is the sum of all. */
  readonly metricsPeers?: JoinPeers
  /** Whether OpenTelemetry is loaded where its package is installed. Default: true. */
  readonly tracing?: boolean
}

export type SettleOptions = Omit<ConfigurationInput, 'accounts' | 'ui'> &
  Dependencies & {
    /** Languages and help, and pages and texts of the host's own. */
    readonly ui?: (ConfigurationInput['ui'] & Partial<HostPages>) | undefined
  }

/** Settings that have been judged, and dependencies with their defaults. */
export interface Settled {
  readonly configuration: Configuration
  readonly staticClients: readonly StaticClient[]
  /** Root secrets, the one in use first. */
  readonly secrets: readonly [string, ...string[]]
  readonly storage: Storage
  /** Undefined: the directory that comes with the service. */
  readonly directory: UserDirectory | undefined
  /** Whose users sign in here beside the accounts of the service; undefined: nobody's. */
  readonly directoryService: (DirectoryService & { close(): Promise<void> }) | undefined
  readonly access: AccessRules
  readonly claims: ClaimsFunction | undefined
  /** Undefined: no letters are sent. */
  readonly mailer: Mailer | undefined
  readonly logger: Logger
  /** Milliseconds since the epoch. */
  readonly now: () => number
  readonly signer: ExternalSigner | undefined
  readonly sources: Sources
  readonly metricsPeers: JoinPeers | undefined
  readonly traces: boolean
  readonly hostPages: HostPages
  /** The host's own page in the place of a screen. */
  readonly override: FindOverride
  /** The providers that users come from. */
  readonly connectors: readonly Connector[]
}

/** Judges settings and dependencies whole. @throws ConfigError with every issue */
export async function settle(options: SettleOptions): Promise<Settled> {
  const {
    storage = await storageInMemory(),
    accounts,
    access = {},
    claims,
    signer,
    mailer,
    ui = {},
    ...others
  } = options
  const {
    logger: hostLogger = SILENT,
    clock: now = Date.now,
    sources,
    metricsPeers,
    tracing = true,
    ...settings
  } = others
  const { views = {}, messages = {}, letters = {}, ...pageSettings } = ui
  const logger = forgiving(hostLogger)
  const given = { ...settings, ui: pageSettings, ...(Array.isArray(accounts) ? { accounts } : {}) }
  const checked = checkConfiguration(given)
  const issues = [
    ...(checked.outcome === 'invalid' ? checked.issues : []),
    ...(await hostPageIssues({ views, messages, letters })),
  ]
  if (checked.outcome === 'invalid' || issues.length > 0) throw new ConfigError(issues)
  const sender = await mailerOf(mailer, checked.settings)
  if (checked.settings.login.mailCode && sender === undefined)
    throw new ConfigError([
      configIssue('E1006', 'login.mailCode', 'false, or a mail server (mail.url, mail.from) besides', 'true'),
    ])
  const directory = accounts === undefined || Array.isArray(accounts) ? undefined : (accounts as UserDirectory)
  if (directory !== undefined && directory.forIdentity === undefined && checked.settings.login.upstreams.length > 0)
    throw new ConfigError([
      configIssue(
        'E1006',
        'login.upstreams',
        'a directory that has forIdentity, or the one that comes with the service',
        'a directory without it',
      ),
    ])
  if (directory !== undefined && checked.settings.ldap !== undefined)
    throw new ConfigError([
      configIssue('E1006', 'ldap', 'the directory that comes with the service', 'a directory of your own'),
    ])
  const from = sources ?? codeSources(given)
  const { languages, texts } = await ownLanguages(checked.settings)
  const configuration = withLanguages(checked.settings, languages, from)
  const spoken = joinMessages(texts, messages)
  reportLanguages(spoken, languages, logger)
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder: storage.dataFolder,
    isLocalhost: configuration.baseUrl.startsWith('http:'),
    // A store that outlives the process would be locked up by a secret that does not.
    isBesideService: storage.dataFolder === undefined,
  })
  return {
    configuration,
    staticClients: staticClientsOf(configuration, logger),
    secrets,
    storage,
    directory,
    directoryService: await directoryService(configuration, logger),
    access,
    claims,
    mailer: sender,
    logger,
    now,
    signer,
    sources: from,
    metricsPeers,
    traces: tracing,
    hostPages: { views, messages: spoken, letters },
    override: await hostOverrides(views),
    connectors: await upstreamConnectors(configuration, now),
  }
}

async function storageInMemory(): Promise<Storage> {
  const { embeddedStorage } = await import('../../adapters/embedded/index.ts')
  return embeddedStorage()
}

/** Languages of a folder, where there is one: what reads their patterns is loaded for them alone. */
async function ownLanguages({
  ui,
}: Configuration): Promise<{ readonly languages: readonly HostLanguage[]; readonly texts: HostMessages }> {
  if (ui.texts === undefined) return { languages: [], texts: {} }
  const { messagesOf, readHostTexts } = await import('./host-texts.ts')
  const languages = await readHostTexts(ui.texts)
  return { languages, texts: messagesOf(languages) }
}

/** What the host gives comes first, then the mail server of the settings. */
async function mailerOf(given: Mailer | SendLetter | undefined, { mail }: Configuration): Promise<Mailer | undefined> {
  if (given !== undefined) return typeof given === 'function' ? hostMailer(given) : given
  if (mail.url === undefined || mail.from === undefined) return undefined
  const { smtpMailer } = await import('../../adapters/smtp/index.ts')
  try {
    return smtpMailer({ url: mail.url, from: mail.from })
  } catch (error) {
    // It says what is wrong, and never what the password is.
    throw new ConfigError([configIssue('E1001', 'mail', 'a mail server and a sender', (error as Error).message)])
  }
}

/** Who chose the languages offered has chosen; otherwise those of the folder are offered with the built-in ones. */
function withLanguages(settings: Configuration, languages: readonly HostLanguage[], from: Sources): Configuration {
  const isChosen = (from['ui.locales']?.from ?? 'default') !== 'default'
  if (isChosen || languages.length === 0) return settings
  const locales = [...new Set([...settings.ui.locales, ...languages.map(({ locale }) => locale)])]
  return { ...settings, ui: { ...settings.ui, locales } }
}

function reportLanguages(spoken: HostMessages, languages: readonly HostLanguage[], logger: Logger): void {
  for (const lacking of untranslated(spoken)) logger.warn(lacking, 'a language lacks texts; English stands in')
  for (const { locale, issues } of languages) {
    const unusable = issues.filter(({ fault }) => fault !== 'missing')
    if (unusable.length === 0) continue
    const paths = unusable.slice(0, 5).map(({ path }) => path)
    logger.warn({ locale, unusable: unusable.length, paths }, 'texts cannot be used; English stands in')
  }
}

/** The clients of the configuration. @throws ConfigError where the rules of registration are broken */
function staticClientsOf(configuration: Configuration, logger: Logger): readonly StaticClient[] {
  const { clients, logout, scopes } = configuration
  const { isPrivateAddress } = egressGuard(logout.allowPrivateAddresses)
  const staticClients = clients.map(staticClient)
  const judged = staticClients.flatMap((client) =>
    staticClientIssues(client, isPrivateAddress, scopes, serviceHosts(configuration)),
  )
  const issues = judged.filter(({ issue }) => issue.fault !== 'inside')
  // A private address keeps no deployment from starting: the notice is refused when it is sent.
  for (const { clientId, issue } of judged)
    if (issue.fault === 'inside')
      logger.warn(
        { client: clientId },
        'no sign-out reaches this client: its backchannel_logout_uri is a private address',
      )
  if (issues.length > 0) throw staticClientError(clients, issues)
  return staticClients
}
