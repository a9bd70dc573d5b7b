/** Limits the refusals logged per minute, because anonymous clients can trigger them. The rest are only counted. */
import type { SecurityEvent } from '../../lib/ports/security-events.ts'

const WINDOW_MS = 60_000
/** Maximum number of different refusals to log per event per minute. */
const DIFFERENT_MAX = 100

interface FloodLimitParts {
  /** @param times number of events that the line represents */
  readonly write: (event: SecurityEvent, times: number) => void
  /** Reports how many events of one kind were suppressed since the last summary. */
  readonly summarize: (event: string, count: number) => void
}

interface Window {
  /** The newest event, and the number of events since the first. Only the first has been logged. */
  readonly repeated: Map<string, { newest: SecurityEvent; more: number }>
  /** Number of refusals above the limit. */
  tooMany: number
}

export function floodLimit({ write, summarize }: FloodLimitParts) {
  const windows = new Map<string, Window>()
  let timer: NodeJS.Timeout | undefined

  /** Logs the refusals that were only counted, and clears the counts. */
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
    take(event: SecurityEvent): void {
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
