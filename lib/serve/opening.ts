/** When the port opens. */
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import type { Health, Portico } from '../portico.ts'

/** A node that is not ready by then says so itself: whoever waits for it learns why. */
const LATEST_MS = 10_000
const LOOK_MS = 50

/**
 * Resolves when the service is ready for the first time, or after ten seconds: until then the port is closed, and a load balancer
 * turns to another node.
 * @param created rejects when the service cannot be used
 */
export async function readyOrLate(sso: Portico, created: Promise<unknown>, stopping: AbortSignal): Promise<Health> {
  const late = AbortSignal.timeout(LATEST_MS)
  await Promise.race([created, pause(LATEST_MS, undefined, { ref: false })])
  return untilReady(sso, AbortSignal.any([late, stopping]))
}

/** What it is when it is ready, or when there is no more time. */
export async function untilReady(sso: Portico, enough: AbortSignal): Promise<Health> {
  for (;;) {
    const health = await sso.health()
    if (health.status === 'ready' || enough.aborted) return health
    await pause(LOOK_MS)
  }
}

/** Says at once what would otherwise come out only when the port opens. @throws the error of the system */
export function assertPortFree({ host, port }: { readonly host: string; readonly port: number }): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen({ port, host: host === 'localhost' ? '127.0.0.1' : host, exclusive: true }, () =>
      probe.close(() => resolve()),
    )
  })
}
