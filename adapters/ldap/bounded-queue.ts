export type BoundedQueue = ReturnType<typeof boundedQueue>

/** Limits concurrent work. Excess work waits its turn in a queue of limited length. */
export function boundedQueue(places: number, longest: number, refused: (reason: unknown) => Error) {
  const waiting = new Set<() => void>()
  let taken = 0
  const turn = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const begin = (): void => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = (): void => {
        waiting.delete(begin)
        reject(refused(signal.reason))
      }
      if (signal.aborted) return leave()
      if (taken < places) {
        taken += 1
        return resolve()
      }
      if (waiting.size >= longest) return reject(refused(new Error('too many connections wait')))
      waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  return {
    /** @throws the error from `work`, or the result of `refused` if the queue is full or the signal aborts the wait */
    async run<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
      await turn(signal)
      try {
        return await work()
      } finally {
        const [next] = waiting
        if (next === undefined) taken -= 1
        else waiting.delete(next)
        next?.()
      }
    },
  }
}
