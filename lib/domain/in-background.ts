import { AsyncResource } from 'node:async_hooks'

/** Without `hasRef`, Jest would report the resource as a handle that keeps the process open. */
class Outside extends AsyncResource {
  hasRef(): boolean {
    return false
  }
}
const outside = new Outside('background')

/**
 * Runs work that a request causes but does not wait for, outside of the request's asynchronous context. Otherwise the
 * work, often shared by many requests, would appear in the trace of whichever request happened to start it.
 */
export const inBackground = <Result>(work: () => Result): Result => outside.runInAsyncScope(work)
