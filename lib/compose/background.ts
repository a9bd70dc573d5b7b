import { headLog } from '../domain/audit/head-log.ts'
import { type ExpiredSessions, expiredSessions } from '../domain/sessions/expired-sessions.ts'
import { errorFields } from '../ports/logger.ts'
import { StoreUnavailable } from '../ports/store-unavailable.ts'
import { metricsListener } from './metrics-listener.ts'
import { readingsOf } from './readings.ts'
import type { Service } from './service.ts'

/** What goes on without a request. */
export interface Background {
  /** Fills the store, and from then on looks whether it still has what the service needs. */
  start(): Promise<void>
  /** Ends all of it and closes the store. */
  stop(): Promise<void>
}

export function background(service: Service): Background {
  const { keys, keyRefreshMs, seeding, storage, logger } = service
  const refreshKeys = (): void => {
    keys.refresh().catch((error: unknown) => logger.warn(errorFields(error), 'the signing keys could not be refreshed'))
  }
  const keyTimer = setInterval(refreshKeys, keyRefreshMs).unref()
  const heads = headLog(service.audit, logger)
  const expired: ExpiredSessions = expiredSessions({ ...service, lifetimes: service.configuration.lifetimes })
  const { prometheus, configuration } = service
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
    service.rootSecrets.stop()
    service.trail.stop()
    await expired.stop()
  }
  return {
    async start() {
      prometheus?.read(readingsOf(service))
      await listener?.start().catch(async (error: unknown) => {
        await quiet()
        await unwatched()
        throw error
      })
      await seeding.seed().catch(async (error: unknown) => {
        // It is said in the log; from now on it is tried until it answers.
        if (error instanceof StoreUnavailable && !error.isPermanent) return
        await quiet()
        await unwatched()
        throw error
      })
      seeding.watch()
      service.rootSecrets.start()
      const present = service.nodes.start()
      if (seeding.isSeeded()) await present
      void heads.start()
      service.overview.start()
      service.trail.start()
    },
    async stop() {
      await quiet()
      for (const part of [
        service.worker,
        service.audit,
        heads,
        service.overview,
        service.stats,
        service.uses,
        service.appUses,
        service.connectorHealth,
        service.nodes,
      ])
        await part.stop()
      await unwatched()
      await service.mailer?.close?.()
      await service.directoryService?.close()
      await storage.close()
    },
  }
}
