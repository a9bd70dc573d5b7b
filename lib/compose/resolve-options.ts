import { checkDependencies } from '../config/checks/dependencies.ts'
import { checkDrivers } from '../config/drivers.ts'
import { codeSources } from '../config/environment.ts'
import { ConfigError } from '../config/issues/config-error.ts'
import { obtainRootSecret } from '../config/root-secret.ts'
import { checkConfiguration } from '../config/validate.ts'
import { passwordList } from '../domain/accounts/factors/password-list.ts'
import type { UserDirectory } from '../domain/accounts/user-directory.ts'
import { forgiving, SILENT } from '../ports/logger.ts'
import type { Storage } from '../ports/storage.ts'
import { readBrandFiles } from './brand-files.ts'
import { checkedClients } from './checked-clients.ts'
import { upstreamConnectors } from './connectors.ts'
import { directoryService } from './directory.ts'
import { hostOverrides, hostPageIssues } from './host-pages.ts'
import { speakLanguages } from './languages.ts'
import type { PorticoParts } from './options.ts'
import { senderOf } from './sender.ts'

/** Validated settings, and dependencies with defaults filled in. */
export type Resolved = Awaited<ReturnType<typeof resolveOptions>>

/** Validates settings and dependencies. @throws ConfigError with every issue */
export async function resolveOptions(options: PorticoParts) {
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
  const { views = {}, messages = {}, emails = {}, ...pageSettings } = ui
  const logger = forgiving(hostLogger)
  const given = { ...settings, ui: pageSettings, ...(Array.isArray(accounts) ? { accounts } : {}) }
  const directory = accounts === undefined || Array.isArray(accounts) ? undefined : (accounts as UserDirectory)

  const checked = checkConfiguration(given)
  const valid = checked.outcome === 'valid' ? checked.settings : undefined
  const drivers = valid === undefined ? [] : checkDrivers(valid, { mailer })
  const sender = await senderOf(mailer, drivers.length === 0 ? valid : undefined)
  const clients = checkedClients(valid, logger)
  const issues = [
    ...(checked.outcome === 'invalid' ? checked.issues : []),
    ...checkDependencies(given, { directory, mailer }),
    ...drivers,
    ...sender.issues,
    ...clients.issues,
    ...(await hostPageIssues({ views, messages, emails })),
  ]
  if (valid === undefined || issues.length > 0) throw new ConfigError(issues)

  const from = sources ?? codeSources(given)
  const { configuration, spoken } = await speakLanguages(valid, messages, from, logger)
  const { secrets } = await obtainRootSecret({
    configured: configuration.secret,
    dataFolder: storage.dataFolder,
    isLocalhost: configuration.baseUrl.startsWith('http:'),
    // A temporary secret would make a persistent store unreadable after a restart.
    isBesideService: storage.dataFolder === undefined,
  })
  return {
    configuration,
    ...(await readBrandFiles(configuration, clients.clients)),
    /** Root secrets, the current one first. */
    secrets,
    storage,
    /** The host's own user directory; undefined if the embedded one is used. */
    directory,
    /** The LDAP directory whose users can sign in alongside the embedded accounts, if there is one. */
    directoryService: await directoryService(configuration, logger),
    /** Whether a password is on the list of common and compromised ones. */
    isListed: passwordList(configuration.login.passwordList),
    access,
    claims,
    /** Undefined if no emails are sent. */
    mailer: sender.mailer,
    logger,
    /** The current time, in milliseconds since the epoch. */
    now,
    signer,
    sources: from,
    metricsPeers,
    traces: tracing,
    hostPages: { views, messages: spoken, emails },
    /** Finds the host's page that replaces a screen. */
    override: await hostOverrides(views),
    /** External providers that users can sign in with. */
    connectors: await upstreamConnectors(configuration, now),
  }
}

async function storageInMemory(): Promise<Storage> {
  const { embeddedStorage } = await import('../../adapters/embedded/index.ts')
  return embeddedStorage()
}
