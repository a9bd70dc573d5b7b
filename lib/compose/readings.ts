import { waitingDeliveries } from '../domain/metrics/waiting-deliveries.ts'
import type { Readings } from '../ports/measurements.ts'
import type { Service } from './service.ts'

/** What is looked up whenever measurements are read. */
export function readingsOf(service: Service): Readings {
  const { seeding, storage, hashing, keys, rotateAfter, now } = service
  return {
    async isReady() {
      const checks = await seeding.checks()
      return Object.values(checks).every((check) => check === 'ok')
    },
    deliveries: () => waitingDeliveries(storage.deliveries, now),
    hashing: () => hashing?.length(),
    signingKey() {
      const since = keys.list().find(({ state }) => state === 'current')?.activatedAt
      return since === undefined ? undefined : { ageSeconds: now() / 1000 - since, longestSeconds: rotateAfter }
    },
  }
}
