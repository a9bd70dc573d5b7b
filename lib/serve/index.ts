/** Portico as a separate process, and the parts that a host with its own server can use. */
// First import: reports the required Node version before modules that fail on an older one.
import '../config/node-version.ts'
import type { Handler, Listening, ListenOptions } from './listening.ts'
import type { ServeOptions } from './serve.ts'

export type { DemoApp, DemoSurroundings, StartDemo } from './demo-app.ts'
export type { Handler, Listening, ListenOptions, ServeOptions }

/** Listens, and closes without cutting requests in flight. */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const { listen: open } = await import('./listening.ts')
  return open(handler, options)
}

/** Runs Portico until the process is asked to end, then exits. Invalid settings exit immediately. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  // A host that only listens does not load the rest.
  const { serve: run } = await import('./serve.ts')
  return run(options)
}
