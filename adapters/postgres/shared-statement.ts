interface Call<Query, Answer> {
  readonly query: Query
  resolve(answer: Answer): void
  reject(reason: unknown): void
}

/**
 * Calls that come while a statement runs share the next statement, so each takes less of a busy server's time.
 * @param run runs a statement for all queries @returns an answer for each, in order
 */
export function sharing<Query, Answer>(
  run: (queries: readonly Query[]) => Promise<readonly Answer[]>,
): (query: Query) => Promise<Answer> {
  let waiting: Call<Query, Answer>[] = []
  let isRunning = false

  function takeWaiting(): readonly Call<Query, Answer>[] {
    const calls = waiting
    waiting = []
    return calls
  }

  async function runAll(): Promise<void> {
    isRunning = true
    while (waiting.length > 0) {
      const calls = takeWaiting()
      try {
        const answers = await run(calls.map(({ query }) => query))
        calls.forEach(({ resolve }, index) => resolve(answers[index] as Answer))
      } catch (error) {
        // Those that waited for this statement would wait for the timeout of another one.
        for (const { reject } of [...calls, ...takeWaiting()]) reject(error)
      }
    }
    isRunning = false
  }

  return (query) =>
    new Promise((resolve, reject) => {
      waiting.push({ query, resolve, reject })
      if (!isRunning) void runAll()
    })
}
