import { OWN_VERSION } from '../../../config/own-version.ts'
import { keyTimes } from '../../../domain/keys/key-timing.ts'
import { show } from '../shell/show.ts'
import { Health } from './health-view.tsx'
import { readClock, readNodeRows } from './nodes.ts'
import type { OperationsRequest } from './services.ts'

/** GET /health: whether store, clock, key and trail are well, as this node sees it now. */
export async function showHealth(page: OperationsRequest): Promise<void> {
  const { storage, keys, trail, audit, configuration, rotatableKeys } = page.services
  const [latency, clock, state, head, nodes] = await Promise.all([
    latencyOf(storage),
    readClock(page.services),
    trail.state().catch(() => undefined),
    audit.head().catch(() => undefined),
    readNodeRows(page.services),
  ])
  const key = keys.list().find((one) => one.state === 'current')
  const { rotateAfter } = keyTimes(configuration.keys, configuration.lifetimes)
  const since = key?.activatedAt
  await show(page, 200, Health, {
    store: { name: storage.name, latencyMs: latency },
    clock,
    signingKey:
      keys.current() === undefined
        ? undefined
        : {
            since: since === undefined ? undefined : new Date(since * 1000),
            until: since === undefined || !rotatableKeys ? undefined : new Date((since + rotateAfter) * 1000),
          },
    trail:
      state === undefined
        ? undefined
        : state.state === 'verifying'
          ? { state: 'verifying' }
          : { ...state, at: new Date(state.at) },
    newestEntry: head?.seq,
    nodes,
    version: OWN_VERSION,
    node: process.version,
    startedAt: new Date(page.services.now() - process.uptime() * 1000),
  })
}

/** Undefined: no answer. */
async function latencyOf(storage: OperationsRequest['services']['storage']): Promise<number | undefined> {
  const askedAt = performance.now()
  return storage.ping().then(
    () => performance.now() - askedAt,
    () => undefined,
  )
}
