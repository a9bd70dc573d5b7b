import type { RequestContext } from './request-context.ts'

/** Aborts when the client disconnects before the response is complete. */
export function hungUp({ res }: RequestContext): AbortSignal {
  const controller = new AbortController()
  // The client might have disconnected before this listener was added.
  if (res.destroyed || res.socket?.destroyed === true) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}
