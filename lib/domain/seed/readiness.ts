import type { Seeding } from './seeding.ts'

type Checks = Awaited<ReturnType<Seeding['checks']>> & {
  /** Set while the process is stopping: load balancers should not send it any more requests. */
  readonly process?: 'stopping'
}

/** Whether a node can handle requests, as reported at `/health/ready`. */
export interface Health {
  /** `ready` if every check is `ok`. */
  readonly status: 'ready' | 'not ready'
  /** Name of the node (`nodeName`). */
  readonly node: string
  /** Result of each check; `ok`, or a word that names the problem. */
  readonly checks: Checks
  /** Why the store is unavailable, in a single word. */
  readonly reason?: string
}

/** Whether this process should receive requests. @param node the name of this node */
export function readiness(seeding: Pick<Seeding, 'checks' | 'storeReason'>, node: string) {
  let stopping = false
  return {
    async health(): Promise<Health> {
      const checks: Checks = { ...(await seeding.checks()), ...(stopping ? { process: 'stopping' } : {}) }
      if (Object.values(checks).every((check) => check === 'ok')) return { status: 'ready', node, checks }
      const reason = seeding.storeReason()
      return { status: 'not ready', node, checks, ...(reason === undefined ? {} : { reason }) }
    },
    /** From now on, reports that this process is not ready. Requests are still handled. */
    drain(): void {
      stopping = true
    },
  }
}
