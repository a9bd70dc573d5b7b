import { randomUUID } from 'node:crypto'
import type { Finding } from '../../policies/findings.ts'
import { foreignDataError } from '../config/foreign-data.ts'
import { OWN_VERSION } from '../config/own-version.ts'
import { type DoctorProof, doctorProof } from '../domain/keys/doctor-proof.ts'
import { type ConnectorHealth, connectorHealth } from '../domain/metrics/connector-health.ts'
import { type DailyStats, dailyStats } from '../domain/metrics/daily-stats.ts'
import { type OverviewCounting, overviewCounting } from '../domain/metrics/overview-counting.ts'
import { nodeClock } from '../domain/nodes/node-clock.ts'
import { type NodePresence, nodePresence } from '../domain/nodes/node-presence.ts'
import { settingDigests } from '../domain/nodes/settings-digest.ts'
import { storeIdentity } from '../domain/nodes/store-identity.ts'
import { expectedClients } from '../domain/seed/expected-clients.ts'
import { fillStore } from '../domain/seed/fill-store.ts'
import { removedClients } from '../domain/seed/removed-clients.ts'
import { type Seeding, seeding } from '../domain/seed/seeding.ts'
import { seedingMarker } from '../domain/seed/seeding-marker.ts'
import type { Storage } from '../ports/storage.ts'
import { type ForwardedWatch, forwardedWatch } from '../web/http/forwarded-watch.ts'
import { type Accounts, composeAccounts } from './accounts.ts'
import { clientConfigIssues } from './client-issues.ts'
import { composeDomain, type Domain } from './domain.ts'
import { composeFindings, findingLog } from './findings.ts'
import { composeLetters, type Handing } from './letters.ts'
import { composeNotices, type Notices } from './notices.ts'
import { type OwnApp, ownApps, ownClients } from './own-apps.ts'
import { type Readiness, readiness } from './readiness.ts'
import { composeSigning, type Signing } from './signing.ts'
import { composeTokens, type Tokens } from './tokens.ts'
import type { Watched } from './watching.ts'
import { composeWeb, type Web } from './web.ts'

/** The whole service, wired. Only this folder sees it as one; each feature names the parts that it needs. */
export interface Service extends Watched, Signing, Domain, Omit<Handing, 'attempt'>, Notices, Accounts, Tokens, Web {
  /** As the running service reads it. */
  readonly storage: Storage
  readonly issuerUrl: string
  readonly stats: DailyStats
  readonly overview: OverviewCounting
  readonly connectorHealth: ConnectorHealth
  readonly apps: readonly OwnApp[]
  readonly seeding: Seeding
  readonly readiness: Readiness
  readonly forwarded: ForwardedWatch
  /** What is known to be wrong with this deployment. */
  readonly findings: () => readonly Finding[]
  readonly doctorProof: DoctorProof
  /** The nodes of the service, and this one among them. */
  readonly nodes: NodePresence
}

export function compose(resolved: Watched): Service {
  const { configuration, secrets, sources, logger, now } = resolved
  const removed = removedClients(resolved.storage.documents)
  const expected = expectedClients(resolved.storage, removed, logger, () => seeds)
  const { documents } = resolved.storage
  const identity = storeIdentity(documents, configuration.baseUrl, logger)
  const running = { ...resolved, storage: expected.storage }
  const signing = composeSigning(running)
  const sendsLetters = running.mailer !== undefined
  const hasOtherSecrets = signing.rootSecrets.isElsewhere
  const domain = composeDomain({ ...running, hasOtherSecrets, sendsLetters, wake: () => notices.worker.wake() })
  const accounts = composeAccounts(running, signing, domain)
  const letters = composeLetters(running, signing, domain, accounts)
  const notices = composeNotices(running, signing, domain, letters)
  const tokens = composeTokens(running, signing, accounts)
  const web = composeWeb(running, signing, domain, notices, accounts, tokens)
  const apps = ownApps(resolved)
  const staticClients = [...resolved.staticClients, ...ownClients(apps)]
  const contents = [staticClients, configuration.accounts.map(({ sub }) => sub)]
  const clock = nodeClock(resolved.storage, now, logger)
  const reportFinding = findingLog(logger)
  const seeds = seeding({
    storage: resolved.storage,
    identity,
    clock,
    keys: signing.keys,
    marker: seedingMarker(documents, contents, randomUUID),
    logger,
    reportFinding,
    fill: fillStore({
      storage: resolved.storage,
      keys: signing.keys,
      indexes: domain.clientIndexes,
      removed,
      staticClients,
      configIssues: (issues) => clientConfigIssues(configuration.clients, issues),
      accounts: configuration.accounts,
      embedded: accounts.embedded,
      now,
      logger,
      announce: signing.rootSecrets.announce,
      notDecrypted: () => foreignDataError(secrets.length, sources.secret),
      expect: expected.expect,
    }),
  })
  const forwarded = forwardedWatch(configuration.trustProxy, reportFinding, now)
  return {
    ...running,
    ...signing,
    ...domain,
    ...letters,
    ...notices,
    ...accounts,
    ...tokens,
    ...web,
    issuerUrl: configuration.baseUrl,
    stats: dailyStats(expected.storage.documents, now),
    connectorHealth: connectorHealth(expected.storage.documents, now),
    overview: overviewCounting({
      documents: expected.storage.documents,
      records: expected.storage.records,
      clients: domain.clients,
      uses: domain.uses,
      embedded: accounts.embedded,
      now,
      logger,
    }),
    apps,
    seeding: seeds,
    readiness: readiness(seeds, configuration.nodeName),
    forwarded,
    findings: composeFindings(seeds, forwarded, reportFinding),
    doctorProof: doctorProof(secrets, configuration.baseUrl),
    nodes: nodePresence({
      name: configuration.nodeName,
      version: OWN_VERSION,
      settings: settingDigests(configuration, secrets),
      documents,
      clock,
      now,
      logger,
    }),
  }
}
