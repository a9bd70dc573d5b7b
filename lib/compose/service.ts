import { appearances } from '../domain/management/appearances.ts'
import { connectorHealth } from '../domain/metrics/connector-health.ts'
import { dailyStats } from '../domain/metrics/daily-stats.ts'
import { lastSignIns } from '../domain/metrics/last-sign-in.ts'
import { overviewCounting } from '../domain/metrics/overview-counting.ts'
import { expectedClients } from '../domain/seed/expected-clients.ts'
import { removedClients } from '../domain/seed/removed-clients.ts'
import { siteOf } from '../web/request/site.ts'
import { type Accounts, composeAccounts } from './accounts.ts'
import { composeAudit } from './audit.ts'
import { composeDomain, type Domain } from './domain.ts'
import { composeEmails } from './emails.ts'
import { composeNode } from './node.ts'
import { composeNotices } from './notices.ts'
import { composeOffboarding } from './offboarding.ts'
import { ownApps } from './own-apps.ts'
import { composeSigning } from './signing.ts'
import { composeTokens } from './tokens.ts'
import type { Instrumented } from './watching.ts'
import { composeWeb } from './web.ts'

/** All services, in groups. Each handler receives only the services that it needs (handlers.ts). */
export type Service = ReturnType<typeof compose>

/** Creates the services. Each group depends only on those created before it. */
export function compose(given: Instrumented) {
  const { configuration, logger } = given
  const site = siteOf(configuration)
  const apps = ownApps(given)
  const removed = removedClients(given.storage.documents)
  const expected = expectedClients(given.storage, removed, logger)
  const { storage } = expected
  const running: Instrumented = { ...given, storage }
  // Code that queues deliveries is created before the worker that it wakes.
  let wake = (): void => {}
  const keys = composeSigning(running)
  const audit = composeAudit({ ...running, hasOtherSecrets: keys.rootSecrets.hasUnknown })
  const domain = composeDomain({ ...running, sendsEmails: given.mailer !== undefined, wake: () => wake() }, audit)
  const accounts = composeAccounts(running, keys, domain)
  const looks = appearances({
    documents: storage.documents,
    audit: audit.audit,
    configured: given.brand,
    now: given.now,
  })
  const email = composeEmails(running, keys, domain, accounts, looks, audit.audit)
  const outbox = composeNotices(running, keys, domain, email)
  wake = outbox.worker.wake
  const tokens = composeTokens(running, keys, domain, accounts)
  const offboarding = composeOffboarding({
    ...running,
    domain,
    audit: audit.audit,
    sealer: keys.ownSealer,
    signing: keys.keys,
    users: accounts.embedded === undefined ? accounts.host : 'embedded',
  })
  return {
    /** Settings and dependencies. */
    given: running,
    configuration,
    /** The host's storage, wrapped so that a lookup fails with a store error if an expected client is missing. */
    storage,
    site,
    keys,
    audit,
    domain,
    accounts,
    email,
    outbox,
    tokens,
    offboarding,
    metrics: composeMetrics(running, domain, accounts),
    web: composeWeb(running, site, keys, domain, outbox, accounts, tokens, looks),
    appearances: looks,
    apps,
    node: composeNode(given, apps, removed, expected, keys, domain, accounts),
  }
}

/** Statistics for the panel. */
function composeMetrics(
  { storage, now, logger }: Instrumented,
  { clients, uses, appUses }: Domain,
  { embedded, secondFactor }: Accounts,
) {
  const { documents, records } = storage
  return {
    uses,
    appUses,
    signIns: lastSignIns(documents, now),
    stats: dailyStats(documents, now),
    connectorHealth: connectorHealth(documents, now),
    overview: overviewCounting({ documents, records, clients, uses, embedded, secondFactor, now, logger }),
  }
}
