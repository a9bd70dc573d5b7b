import type { Seeding } from './seeding.ts'

type Checks = Awaited<ReturnType<Seeding['checks']>> & {
  /** The process has been asked to end: no load balancer should send it more. */
  readonly process?: 'stopping'
}

export interface Health {
  readonly status: 'ready' | 'not ready'
  /** Name of this node. */
  readonly node: string
  readonly checks: Checks
  /** Why the store does not answer, in one word. */
  readonly reason?: string
}

/** Whether this process should be sent requests. @param node its name */
export function readiness(seeding: Pick<Seeding, 'checks' | 'storeReason'>, node: string) {
  let stopping = false
  return {
    async health(): Promise<Health> {
      const checks: Checks = { ...(await seeding.checks()), ...(stopping ? { process: 'stopping' } : {}) }
      if (Object.values(checks).every((check) => check === 'ok')) return { status: 'ready', node, checks }
      const reason = seeding.storeReason()
      return { status: 'not ready', node, checks, ...(reason === undefined ? {} : { reason }) }
    },
    /** From now on it is not ready, and answers all the same. */
    drain(): void {
      stopping = true
    },
  }
}
