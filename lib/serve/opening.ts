import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Health, Portico } from '../portico.ts'

/** If a node is not ready within this time, it opens its port anyway, so that `/health/ready` can report the reason. */
const LATEST_MS = 10_000
const LOOK_MS = 50

/**
 * Resolves when the node first becomes ready, or after ten seconds. Until then, its port stays closed, so load
 * balancers use other nodes.
 * @param created rejects when Portico cannot start
 */
export async function readyOrLate(sso: Portico, created: Promise<unknown>, stopping: AbortSignal): Promise<Health> {
  const late = AbortSignal.timeout(LATEST_MS)
  await Promise.race([created, pause(LATEST_MS, undefined, { ref: false })])
  return untilReady(sso, AbortSignal.any([late, stopping]))
}

/** The node's health once it is ready, or when `enough` aborts. */
export async function untilReady(sso: Portico, enough: AbortSignal): Promise<Health> {
  for (;;) {
    const health = await sso.health()
    if (health.status === 'ready' || enough.aborted) return health
    await pause(LOOK_MS)
  }
}

/** Reports a port conflict before the startup work begins. @throws the system error */
export function assertPortFree({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host, exclusive: true }, () =>
      probe.close(() => resolve()),
    )
  })
}
