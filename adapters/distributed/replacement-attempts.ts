import { randomBytes } from 'node:crypto'
import type { ResolutionSteps } from './resolution-steps.ts'

const NODE_LENGTH = 4
const PUBLISH_MS = 250
/** A node that is silent for this long is considered dead; its last writes are kept. Most failovers are shorter. */
const DEAD_AFTER_SECONDS = 30
/** How long other nodes have to reconnect after an outage before this node considers them dead. */
const RECONNECT_MS = 3_000

type Published = Pick<ResolutionSteps, 'publish' | 'published' | 'pendingSince' | 'steadyMs'>

interface Attempt {
  readonly family: string
  answeredAt?: number
}

/**
 * Numbers this node's attempts to replace a family, and publishes which attempts are resolved. An attempt is resolved
 * when the caller has the response or the step has been rolled back. One small record per node holds the number below
 * which all attempts are resolved. The record is written in the background after changes, so no request waits for it.
 */
export function countAttempts({ publish: store, published: read, pendingSince, steadyMs }: Published) {
  const node = randomBytes(3).toString('base64url')
  const live = new Map<string, Attempt>()
  let next = 0
  let published = 0
  let timer: NodeJS.Timeout | undefined

  const numberOf = (attempt: string) => parseInt(attempt.slice(NODE_LENGTH), 36)
  /**
   * An acknowledged attempt is resolved once every command sent before its response has received a response, too. A
   * request sends several commands together, and must be able to roll back the attempt if any of the others fails.
   */
  const isOver = ({ answeredAt = Infinity }: Attempt) => answeredAt < pendingSince()

  async function publish(): Promise<void> {
    for (const [attempt, state] of live) if (isOver(state)) live.delete(attempt)
    const lowestOpen = Math.min(next, ...[...live.keys()].map(numberOf))
    await store(node, lowestOpen, DEAD_AFTER_SECONDS)
    published = lowestOpen
  }

  function publishSoon(): void {
    timer ??= setTimeout(async () => {
      await publish().catch(() => undefined)
      timer = undefined
      if (published < next) publishSoon()
    }, PUBLISH_MS).unref()
  }

  return {
    node,

    /** Begins an attempt. Its name (4 characters for the node, then a number) becomes part of the stored value. */
    begin(family: string): string {
      const attempt = node + (next++).toString(36)
      live.set(attempt, { family })
      publishSoon()
      return attempt
    },

    /** Call this once the response has arrived or the attempt has been rolled back. */
    finish(attempt: string): void {
      const state = live.get(attempt)
      if (state) state.answeredAt = performance.now()
    },

    /** Reopens the family's unpublished attempts, so that they can be rolled back even after their responses. */
    reopen(family: string): readonly string[] {
      const reopened = [...live].filter(([, state]) => state.family === family && state.answeredAt !== undefined)
      for (const [, state] of reopened) delete state.answeredAt
      return reopened.map(([attempt]) => attempt)
    },

    /** Whether this node has an open attempt for the family. */
    isOpen: (family: string): boolean => [...live.values()].some((state) => state.family === family && !isOver(state)),

    /** Whether an attempt by any node is resolved. @param ageSeconds age of the attempt */
    async isResolved(attempt: string, ageSeconds: number): Promise<boolean> {
      const writer = attempt.slice(0, NODE_LENGTH)
      if (writer === '') return true
      const own = live.get(attempt)
      if (writer === node) return own === undefined || isOver(own)
      const resolvedBelow = await read(writer)
      if (resolvedBelow !== undefined) return numberOf(attempt) < resolvedBelow
      return ageSeconds > DEAD_AFTER_SECONDS && steadyMs() > RECONNECT_MS
    },

    /** Publishes one last time which attempts are resolved. */
    async close(): Promise<void> {
      clearTimeout(timer)
      if (published < next) await publish().catch(() => undefined)
    },
  }
}
