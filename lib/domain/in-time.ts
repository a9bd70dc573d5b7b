/** Returns the result of the work, or of `late` if the work takes too long. The work is not canceled. */
export async function inTime<Result, Late>(
  work: () => Promise<Result>,
  ms: number,
  late: () => Late,
): Promise<Result | Late> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms)
  })
  try {
    return await Promise.race([work(), timeout.then(late)])
  } finally {
    clearTimeout(timer)
  }
}

/** Runs `round` repeatedly; it returns the milliseconds until the next run. @returns a function that stops the loop */
export function repeated(round: () => Promise<number>, firstMs: number): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const wait = (ms: number): void => {
    if (!stopped) timer = setTimeout(() => void round().then(wait), ms).unref()
  }
  wait(firstMs)
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}

/** Work that never runs concurrently: calls during a run share its result. `ended` resolves when no run is active. */
export type SharedRun<Result> = (() => Promise<Result>) & { readonly ended: () => Promise<unknown> }

export function sharedRun<Result>(work: () => Promise<Result>): SharedRun<Result> {
  let running: Promise<Result> | undefined
  const run = (): Promise<Result> => {
    running ??= work().finally(() => {
      running = undefined
    })
    return running
  }
  return Object.assign(run, { ended: async () => running?.catch(() => undefined) })
}

/** Background work that every node repeats. A failed run is reported. `stop` resolves when no run is active. */
export function repeatedJob(
  work: () => Promise<void>,
  { firstMs, everyMs }: { readonly firstMs: number; readonly everyMs: number },
  failed: (error: unknown) => void,
) {
  const round = sharedRun(() => work().catch(failed))
  let stop = (): void => {}
  return {
    /** Runs the work once. */
    round,
    start(): void {
      stop = repeated(() => round().then(() => everyMs), firstMs)
    },
    async stop(): Promise<void> {
      stop()
      await round.ended()
    },
  }
}
