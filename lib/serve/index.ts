/** The service as a process of its own, and the parts of it that a host with a server of its own can use. */
// First: it says which Node is needed, before anything is loaded that fails on an older one.
import '../config/node-version.ts'

export type { DemoApp, DemoSurroundings, StartDemo } from './demo-app.ts'
export { type Handler, type Listening, type ListenOptions, listen } from './listening.ts'
export { type ServeOptions, serve } from './serve.ts'
