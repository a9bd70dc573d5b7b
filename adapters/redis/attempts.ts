import { randomBytes } from 'node:crypto'
import type { Connection } from './connection.ts'
import type { Keys } from './keys.ts'

/**
 * Numbers the attempts of this node to replace a family, and tells the other nodes which of them are settled: the
 * caller has had the answer, or the step has been undone. Redis holds one small key for it (`n{node}`): all attempts
 * below its number are settled. It is written only while there is news, so it costs nothing on the way of a request.
 */
export interface Attempts {
  readonly node: string
  /** Begins an attempt. Its name stands in the record that it makes: node (4 characters) and number. */
  begin(family: string): string
  /** The caller has had the answer, or nothing is left of the attempt. */
  finish(attempt: string): void
  /** The caller takes back what he was answered: the attempts on this family that nobody was told of are open again. */
  reopen(family: string): readonly string[]
  /** Whether this node is at work on the family. */
  isOpen(family: string): boolean
  /** Whether an attempt of any node is settled; `ageSeconds` since it was made. */
  isSettled(attempt: string, ageSeconds: number): Promise<boolean>
  /** Tells the other nodes the last state. */
  close(): Promise<void>
}

const NODE_LENGTH = 4
const BEAT_MS = 250
/**
 * A node that has not been heard of for this long is dead, and what it left behind is judged as it stands. Longer than
 * most failovers: a node that is only cut off from Redis must be able to come back and undo what its users never got.
 */
const GONE_SECONDS = 30
/** After an outage that this node has seen, the others get this long to come back before they count as dead. */
const COMEBACK_MS = 3_000

interface Attempt {
  readonly family: string
  answeredAt?: number
}

export function countAttempts(connection: Connection, keys: Keys): Attempts {
  const node = randomBytes(3).toString('base64url')
  const live = new Map<string, Attempt>()
  let next = 0
  let told = 0
  let timer: NodeJS.Timeout | undefined

  const numberOf = (attempt: string) => parseInt(attempt.slice(NODE_LENGTH), 36)
  /**
   * An answered attempt is settled when all that was asked before its answer is answered too: a request asks several
   * things at once, and takes the step back when another of them fails.
   */
  const isOver = ({ answeredAt = Infinity }: Attempt) => answeredAt < connection.pendingSince()
  const isAlive = (attempt: string) => {
    const state = live.get(attempt)
    return state !== undefined && !isOver(state)
  }

  async function tell(): Promise<void> {
    for (const [attempt, state] of live) if (isOver(state)) live.delete(attempt)
    const lowestOpen = Math.min(next, ...[...live.keys()].map(numberOf))
    await connection.read('telling the other nodes what is settled', (redis) =>
      redis.set(keys.node(node), lowestOpen, 'EX', GONE_SECONDS),
    )
    told = lowestOpen
  }

  function tellSoon(): void {
    timer ??= setTimeout(async () => {
      await tell().catch(() => undefined)
      timer = undefined
      if (told < next) tellSoon()
    }, BEAT_MS).unref()
  }

  return {
    node,

    begin(family) {
      const attempt = node + (next++).toString(36)
      live.set(attempt, { family })
      tellSoon()
      return attempt
    },

    finish(attempt) {
      const state = live.get(attempt)
      if (state) state.answeredAt = performance.now()
    },

    reopen(family) {
      const reopened = [...live].filter(([, state]) => state.family === family && state.answeredAt !== undefined)
      for (const [, state] of reopened) delete state.answeredAt
      return reopened.map(([attempt]) => attempt)
    },

    isOpen: (family) => [...live.values()].some((state) => state.family === family && !isOver(state)),

    async isSettled(attempt, ageSeconds) {
      const writer = attempt.slice(0, NODE_LENGTH)
      if (writer === '') return true
      if (writer === node) return !isAlive(attempt)
      const settledBelow = await connection.read('asking what another node has settled', (redis) =>
        redis.get(keys.node(writer)),
      )
      if (settledBelow !== null) return numberOf(attempt) < Number(settledBelow)
      return ageSeconds > GONE_SECONDS && connection.steadyMs() > COMEBACK_MS
    },

    async close() {
      clearTimeout(timer)
      if (told < next) await tell().catch(() => undefined)
    },
  }
}
