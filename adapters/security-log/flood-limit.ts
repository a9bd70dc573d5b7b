/**
 * Refusals can be caused by anybody: what repeats itself within a minute is one more line, and of each event so many different ones
 * are told and the others counted. Whatever succeeds is always told.
 */
import type { SecurityEvent } from '../../lib/ports/security-events.ts'

const WINDOW_MS = 60_000
/** Different refusals of one event that are told in a minute. */
const DIFFERENT_MAX = 100

export interface FloodLimitParts {
  /** @param told how many events it stands for */
  readonly write: (event: SecurityEvent, told: number) => void
  /** What was too much of one event since the last time. */
  readonly summarize: (event: string, count: number) => void
}

export interface FloodLimit {
  take(event: SecurityEvent): void
  /** Tells what is still held back. */
  flush(): void
}

interface Repeated {
  /** The newest, and how many since the first, which has been told. */
  newest: SecurityEvent
  more: number
}

interface Window {
  readonly repeated: Map<string, Repeated>
  /** Beyond what is told. */
  tooMany: number
}

export function floodLimit({ write, summarize }: FloodLimitParts): FloodLimit {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | undefined

  const flush = (): void => {
    clearTimeout(timer)
    timer = undefined
    for (const [name, { repeated, tooMany }] of windows) {
      for (const { newest, more } of repeated.values()) if (more > 0) write(newest, more)
      if (tooMany > 0) summarize(name, tooMany)
    }
    windows.clear()
  }
  const windowOf = (name: string): Window => {
    const open = windows.get(name)
    if (open !== undefined) return open
    const fresh = { repeated: new Map(), tooMany: 0 }
    windows.set(name, fresh)
    timer ??= setTimeout(flush, WINDOW_MS).unref()
    return fresh
  }
  return {
    take(event) {
      if (event.result === 'ok' || event.event === 'audit.gap') return write(event, 1)
      const window = windowOf(event.event)
      const key = [event.ref, event.reason, event.client, event.user, event.sid, event.address].join('\n')
      const known = window.repeated.get(key)
      if (known !== undefined) {
        known.newest = event
        known.more += 1
      } else if (window.repeated.size < DIFFERENT_MAX) {
        window.repeated.set(key, { newest: event, more: 0 })
        write(event, 1)
      } else window.tooMany += 1
    },
    flush,
  }
}
