import { headLog } from '../domain/audit/head-log.ts'
import { emailOutage } from '../domain/emails/email-health.ts'
import { secondFactorNotices } from '../domain/emails/second-factor-notices.ts'
import { dueEnds } from '../domain/management/due-ends.ts'
import { inactiveUsers } from '../domain/management/inactive-users.ts'
import { unusedPictures } from '../domain/management/unused-pictures.ts'
import { waitingDeliveries } from '../domain/metrics/waiting-deliveries.ts'
import { type ExpiredSessions, expiredSessions } from '../domain/sessions/expired-sessions.ts'
import { errorFields } from '../ports/logger.ts'
import type { Readings } from '../ports/measurements.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'
import { pick } from './members.ts'
import { metricsListener } from './metrics-listener.ts'
import type { Service } from './service.ts'

/** Work that runs outside of requests. */
export function background(service: Service) {
  const { given, configuration, storage, domain, metrics, outbox } = service
  const { keys, keyRefreshMs, rootSecrets } = service.keys
  const { audit, trail } = service.audit
  const { nodes, seeding } = service.node
  const { prometheus, logger } = given
  const refreshKeys = (): void => {
    keys
      .refresh()
      .catch((error: unknown) =>
        logger.warn({ code: 'key-refresh-failed', ...errorFields(error) }, 'failed to refresh the signing keys'),
      )
  }
  const keyTimer = setInterval(refreshKeys, keyRefreshMs).unref()
  const heads = headLog(audit, logger)
  const expired: ExpiredSessions = expiredSessions({
    ...pick(given, 'storage', 'now', 'logger'),
    ending: domain.ending,
    lifetimes: configuration.lifetimes,
  })
  const rounds = composeRounds(service)
  const { port, hosts } = configuration.metrics
  const listener =
    prometheus === undefined || port === undefined ? undefined : metricsListener(prometheus.metrics, { port, hosts })
  const unwatched = async (): Promise<void> => {
    await listener?.stop()
    prometheus?.stop()
  }
  const quiet = async (): Promise<void> => {
    clearInterval(keyTimer)
    seeding.stop()
    rootSecrets.stop()
    trail.stop()
    for (const one of rounds) await one?.stop()
    await expired.stop()
  }
  return {
    /** Seeds the store, then checks regularly that the seed data is still there. */
    async start(): Promise<void> {
      prometheus?.read(readingsOf(service))
      try {
        await listener?.start()
        await seeding.seed().catch((error: unknown) => {
          // Seeding logs the error and retries until the store responds.
          if (!(error instanceof StoreUnavailable) || error.isPermanent) throw error
        })
      } catch (error) {
        await quiet()
        await unwatched()
        throw error
      }
      seeding.watch()
      rootSecrets.start()
      const present = nodes.start()
      if (seeding.isSeeded()) await present
      void heads.start()
      metrics.overview.start()
      for (const one of rounds) one?.start()
      trail.start()
    },
    /** Runs the work that is due, without waiting for its timers. Deliveries go on after the result. */
    async runDue(): Promise<void> {
      await keys.refresh()
      await expired.sweep()
      for (const one of rounds) await one?.round()
      outbox.worker.wake()
    },
    /** Stops all background work and closes the store. */
    async stop(): Promise<void> {
      await quiet()
      const { overview, stats, uses, appUses, signIns, connectorHealth } = metrics
      for (const part of [outbox.worker, audit, heads, overview, stats, uses, appUses, signIns, connectorHealth, nodes])
        await part.stop()
      await unwatched()
      await given.mailer?.close?.()
      await given.directoryService?.close()
      await storage.close()
    },
  }
}

/** Undefined if no emails are sent, these notices are off, or a host's directory stores the users. */
function composeDueNotices({ given, configuration, storage, domain, accounts }: Service) {
  const { emails, factors } = domain
  if (emails === undefined || accounts.embedded === undefined || !configuration.mail.notices.factors) return undefined
  return secondFactorNotices({
    ...pick(storage, 'documents', 'records'),
    ...pick(given, 'now', 'logger'),
    directory: accounts.embedded,
    factors,
    outbox: emails.outbox,
    rule: accounts.secondFactor.rule,
  })
}

/** Undefined without the setting, or if a host's directory stores the users. */
function composeInactiveUsers({ given, configuration, storage, domain, accounts }: Service) {
  const [rule, directory] = [configuration.inactive, accounts.embedded]
  if (rule === undefined || directory === undefined) return undefined
  return inactiveUsers({
    ...pick(storage, 'documents', 'records'),
    ...pick(given, 'now', 'logger'),
    directory,
    operations: domain.accountOperations(directory, { name: 'inactivity' }),
    outbox: domain.emails?.outbox,
    rule,
  })
}

function composeRounds(service: Service) {
  const { given, domain, accounts, audit, offboarding } = service
  const ends = dueEnds({
    ...pick(given, 'storage', 'now', 'logger'),
    directory: accounts.embedded,
    find: accounts.users.find,
    ending: domain.ending,
    audit: audit.audit,
    offboard: offboarding.offboard,
  })
  const pictures = unusedPictures(pick(given, 'storage', 'now', 'logger'))
  return [ends, composeDueNotices(service), composeInactiveUsers(service), offboarding.job(given.logger), pictures]
}

/** Values that Portico reads each time metrics are scraped. */
function readingsOf(service: Service): Readings {
  const { storage, given, node, accounts } = service
  const { keys, rotateAfter } = service.keys
  return {
    async isReady() {
      const checks = await node.seeding.checks()
      return Object.values(checks).every((check) => check === 'ok')
    },
    deliveries: () => waitingDeliveries(storage.deliveries, given.now),
    async emailOutageSeconds() {
      const outage = await emailOutage(storage.deliveries)
      return outage === undefined ? 0 : (given.now() - outage.since) / 1000
    },
    hashing: () => accounts.limits.hashing?.length(),
    signingKey() {
      const since = keys.list().find(({ state }) => state === 'current')?.activatedAt
      return since === undefined ? undefined : { ageSeconds: given.now() / 1000 - since, longestSeconds: rotateAfter }
    },
  }
}
