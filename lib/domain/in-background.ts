import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Runs work that a request causes but does not wait for, outside of the request's asynchronous context. Otherwise the
 * work, often shared by many requests, would appear in the trace of whichever request happened to start it.
 */
export const inBackground: <Result>(work: () => Result) => Result = AsyncLocalStorage.snapshot()
