/** The parts of the service that write the past, with a clock that is set. Nothing is sent. */
import { embeddedStorage } from '../../adapters/embedded/index.ts'
import { resolveOptions } from '../../lib/compose/resolve-options.ts'
import { compose, type Service } from '../../lib/compose/service.ts'
import { instrumented } from '../../lib/compose/watching.ts'
import { type SessionEnding, sessionEnding } from '../../lib/domain/sessions/ending.ts'

export interface Past {
  readonly service: Service
  /** As the service ends sessions, with no worker that would send what that leads to. */
  readonly ending: SessionEnding
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** From here on it is this time. */
  setClock(at: number): void
  close(): Promise<void>
}

export interface PastOptions {
  readonly file: string
  readonly secret: string
  readonly baseUrl: string
  /** Milliseconds since the epoch. */
  readonly from: number
}

export async function openPast({ file, secret, baseUrl, from }: PastOptions): Promise<Past> {
  let at = from
  const now = (): number => at
  const service = compose(
    await instrumented(await resolveOptions({ baseUrl, secret, storage: embeddedStorage({ file, now }), clock: now })),
  )
  // Before there is anything that it could send.
  await service.outbox.worker.stop()
  await service.storage.open()
  return {
    service,
    ending: sessionEnding(service.storage, service.configuration.lifetimes, { wake: () => {} }, now),
    now,
    setClock(time) {
      at = time
    },
    async close() {
      service.node.seeding.stop()
      service.audit.trail.stop()
      const { stats, uses, signIns } = service.metrics
      for (const part of [service.audit.audit, stats, uses, signIns]) await part.stop()
      await service.storage.close()
    },
  }
}
