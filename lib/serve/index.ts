/** The service as a process of its own, and the parts of it that a host with a server of its own can use. */
// First: it says which Node is needed, before anything is loaded that fails on an older one.
import '../config/node-version.ts'
import type { Handler, Listening, ListenOptions } from './listening.ts'
import type { ServeOptions } from './serve.ts'

export type { DemoApp, DemoSurroundings, StartDemo } from './demo-app.ts'
export type { Handler, Listening, ListenOptions, ServeOptions }

/** Listens, and stops listening without cutting a request in flight. */
export async function listen(handler: Handler, options: ListenOptions): Promise<Listening> {
  const { listen: open } = await import('./listening.ts')
  return open(handler, options)
}

/** Runs the service until the process is asked to end; then ends the process. Settings that cannot be used end it at once. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  // A host that only listens loads no second service.
  const { serve: run } = await import('./serve.ts')
  return run(options)
}
