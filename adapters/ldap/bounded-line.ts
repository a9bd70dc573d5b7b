/** So many at a time; others wait in a line that has an end too. */
export interface BoundedLine {
  /** Waits for a place. @throws when the line is full, or the signal ends the wait */
  enter(signal: AbortSignal): Promise<void>
  leave(): void
}

export function boundedLine(places: number, longest: number): BoundedLine {
  const waiting = new Set<() => void>()
  let taken = 0
  return {
    async enter(signal) {
      signal.throwIfAborted()
      if (taken < places) {
        taken += 1
        return
      }
      if (waiting.size >= longest) throw new Error('too many connections wait')
      await new Promise<void>((resolve, reject) => {
        const next = (): void => {
          signal.removeEventListener('abort', giveUp)
          resolve()
        }
        const giveUp = (): void => {
          waiting.delete(next)
          reject(signal.reason)
        }
        waiting.add(next)
        signal.addEventListener('abort', giveUp, { once: true })
      })
    },
    /** The place goes to whoever waits longest. */
    leave() {
      const [next] = waiting
      if (next === undefined) {
        taken -= 1
        return
      }
      waiting.delete(next)
      next()
    },
  }
}
