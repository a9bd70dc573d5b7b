import type { RequestContext } from './request-context.ts'

/** Aborted when the caller hangs up before the answer is complete. */
export function hungUp({ res }: RequestContext): AbortSignal {
  const controller = new AbortController()
  // Whoever sends a request and closes at once may be gone before anybody listens.
  if (res.destroyed || res.socket?.destroyed === true) controller.abort()
  res.once('close', () => {
    if (!res.writableFinished) controller.abort()
  })
  return controller.signal
}
