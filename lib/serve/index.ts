/** Runs Portico as a separate process. Also exports parts that a host with its own server can use. */
// Must be the first import, because it checks the Node version before other modules fail on an older version.
import '../config/node-version.ts'
import type { Handler, Listening, ListenOptions } from './listening.ts'
import type { ServeOptions } from './serve.ts'

export type { DemoApp, DemoSurroundings, StartDemo } from './demo-app.ts'
export type { Handler, Listening, ListenOptions, ServeOptions }

/** Starts a server that can be closed without cutting off requests in flight. */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const { listen: open } = await import('./listening.ts')
  return open(handler, options)
}

/** Runs Portico until the process is asked to stop, then exits. If the settings are invalid, exits immediately. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  // Imported here so that a host that only calls `listen` does not load the rest.
  const { serve: run } = await import('./serve.ts')
  return run(options)
}
