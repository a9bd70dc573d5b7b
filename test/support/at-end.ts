/** Everything that the running test file has started, the newest last. */
const started: Stoppable[] = []

type Stoppable = { stop(): unknown } | { close(): unknown }

/** Stops a thing when the test file ends, the newest first. Stopping it earlier must do no harm. */
export function stoppedAtEnd<Thing extends Stoppable>(thing: Thing): Thing {
  started.push(thing)
  return thing
}

/** For the runner. */
export async function stopAll(): Promise<void> {
  for (let thing = started.pop(); thing !== undefined; thing = started.pop())
    await ('stop' in thing ? thing.stop() : thing.close())
}
