/** What the test file that runs has started, the newest last. */
const started: Stoppable[] = []

type Stoppable = { stop(): unknown } | { close(): unknown }

/** Has a thing stopped when the test file ends, the newest first. A test that stops it earlier stops it twice, which must do no harm. */
export function stoppedAtEnd<Thing extends Stoppable>(thing: Thing): Thing {
  started.push(thing)
  return thing
}

/** For the runner. */
export async function stopAll(): Promise<void> {
  for (let thing = started.pop(); thing !== undefined; thing = started.pop())
    await ('stop' in thing ? thing.stop() : thing.close())
}
